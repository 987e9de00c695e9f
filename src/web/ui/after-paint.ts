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
