const LOOK_EVERY_MS = 500
/** A worker that is still sending changes is not cut short; then the new one comes when that is done. */
const LOOKS = 20

interface Door {
  /** Asks the new worker to take over. */
  skipWaiting(): void
  isWaiting(): Promise<boolean>
  /** Starts something that the active worker has to look after, and that ends at once. */
  passBy(): void
}

/**
 * A request that comes in the moment in which the old worker is let go starts it again, and Chromium (156) then forgets
 * the new one until the old one has had nothing to do for 30 s, however often it is asked. It looks again when a further
 * client comes.
 */
export const letIn = async ({ skipWaiting, isWaiting, passBy }: Door): Promise<void> => {
  skipWaiting()
  for (let look = 0; look < LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    if (!(await isWaiting())) return
    passBy()
  }
}
