import { useSyncExternalStore } from 'react'
import { activateWaitingWorker } from './activate-waiting-worker.ts'
import { createUpdateFlow, HIDDEN_LONG_MS, type UpdateFlow } from './update-flow.ts'

const HOURLY_MS = 60 * 60_000
const WORKER_ADDRESS = '/sw.js'

let flow: UpdateFlow | null = null
const listeners = new Set<() => void>()
let holds = 0

/** Holds updates back while a form has unsaved changes. Returns the release. */
export const holdUpdates = (): (() => void) => {
  holds += 1
  let held = true
  return () => {
    if (held) holds -= 1
    held = false
  }
}

/** Whether a form on the screen has changes that would be lost with it. */
export const hasUnsavedChanges = (): boolean => holds > 0

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether a new version waits for the member's approval. */
export const useUpdateWaiting = (): boolean => useSyncExternalStore(subscribe, () => flow?.waiting.get() ?? false)

export const applyUpdate = (): void => flow?.apply()

const hasDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null

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

const register = async (isSending: () => boolean): Promise<void> => {
  const { Workbox } = await import('workbox-window')
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
    isBusy: () => holds > 0 || isSending() || hasDialog(),
    reload: () => window.location.reload(),
  })
  flow = updates
  updates.waiting.subscribe(() => {
    for (const listener of [...listeners]) listener()
  })
  navigator.serviceWorker.addEventListener('controllerchange', updates.controllerChanged)
  workbox.addEventListener('waiting', updates.found)
  listen(updates)
  await workbox.register({ immediate: true })
}

/** Registers the worker and checks for new versions. The development server has no worker. */
export const startUpdates = ({ isSending }: { readonly isSending: () => boolean }): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A browser that refuses workers (a private window, a full disk) still has a working app.
  void register(isSending).catch(() => undefined)
}
