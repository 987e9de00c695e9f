import { afterEach, vi } from 'vitest'

// What a test has put in the place of the browser's own is gone after it.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
