import type { ReactNode } from 'react'
import { focusPage } from '../../paint/focus-page.ts'

interface NoticeProps {
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  /** With it the notice can be dismissed. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

/** A sentence about the state of things; errors and warnings interrupt a screen reader, the others wait. */
export const Notice = ({ kind, onClose, children }: NoticeProps) => (
  <div className={`notice ${kind}`} role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}>
    <div>{children}</div>
    {onClose && (
      <button
        className="notice-close"
        type="button"
        aria-label="Close"
        onClick={() => {
          onClose()
          focusPage()
        }}
      >
        &times;
      </button>
    )}
  </div>
)
