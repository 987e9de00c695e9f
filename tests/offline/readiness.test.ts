import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

type WorkerState = 'installing' | 'installed' | 'activated' | 'redundant'

/** A worker as the browser shows it while it is installed. */
class FakeWorker extends EventTarget {
  state: WorkerState = 'installing'

  become(state: WorkerState) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

let installing: FakeWorker
let registration: EventTarget & { installing: FakeWorker | null; waiting: null; active: FakeWorker | null }
let readiness: typeof import('#web/offline/readiness')

/** Each test has its own launch. */
beforeEach(async () => {
  vi.resetModules()
  // Without an active worker the browser's promise never settles.
  Object.defineProperty(navigator, 'serviceWorker', {
    value: Object.assign(new EventTarget(), { ready: new Promise<never>(() => undefined), controller: null }),
    configurable: true,
  })
  installing = new FakeWorker()
  registration = Object.assign(new EventTarget(), { installing, waiting: null, active: null })
  readiness = await import('#web/offline/readiness')
})
// biome-ignore lint/suspicious/noExplicitAny: as much of a registration as is used
const watch = () => readiness.watchInstallation(registration as any)
const trouble = async () => (await import('#web/offline/readiness')).getStorageTrouble()

describe('an installation of the worker', () => {
  test('that fails is reported, and what waits for a worker goes on', async () => {
    const { postToWorker } = await import('#web/offline/worker-channel')
    const posted = vi.fn()
    void postToWorker({ type: 'warm-up', always: false }).then(posted)
    watch()
    expect(await trouble()).toBeNull()
    expect(posted).not.toHaveBeenCalled()
    installing.become('redundant')
    expect(await trouble()).toBe('unsaved')
    await vi.waitFor(() => expect(posted).toHaveBeenCalledTimes(1))
    expect(await readiness.activeWorker()).toBeNull()
  })

  test("that fails beside an earlier worker is none of the member's troubles", async () => {
    registration.active = new FakeWorker()
    watch()
    installing.become('redundant')
    expect(await trouble()).toBeNull()
  })
})

test.each([
  [new DOMException('The operation is insecure.', 'SecurityError'), 'unsaved'],
  [new Error('Failed to register a ServiceWorker: the user denied permission.'), 'unsaved'],
  // Its script could not be fetched; an earlier worker may be there.
  [new TypeError('Failed to fetch'), null],
])('a browser that answers a registration with %s: %s', async (refusal, reported) => {
  vi.stubEnv('PROD', true)
  onTestFinished(() => void vi.unstubAllEnvs())
  const register = vi.fn(() => Promise.reject(refusal))
  Object.assign(navigator.serviceWorker, { register })
  const { startUpdates } = await import('#web/offline/updates')
  startUpdates({ isSending: () => false })
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(1))
  await new Promise((resolve) => setTimeout(resolve))
  expect(await trouble()).toBe(reported)
})

test('where no worker comes the steps after a lost connection all follow', async () => {
  const { onConnectionBack, reportAnswer, reportNoAnswer } = await import('#web/net/connection')
  const { startUpdates } = await import('#web/offline/updates')
  const { postToWorker } = await import('#web/offline/worker-channel')
  const last = vi.fn(async () => undefined)
  onConnectionBack(() => postToWorker({ type: 'warm-up', always: false }))
  onConnectionBack(last)
  // Not a built app, and so without a worker.
  startUpdates({ isSending: () => false })
  reportNoAnswer()
  reportAnswer()
  await vi.waitFor(() => expect(last).toHaveBeenCalledTimes(1))
})
