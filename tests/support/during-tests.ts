import { afterAll, beforeAll } from 'vitest'

/** Opened before the tests of a file or a block, and closed after them: it is there when the first of them runs. */
export function duringTests<Opened extends { close(): Promise<unknown> } | { stop(): Promise<unknown> }>(
  open: () => Promise<Opened>,
): Opened {
  const opened: Opened = Object.create(null)
  beforeAll(async () => void Object.assign(opened, await open()))
  afterAll(async () => {
    if ('close' in opened) await opened.close()
    if ('stop' in opened) await opened.stop()
  })
  return opened
}
