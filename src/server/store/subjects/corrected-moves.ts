import type { CorrectionMark } from '#contract/call'
import type { Instant } from '#rules/calendar'
import type { HeldEntry } from '#rules/roster-history'
import type { Queries } from '../engine/database.ts'
import { correctionRows } from './correction-entries.ts'

/** A trade or a roster change as an entry tells it. */
export interface Move<Action extends string> {
  readonly teamId: number
  readonly playerId: number
  readonly action: Action
  readonly at: Instant
  /** Cents; null where there is none to speak of. */
  readonly price: number | null
}

type OfEntry<Action extends string> = (entry: HeldEntry) => readonly Omit<Move<Action>, 'teamId' | 'playerId'>[]

export const tradesOfEntry: OfEntry<'BUY' | 'SELL'> = (entry) => [
  ...(entry.acquired === 'trade' ? [{ action: 'BUY' as const, at: entry.boughtAt, price: entry.boughtPrice }] : []),
  ...(entry.soldAt === null ? [] : [{ action: 'SELL' as const, at: entry.soldAt, price: entry.soldPrice }]),
]

export const changesOfEntry: OfEntry<'SCRATCH' | 'DRESS'> = ({ scratched }) =>
  scratched.flatMap(({ from, until }) => [
    { action: 'SCRATCH' as const, at: from, price: null },
    ...(until === null ? [] : [{ action: 'DRESS' as const, at: until, price: null }]),
  ])

export const moveKey = ({ teamId, playerId, action, at, price }: Move<string>): string =>
  [teamId, playerId, action, at, price].join(' ')

export interface CorrectedMove<Action extends string> {
  readonly move: Move<Action>
  readonly correction: CorrectionMark
}

/** The moves that corrections made or undid, each with the last one that did, by `moveKey`. */
export async function correctedMoves<Action extends string>(
  queries: Queries,
  seasonId: number,
  movesOf: OfEntry<Action>,
): Promise<Map<string, CorrectedMove<Action>>> {
  const found = new Map<string, CorrectedMove<Action>>()
  for (const { nr, byName, reason, teamId, detail } of await correctionRows(queries, seasonId)) {
    for (const { playerId, before, after } of detail.entries) {
      const keyed = (entry: HeldEntry | null) =>
        new Map((entry ? movesOf(entry) : []).map((each) => [moveKey({ ...each, teamId, playerId }), each] as const))
      const [was, is] = [keyed(before), keyed(after)]
      const note = (from: typeof was, other: typeof was, undone: boolean) => {
        for (const [key, move] of from) {
          if (!other.has(key))
            found.set(key, { move: { ...move, teamId, playerId }, correction: { nr, by: byName, reason, undone } })
        }
      }
      note(was, is, true)
      note(is, was, false)
    }
  }
  return found
}
