import { vi } from 'vitest'
import { QUIET_RETRY_MS } from '#web/net/connection'

/** Until the test ends, the pause before a retry is over at once. tests/offline/connection.test.ts knows its length. */
export function skipQuietPauses(): void {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => setTimeout(run, ms === QUIET_RETRY_MS ? 0 : ms))
}
