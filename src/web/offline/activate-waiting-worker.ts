const LOOK_EVERY_MS = 500
/** A worker that is still sending changes is not interrupted; the new one activates when it is done. */
const LOOKS = 20

const isWaiting = async (): Promise<boolean> => (await navigator.serviceWorker.getRegistration())?.waiting != null

/**
 * Activates the waiting worker. If a request comes just as the old one stops, that one starts again, and Chromium (156)
 * leaves the new one waiting until the old one has been idle for 30 s, however often it is asked to skip waiting. It checks
 * again when another client appears, and a worker of the page is one.
 */
export const activateWaitingWorker = async (skipWaiting: () => void): Promise<void> => {
  skipWaiting()
  for (let look = 0; look < LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    if (!(await isWaiting())) return
    new Worker(new URL('./noop-worker.ts', import.meta.url), { type: 'module' })
  }
}
