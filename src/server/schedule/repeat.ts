/**
 * Does a step after `firstMs`, and again after as many milliseconds as it answers. A step catches what it can fail with.
 * Returns how to stop, which waits for a running step.
 */
export function repeat(makeStep: (signal: AbortSignal) => () => Promise<number>, firstMs = 0): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const step = makeStep(signal)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const next = (ms: number) => {
    timer = setTimeout(() => {
      running = step().then((inMs) => {
        if (!signal.aborted) next(inMs)
      })
    }, ms).unref()
  }
  next(firstMs)
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await running
  }
}
