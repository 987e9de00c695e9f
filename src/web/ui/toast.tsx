import './toast.css'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Notice, type NoticeProps } from './notice.tsx'
import { publishHeight } from './viewport.ts'

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

const SUCCESS_ENDS_AFTER_MS = 4000

/** Feedback on a tap, over the page: of success that can be closed it closes itself. */
export function Toast({ kind, onClose, children }: Omit<NoticeProps, 'ref' | 'isAnswer'>) {
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
