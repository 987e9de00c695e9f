import { useEffect, useState } from 'react'

/** Keeps the screen on during the draft, where the browser can; the lock ends whenever the page is hidden. */
export function WakeSwitch() {
  const [isOn, setIsOn] = useState(false)
  useEffect(() => {
    if (!isOn) return
    let lock: WakeLockSentinel | null = null
    let isGone = false
    const take = () => {
      if (document.visibilityState !== 'visible') return
      navigator.wakeLock.request('screen').then(
        (taken) => {
          if (isGone) return void taken.release().catch(() => undefined)
          lock = taken
        },
        // A low battery refuses it.
        () => setIsOn(false),
      )
    }
    take()
    document.addEventListener('visibilitychange', take)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release().catch(() => undefined)
    }
  }, [isOn])
  if (!('wakeLock' in navigator)) return null
  return (
    <button className="tool" type="button" aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
      Keep screen on
    </button>
  )
}
