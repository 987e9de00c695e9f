import './thumb-notice.css'
import type { ReactNode } from 'react'

/** Keeps what became of a tap at the lower edge, where the thumb is, however long the page. */
export const ThumbNotice = ({ children }: { readonly children: ReactNode }) => (
  <div className="thumb-notice">{children}</div>
)
