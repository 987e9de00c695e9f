import { createContext, type ReactNode, type RefObject, useContext, useEffect, useEffectEvent, useRef } from 'react'
import { CloseButton } from './close-button.tsx'

/** Whether the notices here lie over the page, where those of success end by themselves. */
export const OverPage = createContext(false)

const SUCCESS_ENDS_AFTER_MS = 4000

/** Not under the pointer, nor with the focus within: it is being read (WCAG 2.2.1). */
function useEnd(place: RefObject<HTMLElement | null>, ends: boolean, end: () => void) {
  const onEnd = useEffectEvent(end)
  useEffect(() => {
    if (!ends) return
    let timer: ReturnType<typeof setTimeout>
    const isRead = () => place.current?.matches(':hover') || place.current?.contains(document.activeElement)
    const wait = () => {
      timer = setTimeout(() => (isRead() ? wait() : onEnd()), SUCCESS_ENDS_AFTER_MS)
    }
    wait()
    return () => clearTimeout(timer)
  }, [place, ends])
}

interface NoticeProps {
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  /** With it the notice can be dismissed. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

/** A sentence about the state of things; errors and warnings interrupt a screen reader, the others wait. */
export const Notice = ({ kind, onClose, children }: NoticeProps) => {
  const place = useRef<HTMLDivElement>(null)
  const isOverPage = useContext(OverPage)
  useEnd(place, isOverPage && kind === 'success' && onClose !== undefined, () => onClose?.())
  return (
    <div ref={place} className={`notice ${kind}`} role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}>
      <div>{children}</div>
      {onClose && <CloseButton className="notice-close" onClose={onClose} />}
    </div>
  )
}
