import { Workbox } from 'workbox-window'
import { activateWaitingWorker } from './activate-waiting-worker.ts'
import { closeNoticesWhenSeen } from './close-notices.ts'
import { watchInstallation } from './readiness.ts'
import { createUpdateFlow, HIDDEN_LONG_MS, type UpdateFlow } from './update-flow.ts'
import { postToWorker } from './worker-channel.ts'

const HOURLY_MS = 60 * 60_000
const WORKER_ADDRESS = '/sw.js'

const listen = (updates: UpdateFlow) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') return updates.visible()
    updates.hidden()
    timer = setTimeout(updates.hidden, HIDDEN_LONG_MS)
  })
  window.addEventListener('focus', updates.check)
  window.addEventListener('pageshow', ({ persisted }) => {
    // The first one belongs to the page load, which has just checked.
    if (persisted) updates.check()
  })
  for (const name of ['pointerdown', 'keydown']) window.addEventListener(name, updates.touched, { capture: true })
  setInterval(updates.check, HOURLY_MS)
}

/** Registers the worker, and hands over what decides when a new version is taken before the first one can be found. */
export const registerWorker = async (isBusy: () => boolean, onFlow: (updates: UpdateFlow) => void): Promise<void> => {
  const workbox = new Workbox(WORKER_ADDRESS)
  const updates = createUpdateFlow({
    worker: {
      controlled: navigator.serviceWorker.controller !== null,
      checkForUpdate: () => workbox.update(),
      // If this fails the new worker activates once the old one is idle.
      skipWaiting: () => void activateWaitingWorker(() => workbox.messageSkipWaiting()).catch(() => undefined),
    },
    now: () => Date.now(),
    path: () => window.location.pathname,
    isHidden: () => document.visibilityState === 'hidden',
    isBusy,
    reload: () => window.location.reload(),
  })
  onFlow(updates)
  navigator.serviceWorker.addEventListener('controllerchange', updates.controllerChanged)
  workbox.addEventListener('waiting', updates.found)
  listen(updates)
  const registration = await workbox.register({ immediate: true })
  if (registration) {
    watchInstallation(registration)
    closeNoticesWhenSeen(registration)
  }
  // A page that was still on its way when the worker claimed all pages has been left out.
  if (navigator.serviceWorker.controller === null) await postToWorker({ type: 'claim' })
}
