import type { Team } from '#contract/stats'
import type { Instant, LeagueDay } from './calendar.ts'
import { addDays, mondayOf } from './calendar.ts'
import { type Cents, type EntryPoints, fromWire, teamPoints } from './money.ts'

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

/** An official update and each team's score after it. */
export interface PastUpdate {
  readonly at: Instant
  readonly throughDay: LeagueDay
  readonly scores: readonly { readonly teamId: number; readonly points: Cents; readonly cash: Cents }[]
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

/** A team's figures as every server has them. */
type Standing = Pick<Team, 'id' | 'totalScore' | 'scoreDiffPrevious'>

const totalOf = ({ totalScore }: Pick<Team, 'totalScore'>): Cents => fromWire(totalScore ?? 0)

/**
 * The points of the last night played. A server of the specification alone has only the change of the total, which
 * trades since then change, too.
 */
export const lastNight = (team: Pick<Team, 'pointsDiffPrevious' | 'scoreDiffPrevious'>): number | null =>
  team.pointsDiffPrevious ?? team.scoreDiffPrevious ?? null

/** While no team has scored all would share the first place, which says nothing. */
export const isUnranked = (teams: readonly Pick<Team, 'totalScore'>[]): boolean =>
  teams.every((team) => totalOf(team) === 0)

/** By team, how many places it has gained (or, negative, lost) by the last official update. */
export const rankShifts = (teams: readonly Standing[]): ReadonlyMap<number, number> => {
  const now = ranking(teams.map(totalOf))
  const before = ranking(teams.map((team) => totalOf(team) - fromWire(team.scoreDiffPrevious ?? 0)))
  // Where all shared one place no team has left another behind.
  const wasLevel = before.every((rank) => rank === 1)
  return new Map(teams.map(({ id }, index) => [id, wasLevel ? 0 : (before[index] ?? 0) - (now[index] ?? 0)]))
}

export interface Place {
  /** Null while the teams are unranked. */
  readonly rank: number | null
  /** Whether another team has the same total. */
  readonly isShared: boolean
  /** To the next team ahead or, for the leader, on the next one behind; null where there is none. */
  readonly gap: { readonly rank: number; readonly cents: Cents; readonly isLead: boolean } | null
}

/** A team's rank, by the totals alone; null where it is none of these. */
export const placeOf = (teams: readonly Standing[], teamId: number): Place | null => {
  const own = teams.find(({ id }) => id === teamId)
  if (!own) return null
  if (isUnranked(teams)) return { rank: null, isShared: false, gap: null }
  const total = totalOf(own)
  const totals = teams.map(totalOf)
  const rankOf = (each: Cents): number => 1 + totals.filter((other) => other > each).length
  const ahead = totals.filter((each) => each > total)
  const behind = totals.filter((each) => each < total)
  const isLead = ahead.length === 0
  const next = isLead ? Math.max(...behind) : Math.min(...ahead)
  const gap = isLead && behind.length === 0 ? null : { rank: rankOf(next), cents: Math.abs(next - total), isLead }
  return { rank: rankOf(total), isShared: totals.filter((each) => each === total).length > 1, gap }
}
