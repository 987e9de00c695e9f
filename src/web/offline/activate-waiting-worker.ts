const LOOK_EVERY_MS = 500
/** A worker that is still sending changes is not cut short; then the new one comes when that is done. */
const LOOKS = 20

const isWaiting = async (): Promise<boolean> => (await navigator.serviceWorker.getRegistration())?.waiting != null

/**
 * Lets the new worker in. A request that comes in the moment in which the old one is let go starts it again, and Chromium
 * (156) then forgets the new one until the old one has had nothing to do for 30 s, however often it is asked. It looks
 * again when a further client comes, as a worker of the page is one.
 */
export const activateWaitingWorker = async (skipWaiting: () => void): Promise<void> => {
  skipWaiting()
  for (let look = 0; look < LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    if (!(await isWaiting())) return
    new Worker(new URL('./noop-worker.ts', import.meta.url), { type: 'module' })
  }
}
