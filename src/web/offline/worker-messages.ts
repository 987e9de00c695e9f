import type { StorageTrouble } from './store-access.ts'

/** From the page to the service worker. */
export type ToWorker =
  /** `former`: what the same owner's rows were stored as before. */
  | { readonly type: 'set-owner'; readonly owner: string; readonly former: string | null }
  | { readonly type: 'purge' }
  /** `always`: even if the offline set was fetched a moment ago. */
  | { readonly type: 'warm-up'; readonly always: boolean }
  | { readonly type: 'claim' }
  | { readonly type: 'SKIP_WAITING' }

/** From the service worker to every page. */
export type FromWorker =
  | { readonly type: 'storage-trouble'; readonly trouble: StorageTrouble }
  /** `first`: nothing was stored before, so the progress is worth showing. */
  | { readonly type: 'warm-up-progress'; readonly done: number; readonly total: number; readonly first: boolean }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export const readToWorker = (value: unknown): ToWorker | null => {
  if (!isRecord(value)) return null
  if (value.type === 'set-owner' && typeof value.owner === 'string') {
    return { type: 'set-owner', owner: value.owner, former: typeof value.former === 'string' ? value.former : null }
  }
  if (value.type === 'purge') return { type: 'purge' }
  if (value.type === 'warm-up') return { type: 'warm-up', always: value.always === true }
  if (value.type === 'claim') return { type: 'claim' }
  return value.type === 'SKIP_WAITING' ? { type: 'SKIP_WAITING' } : null
}

export const readFromWorker = (value: unknown): FromWorker | null => {
  if (!isRecord(value)) return null
  if (value.type === 'storage-trouble') {
    return { type: 'storage-trouble', trouble: value.trouble === 'full' ? 'full' : 'blocked' }
  }
  const { type, done, total, first } = value
  if (type !== 'warm-up-progress' || typeof done !== 'number' || typeof total !== 'number') return null
  return { type, done, total, first: first === true }
}
