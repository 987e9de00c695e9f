import { useSyncExternalStore } from 'react'
import { observable } from '../offline/observable.ts'
import { isStuck, type OutboxRow } from './row.ts'

// The page's view of its outbox. A small separate file, because the first screen's bar, logout and updates use it;
// storage and sender are loaded later.

/** A row as the page has it: `saving` until it is stored on the device. */
export type PageRow = Omit<OutboxRow, 'state' | 'seq'> & { readonly state: OutboxRow['state'] | 'saving' }

const rows = observable<readonly PageRow[]>([])

export const setOutboxRows = rows.set
export const getOutboxRows = rows.get
export const useOutboxRows = (): readonly PageRow[] => useSyncExternalStore(rows.subscribe, rows.get)

/** How many cart changes the server has not yet accepted. */
export const countPendingChanges = (): number =>
  rows.get().filter((row) => row.state !== 'done' && !isStuck(row)).length

/** Whether a row is being sent: not the moment to reload the page. */
export const isOutboxSending = (): boolean => rows.get().some(({ state }) => state === 'sending' || state === 'saving')
