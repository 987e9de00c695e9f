/** Work that a process does again and again. */
export interface Repeated {
  /** Does the next step now; while one runs, right after it. */
  now(): void
  /** Waits for a running step. */
  stop(): Promise<void>
}

/**
 * Does a step after `firstMs`, and again after as many milliseconds as it answers. A step catches what it can fail with.
 */
export function repeat(makeStep: (signal: AbortSignal) => () => Promise<number>, firstMs = 0): Repeated {
  const stopping = new AbortController()
  const { signal } = stopping
  const step = makeStep(signal)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let isWanted = false

  const run = async () => {
    while (isWanted && !signal.aborted) {
      isWanted = false
      next(await step())
    }
    running = null
  }
  const now = () => {
    isWanted = true
    clearTimeout(timer)
    running ??= run()
  }
  const next = (ms: number) => {
    clearTimeout(timer)
    if (!signal.aborted) timer = setTimeout(now, ms).unref()
  }

  next(firstMs)
  return {
    now,
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
