import { vi } from 'vitest'

/** Holds back the page's frames, until the test is over, for what waits for one; `drawFrame` draws one. */
export const holdFrames = () => {
  const waiting: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (work: FrameRequestCallback) => waiting.push(work))
  return {
    waiting,
    drawFrame: () => {
      for (const work of waiting.splice(0)) work(0)
    },
  }
}
