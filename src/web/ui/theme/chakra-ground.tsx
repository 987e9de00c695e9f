import { ChakraProvider } from '@chakra-ui/react/styled-system'
import createEmotion from '@emotion/css/create-instance'
import type { ReactNode } from 'react'
import { system } from './system.ts'

// Chakra's layers and variables stay once they are here: put in and taken out by each dialog, as its provider does, they
// had the whole page styled and laid out anew, which took a slow phone's draft board 400 ms.
const { injectGlobal } = createEmotion({ key: 'chakra' })
injectGlobal(system.layers.atRule)
injectGlobal(...system._global)
const withoutGlobals = { ...system, layers: { ...system.layers, atRule: '' }, _global: [] }

/** The ground of a screen with dialogs or forms. Import it in such a screen only: it must stay out of the first screen. */
export const ChakraGround = ({ children }: { children: ReactNode }) => (
  <ChakraProvider value={withoutGlobals}>{children}</ChakraProvider>
)
