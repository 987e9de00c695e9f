import { colours, fonts, radii, shadows, sizes, spacing } from './tokens.ts'

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
