import { NAVY } from './tokens.ts'

// Small: the first-frame script applies the scheme before anything is painted, the user menu changes it.

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]
type Scheme = 'light' | 'dark'

const KEY = 'pool-theme'

const isChoice = (value: unknown): value is ThemeChoice => themeChoices.some((choice) => choice === value)

export function readThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY)
    return isChoice(stored) ? stored : 'system'
  } catch {
    return 'system' // storage is blocked
  }
}

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

const schemeOf = (choice: ThemeChoice): Scheme =>
  choice === 'system' ? (systemIsDark().matches ? 'dark' : 'light') : choice

/** Sets the class on the root and tints the browser's own bars like the navigation bar. */
export function applyThemeChoice(choice: ThemeChoice = readThemeChoice()): void {
  const scheme = schemeOf(choice)
  const root = document.documentElement
  root.classList.toggle('dark', scheme === 'dark')
  root.classList.toggle('light', scheme === 'light')
  // Not by the computed style: the page would be styled for that before anything is drawn.
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', NAVY[scheme])
}

export function storeThemeChoice(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // Storage is blocked: the choice holds until the page is left.
  }
  applyThemeChoice(choice)
}

/** Follows the system while the choice is 'system'. */
export function followSystemScheme(): () => void {
  const query = systemIsDark()
  const follow = () => applyThemeChoice()
  query.addEventListener('change', follow)
  return () => query.removeEventListener('change', follow)
}
