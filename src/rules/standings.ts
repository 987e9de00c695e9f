import type { LeagueDay } from './calendar.ts'
import { addDays, mondayOf } from './calendar.ts'
import { type Cents, type EntryPoints, teamPoints } from './money.ts'

// League rules, section 4: totals, differences and ranks.

export interface TeamScore {
  readonly points: Cents
  readonly totalScore: Cents
}

/** Sold players no longer count: what they brought is in the cash. */
export const teamScore = (entries: Iterable<EntryPoints>, cash: Cents): TeamScore => {
  let points = 0
  for (const entry of entries) if (entry.soldPrice === null) points += teamPoints(entry)
  return { points, totalScore: points + cash }
}

/** A team's total right after an official update. */
export interface Snapshot {
  /** The last game date whose games the update holds. A Sunday's late games, published on Monday, end Sunday's week. */
  readonly throughDay: LeagueDay
  readonly totalScore: Cents
}

export interface ScoreDiffs {
  readonly scoreDiffPrevious: Cents
  readonly scoreThisWeek: Cents
  readonly scoreLastWeek: Cents
}

/**
 * The total now against earlier ones. `snapshots` are in the order of their updates, the last made by the update that is
 * now published, the first at the season's start. Where nothing is old enough the first snapshot stands in.
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

/** The rank of each total, in the order given; equal totals share one (1, 2, 2, 4). */
export const ranking = (totals: readonly Cents[]): number[] => {
  const sorted = [...totals].sort((a, b) => b - a)
  const rankOf = new Map<Cents, number>()
  sorted.forEach((total, index) => {
    if (!rankOf.has(total)) rankOf.set(total, index + 1)
  })
  return totals.map((total) => rankOf.get(total) ?? totals.length)
}
