import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system'
import { alertSlotRecipe, buttonRecipe, dialogSlotRecipe, fieldSlotRecipe, inputRecipe } from '@chakra-ui/react/theme'
import { BREAKPOINTS } from '#contract/limits'
import { variable } from './css-variables.ts'
import { type ColourName, colours, fonts, radii, shadows, states } from './tokens.ts'

// Chakra for screens with dialogs and forms, off the first screen's way: the base without its tokens and recipes (62 to
// 108 kB), our tokens, and only the recipes in use. Every value points at the CSS variables that the first screen
// already has, so both ways of styling show the same, in both schemes.

const at = (name: string) => ({ value: `var(${variable(name)})` })
const colour = (name: ColourName) => at(name)

const all = <Name extends string>(prefix: string, values: Readonly<Record<Name, unknown>>) =>
  Object.fromEntries(Object.keys(values).map((name) => [name, at(prefix + name)]))

/** The names by which Chakra's recipes take a colour's parts. */
const palette = (solid: ColourName, contrast: ColourName, ground: ColourName, text: ColourName) => ({
  solid: colour(solid),
  contrast: colour(contrast),
  fg: colour(text),
  subtle: colour(ground),
  muted: colour(ground),
  emphasized: colour(ground),
  border: colour(text),
  focusRing: colour('focus'),
})

/** `row.own` is a colour `own` in a group `row`. */
const stateColours: Record<string, Record<string, { value: string }>> = {}
for (const [state, name] of Object.entries(states)) {
  const [group = '', member = ''] = state.split('.')
  stateColours[group] = { ...stateColours[group], [member]: colour(name) }
}

/** Chakra counts lengths in quarters of a rem. */
const quarters = Object.fromEntries(
  [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16].map((n) => [n, { value: `${n / 4}rem` }]),
)

const fontSizes = { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.25rem', '2xl': '1.5rem' }

const config = defineConfig({
  cssVarsPrefix: 'chakra',
  // The reset and the ground are in the static sheet of the first screen.
  preflight: false,
  theme: {
    breakpoints: Object.fromEntries(
      Object.entries(BREAKPOINTS).flatMap(([name, width]) => (width > 0 ? [[name, `${width}px`]] : [])),
    ),
    tokens: {
      colors: { ...all('', colours.light), blackAlpha: { 500: colour('scrim') } },
      fonts: { heading: at('font-display'), body: at('font-body'), ...all('font-', fonts) },
      fontSizes: Object.fromEntries(Object.entries(fontSizes).map(([name, value]) => [name, { value }])),
      fontWeights: { normal: { value: '400' }, medium: { value: '600' }, semibold: { value: '600' } },
      radii: all('radius-', radii),
      shadows: { lg: at('shadow-menu'), ...all('shadow-', shadows) },
      spacing: quarters,
      sizes: { ...quarters, full: { value: '100%' }, tap: at('size-tap') },
      zIndex: { popover: { value: '30' } },
      durations: { faster: { value: '100ms' }, moderate: { value: '150ms' }, slow: { value: '200ms' } },
    },
    semanticTokens: {
      colors: {
        ...stateColours,
        bg: { DEFAULT: colour('page'), panel: colour('surface-raised'), subtle: colour('surface-sunken') },
        fg: { DEFAULT: colour('text'), muted: colour('muted'), error: colour('loss') },
        border: { DEFAULT: colour('line-strong'), error: colour('loss') },
        gray: palette('box-closed', 'on-box-closed', 'surface-sunken', 'text'),
        blue: palette('blue-line', 'surface', 'info-ground', 'info-text'),
        green: palette('box-active', 'on-box-active', 'success-ground', 'success-text'),
        orange: palette('box-waiting', 'on-box-waiting', 'warning-ground', 'warning-text'),
        red: palette('red-line', 'surface', 'error-ground', 'error-text'),
      },
      radii: { l1: at('radius-small'), l2: at('radius-medium'), l3: at('radius-large') },
    },
    textStyles: Object.fromEntries(
      Object.keys(fontSizes).map((name) => [name, { value: { fontSize: name, lineHeight: '1.4' } }]),
    ),
    layerStyles: { disabled: { value: { opacity: '0.55', cursor: 'not-allowed' } } },
    recipes: { button: buttonRecipe, input: inputRecipe },
    slotRecipes: { alert: alertSlotRecipe, dialog: dialogSlotRecipe, field: fieldSlotRecipe },
  },
  globalCss: { html: { colorPalette: 'blue' } },
})

export const system = createSystem(defaultBaseConfig, config)
