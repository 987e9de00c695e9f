import { type PointerEvent, useRef, useState } from 'react'

/** So near to the window's edge, in pixels, the page goes on by itself, and so far in each frame. */
const EDGE_PX = 88
const STEP_PX = 9

export interface Drag {
  readonly from: number
  /** Where the row would land. */
  readonly to: number
}

/**
 * Moves a row of a list by its handle, with a finger, a pen or the mouse. The rows stay where they are in the document
 * until it is let go: a handle that was moved there would lose the pointer.
 */
export function useRowDrag(onDrop: (drag: Drag) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const stop = useRef<(() => void) | null>(null)

  const begin = ({ currentTarget, pointerId, clientY, button, isPrimary }: PointerEvent<HTMLElement>) => {
    const handle: HTMLElement = currentTarget
    const row = handle.closest('li')
    const list = row?.parentElement
    if (!row || !list || button !== 0 || !isPrimary || stop.current) return
    const rows = [...list.children]
    const from = rows.indexOf(row)
    const middles = rows.map((each) => {
      const { top, height } = each.getBoundingClientRect()
      return top + height / 2 + window.scrollY
    })
    const start = clientY + window.scrollY
    const ends = new AbortController()
    const { signal } = ends
    let at = clientY
    let to = from
    let frame = 0

    const follow = () => {
      const moved = at + window.scrollY - start
      row.style.setProperty('--dragged', `${moved}px`)
      const middle = (middles[from] ?? 0) + moved
      to = middles.filter((other, place) => (place < from ? other < middle : place > from && other <= middle)).length
      setDrag((before) => (before?.to === to ? before : { from, to }))
    }
    const scroll = () => {
      const step = at < EDGE_PX ? -STEP_PX : at > window.innerHeight - EDGE_PX ? STEP_PX : 0
      if (step !== 0) {
        window.scrollBy(0, step)
        follow()
      }
      frame = requestAnimationFrame(scroll)
    }
    const end = () => {
      ends.abort()
      cancelAnimationFrame(frame)
      row.style.removeProperty('--dragged')
      list.style.removeProperty('--gap')
      stop.current = null
      setDrag(null)
    }
    stop.current = end
    handle.setPointerCapture(pointerId)
    // The others make room for it.
    list.style.setProperty('--gap', `${row.getBoundingClientRect().height}px`)
    frame = requestAnimationFrame(scroll)
    setDrag({ from, to })
    handle.addEventListener(
      'pointermove',
      (event) => {
        at = event.clientY
        follow()
      },
      { signal },
    )
    handle.addEventListener(
      'pointerup',
      () => {
        end()
        if (to !== from) onDrop({ from, to })
      },
      { signal },
    )
    handle.addEventListener('lostpointercapture', end, { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
  }
  return { drag, begin }
}

/** Which way a row at this place makes room. */
export const shiftOf = (drag: Drag | null, place: number): 'up' | 'down' | 'dragged' | undefined => {
  if (!drag) return undefined
  if (place === drag.from) return 'dragged'
  if (place > drag.from && place <= drag.to) return 'up'
  return place < drag.from && place >= drag.to ? 'down' : undefined
}
