const TICK_MS = 10

/** A short tick in the hand as an action is taken, where the device has one and its owner wants things to move. */
export const tick = (): void => {
  if (!('vibrate' in navigator) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate(TICK_MS)
}
