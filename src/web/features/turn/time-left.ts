import { useEffect, useReducer } from 'react'

/** 42 as '0:42', 3665 as '1:01:05'. */
export const timeText = (seconds: number): string => {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first, ...others] = parts[0] === 0 ? parts.slice(1) : parts
  return [first, ...others.map((part) => String(part).padStart(2, '0'))].join(':')
}

/** The whole seconds left until then, counted down, 0 once it is past; null where no time runs. */
export function useSecondsLeft(endsAt: number | null): number | null {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (endsAt === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const left = endsAt - Date.now()
      // At the next full second.
      if (left > 0) timer = setTimeout(next, left % 1_000 || 1_000)
    }
    const next = () => {
      tick()
      wait()
    }
    wait()
    return () => clearTimeout(timer)
  }, [endsAt])
  return endsAt === null ? null : Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000))
}
