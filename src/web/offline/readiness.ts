import { useSyncExternalStore } from 'react'
import { observable } from './observable.ts'
import type { StorageTrouble } from './store-access.ts'

const trouble = observable<StorageTrouble | null>(null)

export const getStorageTrouble = trouble.get
export const useStorageTrouble = (): StorageTrouble | null => useSyncExternalStore(trouble.subscribe, trouble.get)

/** Only the first is reported; a second would merely repeat that nothing is stored. */
export const reportStorageTrouble = (what: StorageTrouble): void => {
  if (trouble.get() === null) trouble.set(what)
}

/** Closes the line. The same store is reported only once; another one would be reported again. */
export const dismissStorageTrouble = (): void => trouble.set(null)

/** Whether the app itself is stored on this device: before that nothing may promise that it works offline. */
const ready = observable(false)

export const useOfflineReady = (): boolean => useSyncExternalStore(ready.subscribe, ready.get)
export const setOfflineReady = ready.set

let resolveWithout: (none: null) => void = () => undefined
const without = new Promise<null>((resolve) => {
  resolveWithout = resolve
})

/** This launch gets no worker: what waits for one continues. */
export const goOnWithoutWorker = (): void => resolveWithout(null)

/**
 * The registration with its active worker; null where none comes, for which the browser's own promise waits for good.
 */
export const activeWorker = async (): Promise<ServiceWorkerRegistration | null> =>
  // Absent on plain http and in some private windows.
  'serviceWorker' in navigator ? await Promise.race([navigator.serviceWorker.ready, without]) : null

/**
 * Follows the worker's installation to its end. An earlier worker keeps serving where a newer one cannot be installed.
 */
export const watchInstallation = (registration: ServiceWorkerRegistration): void => {
  const look = (worker: ServiceWorker | null) => {
    if (registration.active) return ready.set(true)
    if (worker?.state !== 'redundant') return
    reportStorageTrouble('unsaved')
    goOnWithoutWorker()
  }
  const follow = () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => look(installing))
  }
  registration.addEventListener('updatefound', follow)
  follow()
  look(registration.waiting)
}
