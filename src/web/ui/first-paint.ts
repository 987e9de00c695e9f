import { startTransition, useEffect, useState } from 'react'
import { BREAKPOINTS } from '#contract/limits'
import { afterPaint } from '../paint/page.ts'

let seen: number | undefined

// Read from the layout that has been made: on a phone the question alone makes a new one.
if (typeof ResizeObserver !== 'undefined') {
  new ResizeObserver((entries) => {
    for (const { contentRect } of entries) seen = contentRect.width
  }).observe(document.documentElement)
}

/** The width of the window, px, to choose what a first frame draws: free, and at most a frame old. */
export const windowWidth = (): number => seen ?? window.innerWidth

/**
 * Whether nothing of the component has been painted yet. What a slow phone shows first has what is in sight, and no
 * more: the rest follows when that is painted.
 */
export function useFirstFrame(): boolean {
  const [isFirst, setFirst] = useState(true)
  useEffect(() => afterPaint(() => startTransition(() => setFirst(false))), [])
  return isFirst
}

/**
 * Whether a screen has room beside its main part, as the window is now; true at the earliest when that has been
 * painted.
 */
export function useWideWindow(): boolean {
  const [isWide, setIsWide] = useState(false)
  useEffect(() => {
    const query = matchMedia(`(min-width: ${BREAKPOINTS.xl}px)`)
    const follow = () => setIsWide(query.matches)
    query.addEventListener('change', follow)
    const cancel = afterPaint(follow)
    return () => {
      cancel()
      query.removeEventListener('change', follow)
    }
  }, [])
  return isWide
}
