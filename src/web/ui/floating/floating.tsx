import './floating.css'
import type { ReactNode } from 'react'
import { publishHeight } from '../publish-height.ts'

const floatingHeight = publishHeight('--pool-floating')

interface FloatingProps {
  readonly className: string
  readonly children: ReactNode
}

/** What a screen has at the bottom of the window, above the status lines: one element of a screen. */
export const Floating = ({ className, children }: FloatingProps) => (
  <div ref={floatingHeight} className={`floating ${className}`}>
    {children}
  </div>
)
