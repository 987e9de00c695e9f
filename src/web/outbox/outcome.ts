import { CallError, isUnreachable } from '../net/call-error.ts'
import type { OutboxRow, RowRefusal } from './row.ts'

/** What came of sending a row. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: RowRefusal }
  | { readonly kind: 'login' }
  /** `afterMs`: how long the server asked us to wait. */
  | { readonly kind: 'again'; readonly afterMs: number | null }

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Too slow, too early, too many. */
const notDecided: readonly number[] = [408, 425, 429]

export const outcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof CallError)) return { kind: 'again', afterMs: null }
  const { kind, status, code, message, retryAfterMs } = error
  if (kind === 'login') return { kind: 'login' }
  const isDecided = !isUnreachable(error) && status < 500 && !notDecided.includes(status)
  return isDecided
    ? { kind: 'refused', refusal: { code, sentence: message } }
    : { kind: 'again', afterMs: retryAfterMs }
}

/** Doubling, from 1 s to 60 s, with chance in it so that phones do not come back together. `chance`: 0 to 1. */
export const pauseBefore = (attempts: number, chance: number): number => {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts)
  return FIRST_PAUSE_MS + chance * (longest - FIRST_PAUSE_MS)
}

/** The row as it is after an outcome. */
export const applyOutcome = (
  row: OutboxRow,
  outcome: Outcome | { readonly kind: 'expired' },
  now: number,
  chance: number,
) => {
  switch (outcome.kind) {
    case 'done':
      return { ...row, state: 'done' } as const
    case 'refused':
      return { ...row, state: 'refused', refusal: outcome.refusal } as const
    case 'expired':
      return { ...row, state: 'expired' } as const
    case 'login':
      return { ...row, state: 'login' } as const
    case 'again':
      return {
        ...row,
        state: 'queued',
        nextAt: now + Math.max(outcome.afterMs ?? 0, pauseBefore(row.attempts, chance)),
        insisted: outcome.afterMs !== null,
      } as const
  }
}
