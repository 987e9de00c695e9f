import type { GameState } from '#contract/tonight'
import type { Instant } from './calendar.ts'
import { type Cents, centsOfPoints, type Interval, isWithin } from './money.ts'
import { ranking } from './standings.ts'
import { isAhead, isCalledOff, isOver } from './tonight.ts'

// What games that are not official yet do to the pool's table. Points count as the official update will count them: for the
// team that has the player, unless they were scratched when the game started (league rules, 4 and 5).

/** A player whom a team has, and when they sat out. */
export interface HeldPlayer {
  readonly teamId: number
  readonly playerId: number
  /** Their club at present. */
  readonly club: string | null
  readonly scratched: readonly Interval[]
}

export interface NightGame {
  readonly id: number
  readonly startsAt: Instant
  readonly state: GameState
  readonly home: string
  readonly away: string
}

/** What a game adds to a player's official points. */
export interface UnofficialPoints {
  readonly playerId: number
  readonly startsAt: Instant
  readonly points: number
}

export const isDressedFor = ({ scratched }: HeldPlayer, startsAt: Instant): boolean =>
  !scratched.some((interval) => isWithin(interval, startsAt))

export type Progress = 'done' | 'playing' | 'toPlay'

/** Who plays twice is still to play until the second game has begun. Null: not at all, or not now. */
export function progressOf(held: HeldPlayer, games: readonly NightGame[]): Progress | null {
  const own = games.filter(
    ({ home, away, state, startsAt }) =>
      (home === held.club || away === held.club) && !isCalledOff(state) && isDressedFor(held, startsAt),
  )
  if (own.length === 0) return null
  if (own.some(({ state }) => !isAhead(state) && !isOver(state) && state !== 'SUSP')) return 'playing'
  return own.some(({ state }) => isAhead(state)) ? 'toPlay' : 'done'
}

interface OfficialTeam {
  readonly id: number
  readonly totalScore: Cents
}

export interface TeamIfEnded {
  readonly teamId: number
  readonly total: Cents
  readonly rank: number
  readonly officialTotal: Cents
  readonly officialRank: number
}

/** Every team's total and rank if it ended now, in the order given. `unofficial`: of all games, each once. */
export function standingsIfEnded(
  teams: readonly OfficialTeam[],
  held: readonly HeldPlayer[],
  unofficial: readonly UnofficialPoints[],
): TeamIfEnded[] {
  const holderOf = new Map(held.map((each) => [each.playerId, each]))
  const added = new Map<number, number>()
  for (const { playerId, startsAt, points } of unofficial) {
    const holder = holderOf.get(playerId)
    if (holder && isDressedFor(holder, startsAt)) {
      added.set(holder.teamId, (added.get(holder.teamId) ?? 0) + points)
    }
  }
  const totals = teams.map(({ id, totalScore }) => totalScore + centsOfPoints(added.get(id) ?? 0))
  const ranks = ranking(totals)
  const officialRanks = ranking(teams.map(({ totalScore }) => totalScore))
  return teams.map(({ id, totalScore }, index) => ({
    teamId: id,
    total: totals[index] ?? totalScore,
    rank: ranks[index] ?? teams.length,
    officialTotal: totalScore,
    officialRank: officialRanks[index] ?? teams.length,
  }))
}
