import { type RefObject, useEffect, useRef, useState } from 'react'

/** How wide an element is, in pixels; 0 before it is drawn. */
export function useWidth(): readonly [frame: RefObject<HTMLDivElement | null>, width: number] {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)
    observer?.observe(element)
    measure()
    return () => observer?.disconnect()
  }, [])
  return [frame, width]
}
