import './toast.css'
import type { ReactNode } from 'react'
import { Floating } from './floating.tsx'

/** Feedback on a tap, fixed to the bottom of the screen however long the page. */
export const Toast = ({ children }: { readonly children: ReactNode }) => (
  <Floating className="toast">{children}</Floating>
)
