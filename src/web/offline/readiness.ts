import { useSyncExternalStore } from 'react'
import { observable } from './observable.ts'
import { reportStorageTrouble } from './storage-trouble.ts'

/** Whether the app itself is stored on this device: before that nothing may promise that it works offline. */
const ready = observable(false)

export const useOfflineReady = (): boolean => useSyncExternalStore(ready.subscribe, ready.get)
export const setOfflineReady = ready.set

/** Follows the worker's installation to its end. An earlier worker goes on serving where a newer one cannot be installed. */
export const watchInstallation = (registration: ServiceWorkerRegistration): void => {
  const look = (worker: ServiceWorker | null) => {
    if (registration.active) return ready.set(true)
    if (worker?.state === 'redundant') reportStorageTrouble('unsaved')
  }
  const follow = () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => look(installing))
  }
  registration.addEventListener('updatefound', follow)
  follow()
  look(registration.waiting)
}
