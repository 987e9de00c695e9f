import { useEffect, useRef } from 'react'

const VIBRATION_MS = [200, 100, 200]

// Neither exists in every browser; both only repeat what is on the screen.
const badge = (isTurn: boolean) => {
  if (!('setAppBadge' in navigator)) return
  void (isTurn ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => undefined)
}

/** The member's turn makes the phone vibrate once and badges the app's icon while it lasts. */
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
