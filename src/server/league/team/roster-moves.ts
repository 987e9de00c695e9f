import type { PlayerRef, TeamRef } from '#contract/call'
import type { RosterChange } from '#contract/roster'
import type { CorrectionMark } from '#contract/trading'
import type { Instant } from '#rules/calendar'
import type { HeldEntry } from '#rules/roster-history'
import type { Queries } from '../../db/engine/database.ts'
import { findRefs, heldEntries, storedCorrections } from '../corrections/stored-corrections.ts'

/** A trade or a roster change as an entry tells it. */
interface Move<Action extends string> {
  readonly action: Action
  readonly at: Instant
  /** Cents; null where there is none to speak of. */
  readonly price: number | null
}

export type OfEntry<Action extends string> = (entry: HeldEntry) => readonly Move<Action>[]

const changesOfEntry: OfEntry<'SCRATCH' | 'DRESS'> = ({ scratched }) =>
  scratched.flatMap(({ from, until }) => [
    { action: 'SCRATCH' as const, at: from, price: null },
    ...(until === null ? [] : [{ action: 'DRESS' as const, at: until, price: null }]),
  ])

interface RosterMove<Action extends string> extends Move<Action> {
  readonly teamId: number
  readonly playerId: number
  /** Of the last correction that made or undid it. */
  readonly correction?: CorrectionMark
}

/** The moves of the season in the order of their entries, then those that corrections undid. */
export async function movesOf<Action extends string>(
  queries: Queries,
  seasonId: number,
  ofEntry: OfEntry<Action>,
): Promise<(RosterMove<Action> & { readonly team: TeamRef; readonly player: PlayerRef })[]> {
  const entries = await heldEntries(queries, seasonId)
  const corrected = new Map<string, RosterMove<Action>>()
  const keyed = (entry: HeldEntry | null, teamId: number, playerId: number) =>
    new Map(
      (entry ? ofEntry(entry) : []).map((move) => [
        [teamId, playerId, move.action, move.at, move.price].join(' '),
        { ...move, teamId, playerId },
      ]),
    )
  for (const { nr, by, reason, teamId, entries } of await storedCorrections(queries, seasonId)) {
    for (const { playerId, before, after } of entries) {
      const [was, is] = [keyed(before, teamId, playerId), keyed(after, teamId, playerId)]
      for (const [key, move] of was)
        if (!is.has(key)) corrected.set(key, { ...move, correction: { nr, by, reason, undone: true } })
      for (const [key, move] of is)
        if (!was.has(key)) corrected.set(key, { ...move, correction: { nr, by, reason, undone: false } })
    }
  }
  const valid = entries.flatMap(({ teamId, playerId, ...entry }) =>
    [...keyed(entry, teamId, playerId)].map(([key, move]) => ({ ...move, correction: corrected.get(key)?.correction })),
  )
  const undone = [...corrected.values()].filter(({ correction }) => correction?.undone)
  const moves = [...valid, ...undone]
  const { players, teams } = await findRefs(
    queries,
    moves.map(({ playerId }) => playerId),
  )
  return moves.flatMap((move) => {
    const [player, team] = [players.get(move.playerId), teams.get(move.teamId)]
    return player && team ? [{ ...move, team, player }] : []
  })
}

/**
 * The latest first; of one instant, who came in before who made way. A player who arrived scratched is listed as
 * scratched then.
 */
export async function rosterChanges(queries: Queries, seasonId: number): Promise<RosterChange[]> {
  return (await movesOf(queries, seasonId, changesOfEntry))
    .reverse()
    .sort((one, other) => other.at - one.at || one.action.localeCompare(other.action, 'en'))
    .map(({ at, action, team, player, correction }) => ({
      changedAt: new Date(at).toISOString(),
      team,
      player,
      changeAction: action,
      ...(correction && { correction }),
    }))
}
