import { useEffect, useRef } from 'react'
import { markWindow } from '../../ui/use-title.ts'
import { isWanted, readySound, sound, vibrate } from './signals.ts'

// Not in every browser; it only repeats what is on the screen.
const badge = (isTurn: boolean) => {
  if (!('setAppBadge' in navigator)) return
  void (isTurn ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => undefined)
}

/**
 * The member's turn makes the phone vibrate and sound once, as the device is set, and marks the window's title and the
 * app's icon while it lasts.
 */
export function useToldTurn(isTurn: boolean): void {
  const was = useRef(false)
  useEffect(() => {
    if (isTurn === was.current) return
    was.current = isTurn
    badge(isTurn)
    markWindow(isTurn ? 'Your pick · ' : '')
    if (!isTurn) return
    if (isWanted('vibration')) vibrate()
    if (isWanted('sound')) void sound().catch(() => undefined)
  }, [isTurn])
  useEffect(() => {
    // The first tap on a page lets it sound later.
    const ready = () => {
      if (isWanted('sound')) void readySound().catch(() => undefined)
    }
    document.addEventListener('pointerdown', ready, { once: true })
    return () => {
      document.removeEventListener('pointerdown', ready)
      if (!was.current) return
      was.current = false
      badge(false)
      markWindow('')
    }
  }, [])
}
