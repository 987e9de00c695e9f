import type { ReactNode, Ref } from 'react'
import { focusPage } from '../paint/page.ts'

/** Goes with what it closes, so the focus goes where reading begins. */
export const CloseButton = ({ onClose }: { readonly onClose: () => void }) => (
  <button
    className="icon-button close"
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
  /** What a pressed button comes to: on a phone the place below a button is often under the tabs. */
  readonly isAnswer?: boolean
  /** With it the notice can be dismissed. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

const showAnswer = (place: HTMLElement | null) => place?.scrollIntoView({ block: 'nearest' })

/** A sentence about the state of things; errors and warnings interrupt a screen reader, the others wait. */
export const Notice = ({ ref, kind, isAnswer, onClose, children }: NoticeProps) => (
  <div
    ref={isAnswer ? showAnswer : ref}
    className={`notice ${kind}`}
    role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}
  >
    <div>{children}</div>
    {onClose && <CloseButton onClose={onClose} />}
  </div>
)

interface LineProps {
  readonly id?: string
  readonly className?: string
  readonly children: ReactNode
}

/** A sentence that changes: its place is there before its words, which are read when they come. */
export const Line = ({ id, className, children }: LineProps) => (
  <p id={id} className={className} role="status" aria-live="polite">
    {children}
  </p>
)

/** The same for screen readers alone. */
export const Announcer = ({ children }: Pick<LineProps, 'children'>) => <Line className="quiet">{children}</Line>

const CODE = /^(?:HTTP \d{3}|[A-Z][A-Z0-9_]+): /

/** A sentence behind a code, as the spec words some failures: the letters stay, and the eye falls on the sentence. */
export const CodedText = ({ text }: { readonly text: string }) => {
  const [code = ''] = CODE.exec(text) ?? []
  return (
    <>
      {code !== '' && <small>{code}</small>}
      {text.slice(code.length)}
    </>
  )
}
