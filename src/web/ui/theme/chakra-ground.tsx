import { ChakraProvider } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { system } from './system.ts'

/** The ground of a screen with dialogs or forms. Import it in such a screen only: it must stay out of the first screen. */
export const ChakraGround = ({ children }: { children: ReactNode }) => (
  <ChakraProvider value={system}>{children}</ChakraProvider>
)
