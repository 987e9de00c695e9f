import { addDays, type LeagueDay, mondayOf } from './calendar.ts'
import type { Cents } from './money.ts'
import type { Snapshot } from './standings.ts'

// The records of a league: derived from how its seasons ended and what was done in them, never written down.

/** A team's place at the end of a season. */
export interface Finish {
  readonly seasonId: number
  readonly rank: number
  readonly total: Cents
  /** Who had the team, the same in every year; null where no one is known. */
  readonly person: string | null
}

/** The best value, and all who share it. */
export interface Mark<Holder> {
  readonly value: number
  readonly holders: readonly Holder[]
}

/** Null where there is no one. */
export const highest = <Holder>(all: readonly Holder[], value: (holder: Holder) => number): Mark<Holder> | null => {
  if (all.length === 0) return null
  const best = all.reduce((top, holder) => Math.max(top, value(holder)), Number.NEGATIVE_INFINITY)
  return { value: best, holders: all.filter((holder) => value(holder) === best) }
}

/** The same among those that gained anything. */
export const highestGain = <Holder>(all: readonly Holder[], gain: (holder: Holder) => number): Mark<Holder> | null =>
  highest(
    all.filter((holder) => gain(holder) > 0),
    gain,
  )

export interface CloseFinish<F extends Finish> {
  readonly first: F
  readonly second: F
}

/** By how little a season was won; each season's teams in the order of its table. */
export function closestFinish<F extends Finish>(seasons: readonly (readonly F[])[]): Mark<CloseFinish<F>> | null {
  const finishes = seasons.flatMap(([first, second]) => (first && second ? [{ first, second }] : []))
  const found = highest(finishes, ({ first, second }) => second.total - first.total)
  return found && { value: Math.abs(found.value), holders: found.holders }
}

export interface Titles<F extends Finish> {
  readonly person: string
  /** The oldest first. */
  readonly seasonIds: readonly number[]
  readonly latest: F
}

/** Who won most seasons; a shared first place counts for each. */
export function mostTitles<F extends Finish>(finishes: readonly F[]): Mark<Titles<F>> | null {
  const byPerson = new Map<string, Titles<F>>()
  for (const latest of finishes.toSorted((one, other) => one.seasonId - other.seasonId)) {
    const { rank, person, seasonId } = latest
    if (rank !== 1 || person === null) continue
    const before = byPerson.get(person)?.seasonIds ?? []
    byPerson.set(person, { person, seasonIds: [...before, seasonId], latest })
  }
  return highest([...byPerson.values()], ({ seasonIds }) => seasonIds.length)
}

/** A total with the day on which it was published, and how much of it are points. */
export interface WeekSnapshot extends Snapshot {
  readonly publishedOn: LeagueDay
  readonly points: Cents
}

export interface Week {
  readonly monday: LeagueDay
  /** At the end of the week. */
  readonly total: Cents
  /** In the week; null where the total at its start is not known, as in a league that moved in during the season. */
  readonly gain: Cents | null
}

/** A team's season by weeks. `snapshots` are in order. */
export function weeksOf(snapshots: readonly WeekSnapshot[]): Week[] {
  const weeks: Week[] = []
  let [before] = snapshots
  for (const [index, snapshot] of snapshots.entries()) {
    const monday = mondayOf(snapshot.throughDay)
    const next = snapshots[index + 1]
    if (!before || (next && mondayOf(next.throughDay) === monday)) continue
    // In a pause of the NHL the last total is published again each day.
    const isKnown = before.points === 0 || before.publishedOn >= addDays(monday, -7)
    const total = snapshot.totalScore
    weeks.push({ monday, total, gain: isKnown ? total - before.totalScore : null })
    before = snapshot
  }
  return weeks
}

/** The best of each group, the groups in the order given. */
export const highestOfEach = <Holder, Group extends string>(
  groups: readonly Group[],
  all: readonly Holder[],
  groupOf: (holder: Holder) => Group | null,
  value: (holder: Holder) => number,
): { readonly group: Group; readonly mark: Mark<Holder> }[] =>
  groups.flatMap((group) => {
    const mark = highestGain(
      all.filter((holder) => groupOf(holder) === group),
      value,
    )
    return mark ? [{ group, mark }] : []
  })
