/** What a notification told is on the screen of an app that is looked at; a turn that is over is told by none. */
export const closeNoticesWhenSeen = (registration: ServiceWorkerRegistration): void => {
  const close = async () => {
    if (document.visibilityState !== 'visible') return
    for (const notice of await registration.getNotifications()) notice.close()
  }
  const tryClose = () => void close().catch(() => undefined)
  document.addEventListener('visibilitychange', tryClose)
  tryClose()
}
