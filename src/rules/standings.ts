import type { LeagueDay } from './calendar.ts'
import { addDays, mondayOf } from './calendar.ts'
import { type Cents, type EntryPoints, teamPoints } from './money.ts'

// League rules, section 4: totals, differences and rankings.

export interface TeamScore {
  readonly points: Cents
  readonly totalScore: Cents
}

/** Sold players no longer count: their sale price is in the cash. */
export const teamScore = (entries: Iterable<EntryPoints>, cash: Cents): TeamScore => {
  let points = 0
  for (const entry of entries) if (entry.soldPrice === null) points += teamPoints(entry)
  return { points, totalScore: points + cash }
}

/** A team's total just after an official update. */
export interface Snapshot {
  /** The last game date in the update. Sunday's late games are published on Monday but belong to Sunday's week. */
  readonly throughDay: LeagueDay
  readonly totalScore: Cents
}

export interface ScoreDiffs {
  readonly scoreDiffPrevious: Cents
  readonly scoreThisWeek: Cents
  readonly scoreLastWeek: Cents
}

/**
 * The total now compared with earlier ones. `snapshots` are in order, from the start of the season to the current
 * update. If none is old enough for a comparison, the first is used.
 */
export const scoreDiffs = (totalScore: Cents, snapshots: readonly Snapshot[], today: LeagueDay): ScoreDiffs => {
  const first = snapshots[0]?.totalScore ?? totalScore
  const totalBefore = (day: LeagueDay): Cents =>
    snapshots.findLast(({ throughDay }) => throughDay < day)?.totalScore ?? first
  const thisMonday = mondayOf(today)
  const atThisMonday = totalBefore(thisMonday)
  return {
    scoreDiffPrevious: totalScore - (snapshots.at(-2)?.totalScore ?? first),
    scoreThisWeek: totalScore - atThisMonday,
    scoreLastWeek: atThisMonday - totalBefore(addDays(thisMonday, -7)),
  }
}

/** The rank of each total, in the order given; equal totals share a rank (1, 2, 2, 4). */
export const ranking = (totals: readonly Cents[]): number[] => {
  const sorted = [...totals].sort((a, b) => b - a)
  const rankOf = new Map<Cents, number>()
  sorted.forEach((total, index) => {
    if (!rankOf.has(total)) rankOf.set(total, index + 1)
  })
  return totals.map((total) => rankOf.get(total) ?? totals.length)
}
