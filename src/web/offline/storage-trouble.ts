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
