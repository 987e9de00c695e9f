import type { ReactNode } from 'react'

/** For screen readers alone: there before its words, which are read when they come. */
export const Announcer = ({ children }: { readonly children: ReactNode }) => (
  <p className="quiet" role="status" aria-live="polite">
    {children}
  </p>
)
