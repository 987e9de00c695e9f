/**
 * Runs the work after the next paint: an effect may run before it, a task queued by an animation frame runs after it.
 * Returns a function that cancels it.
 */
export const afterPaint = (work: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** The same as a promise; resolves at once on a hidden page, which paints nothing. */
export const whenPainted = (): Promise<void> =>
  document.visibilityState === 'hidden' ? Promise.resolve() : new Promise((resolve) => void afterPaint(resolve))

/** To the heading, where reading begins: for what ends with the button that had the focus, and for a new page. */
export const focusPage = (): void => {
  const target = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.getElementById('main')
  target?.focus({ preventScroll: true })
}
