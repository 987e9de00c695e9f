import { useEffect, useRef } from 'react'

const VIBRATION_MS = [200, 100, 200]

// Neither is there in every browser, and both are a favour: what they say is on the screen, too.
const badge = (isTurn: boolean) => {
  if (!('setAppBadge' in navigator)) return
  void (isTurn ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => undefined)
}

/** The own turn shakes the phone once and marks the app's icon while it lasts. */
export function useOwnTurn(isTurn: boolean): void {
  const was = useRef(false)
  useEffect(() => {
    if (isTurn && !was.current && 'vibrate' in navigator && navigator.userActivation?.hasBeenActive) {
      navigator.vibrate(VIBRATION_MS)
    }
    if (isTurn !== was.current) badge(isTurn)
    was.current = isTurn
  }, [isTurn])
  useEffect(() => () => badge(false), [])
}
