import type { ShoppingCart } from '#contract/trading'
import type { CartChange, OutboxRow, RowRefusal } from './row.ts'

/** What came of sending a row. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: RowRefusal }
  | { readonly kind: 'login' }
  /** `lost`: the server may have acted. `afterMs`: how long it asked us to wait. */
  | { readonly kind: 'again'; readonly lost: boolean; readonly afterMs: number | null }

/** An answer of the server, or status 0 where none came. */
export interface Answered {
  readonly status: number
  readonly refusal: RowRefusal
  readonly retryAfterMs: number | null
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Too early, too many: refused before anything was done. */
const notActed: readonly number[] = [425, 429]

export const outcomeOf = ({ status, refusal, retryAfterMs }: Answered): Outcome => {
  if (status >= 200 && status < 300) return { kind: 'done' }
  // A redirect is the way to a login page.
  if (status === 401 || (status >= 300 && status < 400)) return { kind: 'login' }
  if (notActed.includes(status)) return { kind: 'again', lost: false, afterMs: retryAfterMs }
  if (status === 0 || status === 408 || status >= 500) return { kind: 'again', lost: true, afterMs: retryAfterMs }
  return { kind: 'refused', refusal }
}

/** Doubling, from 1 s to 60 s, with chance in it so that phones do not come back together. `chance`: 0 to 1. */
export const pauseBefore = (attempts: number, chance: number): number => {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts)
  return FIRST_PAUSE_MS + chance * (longest - FIRST_PAUSE_MS)
}

/** Whether the cart already is as the change wants it. */
export const isMet = (change: CartChange, { cartEntries }: Pick<ShoppingCart, 'cartEntries'>): boolean => {
  if (change.kind === 'empty') return cartEntries.length === 0
  const { playerId } = change.player
  const there = cartEntries.find((entry) => entry.playerId === playerId)
  return change.kind === 'add' ? there?.tradeAction === change.action : there === undefined
}

/** The row as it is after an outcome; the lease is over. */
export const applyOutcome = (
  row: OutboxRow,
  outcome: Outcome | { readonly kind: 'expired' },
  now: number,
  chance: number,
) => {
  const free: OutboxRow = { ...row, leasedBy: null, leaseUntil: 0 }
  switch (outcome.kind) {
    case 'done':
      return { ...free, state: 'done' } as const
    case 'refused':
      return { ...free, state: 'refused', refusal: outcome.refusal } as const
    case 'expired':
      return { ...free, state: 'expired' } as const
    case 'login':
      return { ...free, state: 'login', attempts: 0 } as const
    case 'again':
      return {
        ...free,
        state: 'queued',
        lost: row.lost || outcome.lost,
        nextAt: now + Math.max(outcome.afterMs ?? 0, pauseBefore(row.attempts, chance)),
        insisted: outcome.afterMs !== null,
      } as const
  }
}
