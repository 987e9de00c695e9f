import { useSyncExternalStore } from 'react'
import { BREAKPOINTS } from '#contract/limits'

const wide = `(min-width: ${BREAKPOINTS.xl}px)`

const subscribe = (listener: () => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the board has room beside it. */
export const useWideWindow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
