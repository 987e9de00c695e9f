import { useEffect, useState } from 'react'
import { BREAKPOINTS } from '#contract/limits'
import { afterPaint } from '../paint/after-paint.ts'

/** Whether a screen has room beside its main part, as the window is now; true at the earliest when that has been painted. */
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
