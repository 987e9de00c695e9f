import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { ChakraProvider, createSystem, defineConfig } from '@chakra-ui/react/styled-system'
import { buttonRecipe, dialogSlotRecipe, fieldSlotRecipe, inputRecipe, textareaRecipe } from '@chakra-ui/react/theme'
import createEmotion from '@emotion/css/create-instance'
import type { ReactNode } from 'react'
import { BREAKPOINTS } from '#contract/limits'
import { type ColourName, variable } from './tokens.ts'

// Chakra for dialogs and forms, off the first screen's way: its base without its tokens and recipes (62 to 108 kB),
// only the recipes in use, and the names that these ask for. Every value is one of the CSS variables that the first
// screen already has, so both ways of styling show the same, in both schemes.

const at = (name: string) => ({ value: `var(${variable(name)})` })
const colour = (name: ColourName) => at(name)

/** Chakra counts lengths in quarters of a rem. */
const quarters = Object.fromEntries(
  [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 10, 11, 12, 16].map((n) => [n, { value: `${n / 4}rem` }]),
)
/** None for those who want things still. */
const lasting = (base: string) => ({ value: { base, _motionReduce: '0s' } })
const writing = (fontSize: string) => ({ value: { fontSize, lineHeight: '1.4' } })

/** No wider than a phone, however large its letters. */
const button = { ...buttonRecipe, base: { ...buttonRecipe.base, maxWidth: '100%', whiteSpace: 'normal' } } as const

/**
 * On a phone at the bottom edge, under the thumb. The margin above takes the room that is left: an alignment would
 * push the top of a long dialog out of reach.
 */
const dialog = {
  ...dialogSlotRecipe,
  variants: {
    ...dialogSlotRecipe.variants,
    placement: {
      center: {
        positioner: { alignItems: { base: 'flex-start', md: 'center' }, padding: { base: '0', md: '4' } },
        content: {
          marginInline: 'auto',
          marginTop: 'auto',
          marginBottom: { base: '0', md: 'auto' },
          borderBottomRadius: { base: '0', md: 'l3' },
          paddingBottom: { base: 'env(safe-area-inset-bottom)', md: '0' },
        },
      },
    },
  },
} as const

const config = defineConfig({
  // The reset and the ground are in the static sheet of the first screen.
  preflight: false,
  theme: {
    breakpoints: Object.fromEntries(
      Object.entries(BREAKPOINTS).flatMap(([name, width]) => (width > 0 ? [[name, `${width}px`]] : [])),
    ),
    tokens: {
      colors: { blackAlpha: { 500: colour('scrim') } },
      fontWeights: { medium: { value: '600' }, semibold: { value: '600' } },
      shadows: { lg: at('shadow-menu') },
      spacing: quarters,
      sizes: { ...quarters, tap: at('size-tap') },
      zIndex: { popover: { value: '30' } },
    },
    semanticTokens: {
      colors: {
        bg: { DEFAULT: colour('page'), panel: colour('surface-raised'), subtle: colour('surface-sunken') },
        fg: { DEFAULT: colour('text'), muted: colour('muted'), error: colour('loss') },
        border: { DEFAULT: colour('line-strong'), error: colour('loss') },
        // The one palette of all controls.
        blue: {
          solid: colour('blue-line'),
          contrast: colour('surface'),
          fg: colour('text'),
          subtle: colour('info-ground'),
          muted: colour('info-ground'),
          border: colour('line-strong'),
          focusRing: colour('focus'),
        },
      },
      radii: { l2: at('radius-medium'), l3: at('radius-large') },
      durations: { faster: lasting('100ms'), moderate: lasting('150ms'), slow: lasting('200ms') },
    },
    textStyles: { xs: writing('0.8125rem'), sm: writing('0.9375rem'), md: writing('1rem'), lg: writing('1.375rem') },
    layerStyles: { disabled: { value: { opacity: '0.55', cursor: 'not-allowed' } } },
    recipes: { button, input: inputRecipe, textarea: textareaRecipe },
    slotRecipes: { dialog, field: fieldSlotRecipe },
  },
  globalCss: { html: { colorPalette: 'blue' } },
})

export const system = createSystem(defaultBaseConfig, config)

// Chakra's layers and variables stay once they are here: put in and taken out by each dialog, as its provider does,
// they had the whole page restyled and laid out again, which took a slow phone's draft board 400 ms.
const { injectGlobal } = createEmotion({ key: 'chakra' })
injectGlobal(system.layers.atRule)
injectGlobal(...system._global)
const withoutGlobals = { ...system, layers: { ...system.layers, atRule: '' }, _global: [] }

/**
 * The ground of a screen with dialogs or forms. Import it in such a screen only: it must stay out of the first
 * screen.
 */
export const ChakraGround = ({ children }: { children: ReactNode }) => (
  <ChakraProvider value={withoutGlobals}>{children}</ChakraProvider>
)
