import { useSyncExternalStore } from 'react'
import { observable } from './observable.ts'

/** `full`: the device has no room; `blocked`: the browser refuses or has lost its storage. The app works on, online. */
export type StorageTrouble = 'full' | 'blocked'

const trouble = observable<StorageTrouble | null>(null)

export const getStorageTrouble = trouble.get
export const useStorageTrouble = (): StorageTrouble | null => useSyncExternalStore(trouble.subscribe, trouble.get)

/** The first one is told; a second would only repeat that nothing is kept. */
export const reportStorageTrouble = (what: StorageTrouble): void => {
  if (trouble.get() === null) trouble.set(what)
}

export const clearStorageTrouble = (): void => trouble.set(null)
