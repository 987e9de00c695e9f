import type { ReactNode, Ref } from 'react'
import { focusPage } from '../../paint/focus-page.ts'

interface CloseButtonProps {
  readonly className: string
  readonly onClose: () => void
}

/** Goes with what it closes, so the focus goes where reading begins. */
export const CloseButton = ({ className, onClose }: CloseButtonProps) => (
  <button
    className={className}
    type="button"
    aria-label="Close"
    onClick={() => {
      onClose()
      focusPage()
    }}
  >
    &times;
  </button>
)

export interface NoticeProps {
  readonly ref?: Ref<HTMLDivElement>
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  /** With it the notice can be dismissed. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

/** A sentence about the state of things; errors and warnings interrupt a screen reader, the others wait. */
export const Notice = ({ ref, kind, onClose, children }: NoticeProps) => (
  <div ref={ref} className={`notice ${kind}`} role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}>
    <div>{children}</div>
    {onClose && <CloseButton className="notice-close" onClose={onClose} />}
  </div>
)

/** For screen readers alone: there before its words, which are read when they come. */
export const Announcer = ({ children }: { readonly children: ReactNode }) => (
  <p className="quiet" role="status" aria-live="polite">
    {children}
  </p>
)
