import { useEffect, useEffectEvent, useRef } from 'react'
import { Notice, type NoticeProps } from './notice.tsx'

const SUCCESS_ENDS_AFTER_MS = 4000

/** A notice that lies over the page: one of success that can be closed closes itself. */
export function PassingNotice({ kind, onClose, children }: Omit<NoticeProps, 'ref'>) {
  const place = useRef<HTMLDivElement>(null)
  const onEnd = useEffectEvent(() => onClose?.())
  const ends = kind === 'success' && onClose !== undefined
  useEffect(() => {
    if (!ends) return
    let timer: ReturnType<typeof setTimeout>
    // Not under the pointer, nor with the focus within: it is being read (WCAG 2.2.1).
    const isRead = () => place.current?.matches(':hover') || place.current?.contains(document.activeElement)
    const wait = () => {
      timer = setTimeout(() => (isRead() ? wait() : onEnd()), SUCCESS_ENDS_AFTER_MS)
    }
    wait()
    return () => clearTimeout(timer)
  }, [ends])
  return (
    <Notice ref={place} kind={kind} onClose={onClose}>
      {children}
    </Notice>
  )
}
