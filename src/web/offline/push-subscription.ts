import type { PushDevice } from '#contract/push'

// The browser's side of notifications, for the page that switches them on and the worker that keeps them on.

const deviceOf = (subscription: PushSubscription): PushDevice => {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  return { endpoint, p256dh, auth }
}

const isOtherKey = (error: unknown): boolean => error instanceof DOMException && error.name === 'InvalidStateError'

/** Asks the browser's push service for an address; permission has been given. */
export const subscribeTo = async (manager: PushManager, publicKey: string): Promise<PushDevice> => {
  const wanted = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return deviceOf(await manager.subscribe(wanted))
  } catch (error) {
    if (!isOtherKey(error)) throw error
    // From before the league was restored, or moved to another server.
    await (await manager.getSubscription())?.unsubscribe()
    return deviceOf(await manager.subscribe(wanted))
  }
}
