import { useEffect, useEffectEvent, useState } from 'react'

/** Looks again and again while the app is seen, and at once when it is seen again. */
export function useLookEvery(ms: number, look: () => void): void {
  const onTime = useEffectEvent(look)
  useEffect(() => {
    const ifSeen = () => {
      if (document.visibilityState === 'visible') onTime()
    }
    const timer = setInterval(ifSeen, ms)
    document.addEventListener('visibilitychange', ifSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ifSeen)
    }
  }, [ms])
}

const TICK_MS = 15_000

/** The time, renewed often enough for "N minutes ago". */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useLookEvery(TICK_MS, () => setNow(new Date()))
  return now
}
