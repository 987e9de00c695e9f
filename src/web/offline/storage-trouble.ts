import { useSyncExternalStore } from 'react'
import { observable } from './observable.ts'
import type { StorageTrouble } from './store-access.ts'

const trouble = observable<StorageTrouble | null>(null)

export const getStorageTrouble = trouble.get
export const useStorageTrouble = (): StorageTrouble | null => useSyncExternalStore(trouble.subscribe, trouble.get)

/** The first one is told; a second would only repeat that nothing is kept. */
export const reportStorageTrouble = (what: StorageTrouble): void => {
  if (trouble.get() === null) trouble.set(what)
}

/** The line was read. The next trouble would be told again, but the same broken store reports once. */
export const dismissStorageTrouble = (): void => trouble.set(null)
