import { useSyncExternalStore } from 'react'
import { observable } from '../observable.ts'
import { isStuck, type OutboxRow } from './row.ts'

// What the page knows of its outbox. Small, because the bar, the logout and the updates ask; storage and sender are
// loaded apart.

/** A row as the screen has it: `saving` until the device has written it down. */
export type PageRow = Omit<OutboxRow, 'state' | 'seq'> & { readonly state: OutboxRow['state'] | 'saving' }

const rows = observable<readonly PageRow[]>([])

export const setOutboxRows = rows.set
export const getOutboxRows = rows.get
export const useOutboxRows = (): readonly PageRow[] => useSyncExternalStore(rows.subscribe, rows.get)

/** How many cart changes the server has not yet accepted. */
export const countPendingChanges = (): number =>
  rows.get().filter((row) => row.state !== 'done' && !isStuck(row)).length

/** Whether a row is on its way: not the moment to exchange the page. */
export const isOutboxSending = (): boolean => rows.get().some(({ state }) => state === 'sending' || state === 'saving')
