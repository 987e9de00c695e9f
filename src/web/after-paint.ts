/**
 * Runs the work when the frame that is being made has been painted: an effect may run before, a task that a frame's
 * callback asks for runs after. Answers how to call it off.
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

/** The same to wait for; at once where nobody looks, since a hidden page makes no frames. */
export const whenPainted = (): Promise<void> =>
  document.visibilityState === 'hidden' ? Promise.resolve() : new Promise((resolve) => void afterPaint(resolve))
