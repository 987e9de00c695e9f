// The one source of the look: "centre ice". The first screen gets these as CSS variables `--pool-*`, Chakra's system
// refers to the same variables. Every pair of text and ground meets WCAG 2.2 AA in both schemes.

interface Colours {
  readonly [name: string]: string
}

/** The bar's ground, with which the browser tints its own bars. */
export const NAVY = { light: '#0b1a33', dark: '#050b15' } as const

const light = {
  // grounds
  page: '#f3f7fa',
  surface: '#ffffff',
  'surface-raised': '#ffffff',
  'surface-sunken': '#e8eff5',
  line: '#d3dfe9',
  'line-strong': '#9fb4c7',
  // writing
  text: '#0e1b2b',
  muted: '#4b6075',
  link: '#1a4f9c',
  // the rink
  navy: NAVY.light,
  'navy-deep': '#071226',
  'on-navy': '#f3f8fc',
  'on-navy-muted': '#b9cbe0',
  'navy-line': '#22395f',
  'navy-hover': '#16294d',
  ice: '#dcebf7',
  'red-line': '#c8102e',
  'blue-line': '#1a4f9c',
  gold: '#e3b341',
  'on-gold': '#33240a',
  focus: '#1a66d6',
  scrim: 'rgb(7 18 38 / 50%)',
  // figures
  gain: '#0f6b3c',
  loss: '#b3132b',
  // rows
  'row-own': '#e2effb',
  'row-own-mark': '#1a4f9c',
  'row-reserved': '#f1eee6',
  'row-reserved-text': '#5c564a',
  'row-scratched': '#eceff2',
  'row-scratched-text': '#5b6670',
  'row-hover': '#f0f5f9',
  // draft boxes and picks
  'box-active': '#12703f',
  'on-box-active': '#ffffff',
  'box-waiting': '#f1c644',
  'on-box-waiting': '#33240a',
  'box-closed': '#66737f',
  'on-box-closed': '#ffffff',
  'pick-active': '#12703f',
  'on-pick-active': '#ffffff',
  'pick-done': '#1a4f9c',
  'on-pick-done': '#ffffff',
  'pick-waiting': '#f1c644',
  'on-pick-waiting': '#33240a',
  // notices
  'info-ground': '#e2effb',
  'info-text': '#123f7d',
  'success-ground': '#def2e6',
  'success-text': '#0c5530',
  'warning-ground': '#fdf1cf',
  'warning-text': '#5a4206',
  'error-ground': '#fde4e7',
  'error-text': '#8f0d22',
} as const satisfies Colours

export type ColourName = keyof typeof light

const dark: Record<ColourName, string> = {
  page: '#070f1b',
  surface: '#0d1a2b',
  'surface-raised': '#13243a',
  'surface-sunken': '#122136',
  line: '#20344f',
  'line-strong': '#4a6585',
  text: '#e9f1f9',
  muted: '#a2b5c9',
  link: '#86bcff',
  navy: NAVY.dark,
  'navy-deep': '#03070e',
  'on-navy': '#eef5fc',
  'on-navy-muted': '#a9bdd4',
  'navy-line': '#1c3252',
  'navy-hover': '#12243f',
  ice: '#16304d',
  'red-line': '#f0475c',
  'blue-line': '#5c9df0',
  gold: '#f0c45c',
  'on-gold': '#2a1d05',
  focus: '#8fc3ff',
  scrim: 'rgb(0 0 0 / 60%)',
  gain: '#5ed39a',
  loss: '#ff8593',
  'row-own': '#15355c',
  'row-own-mark': '#6fb0ff',
  'row-reserved': '#1e2127',
  'row-reserved-text': '#b9b2a3',
  'row-scratched': '#171d26',
  'row-scratched-text': '#93a0ae',
  'row-hover': '#11233a',
  'box-active': '#2ea968',
  'on-box-active': '#03140b',
  'box-waiting': '#e0b43a',
  'on-box-waiting': '#2a1d05',
  'box-closed': '#3a4653',
  'on-box-closed': '#e4ebf2',
  'pick-active': '#3bb577',
  'on-pick-active': '#03140b',
  'pick-done': '#2b62b0',
  'on-pick-done': '#ffffff',
  'pick-waiting': '#e0b43a',
  'on-pick-waiting': '#2a1d05',
  'info-ground': '#12305a',
  'info-text': '#cfe3ff',
  'success-ground': '#0e3b25',
  'success-text': '#c5f2d8',
  'warning-ground': '#40330c',
  'warning-text': '#fbe6ad',
  'error-ground': '#481420',
  'error-text': '#ffd3d9',
}

export const colours = { light, dark }

const fonts = {
  display: "'Barlow Condensed', 'Pool Narrow', 'Pool Wide', sans-serif",
  body: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
} as const

export const radii = { small: '4px', medium: '8px', large: '14px', full: '999px' } as const

/** In rem: the room around words grows with the letters, sideways on a phone only as far as the words leave it. */
export const spacing = {
  1: '0.25rem',
  2: '0.5rem',
  3: '0.75rem',
  4: 'min(1rem, 5vw)',
  6: 'min(1.5rem, 7.5vw)',
  8: '2rem',
  12: '3rem',
} as const

/**
 * The bars are at most 56 px high on a phone; a tap target is at least 44 px. The page is as wide as the bar, banner
 * and content of every screen; `wide` is for a screen that says so (`.wide-page` in base.css).
 */
export const sizes = {
  bar: '56px',
  tabs: '56px',
  tap: '44px',
  'menu-row': '48px',
  page: '1400px',
  wide: '1800px',
} as const

export const shadows = {
  menu: '0 8px 28px rgb(3 12 26 / 28%)',
} as const

export const variable = (name: string) => `--pool-${name}`

const declare = (prefix: string, values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${variable(prefix + name)}:${value};`)
    .join('')

/** The tokens as CSS: the light scheme, and the dark one under the class that `theme-choice` sets on the root. */
export const cssVariables = (): string =>
  `:root{color-scheme:light;${declare('', colours.light)}${declare('font-', fonts)}${declare('radius-', radii)}` +
  `${declare('space-', spacing)}${declare('size-', sizes)}${declare('shadow-', shadows)}}` +
  `:root.dark{color-scheme:dark;${declare('', colours.dark)}}`
