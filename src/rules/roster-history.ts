import type { Instant } from './calendar.ts'
import type { RosterSpot } from './lineup.ts'
import { type Cents, type Interval, type PlayedGame, scratchPoints } from './money.ts'
import type { Position } from './positions.ts'
import { positionGroup } from './positions.ts'
import { type TeamScore, teamScore } from './standings.ts'

// A team's season as its roster entries tell it: who was held and dressed at any instant, and what it is worth.

/** A player's time with a team, from beginning to end. */
export interface HeldEntry {
  readonly acquired: 'draft' | 'keeper' | 'trade'
  readonly draftBox: string | null
  readonly boughtAt: Instant
  readonly boughtPrice: Cents
  readonly soldAt: Instant | null
  readonly soldPrice: Cents | null
  /** When the player sat out, in order; one that is open ends with the sale. */
  readonly scratched: readonly Interval[]
}

/** The time of a player who has just come, by a pick, which costs nothing, or by a trade. */
export const newEntry = (
  { boughtAt, scratchedAt }: Pick<RosterSpot, 'boughtAt' | 'scratchedAt'>,
  acquired: Pick<HeldEntry, 'acquired'> & Partial<Pick<HeldEntry, 'draftBox' | 'boughtPrice'>>,
) => ({
  draftBox: null,
  boughtPrice: 0,
  ...acquired,
  boughtAt,
  soldAt: null,
  soldPrice: null,
  scratched: scratchedAt === null ? [] : [{ from: scratchedAt, until: null }],
})

/** The time alone, without the player's games. */
export const heldEntryOf = ({
  acquired,
  draftBox,
  boughtAt,
  boughtPrice,
  soldAt,
  soldPrice,
  scratched,
}: HeldEntry): HeldEntry => ({
  acquired,
  draftBox,
  boughtAt,
  boughtPrice,
  soldAt,
  soldPrice,
  scratched: scratched.map(({ from, until }) => ({ from, until })),
})

export interface Skater {
  readonly playerId: number
  readonly position: Position
  /** Of the season, published. */
  readonly games: readonly PlayedGame[]
}

export interface TeamEntry extends HeldEntry, Skater {}

const isHeldAt = ({ boughtAt, soldAt }: Pick<HeldEntry, 'boughtAt' | 'soldAt'>, at: Instant): boolean =>
  boughtAt <= at && (soldAt === null || at < soldAt)

/** The time out that the player is in at an instant. */
export const scratchAt = ({ scratched }: Pick<HeldEntry, 'scratched'>, at: Instant): Interval | undefined =>
  scratched.find(({ from, until }) => from <= at && (until === null || at < until))

/** From then until the player's next change, which it replaces. */
export function scratchedSince(scratched: readonly Interval[], asOf: Instant): readonly Interval[] {
  const next = scratched.find(({ from }) => from >= asOf)
  const since = { from: asOf, until: next?.until ?? null }
  return [...scratched.filter((interval) => interval !== next), since].sort((one, other) => one.from - other.from)
}

/** Ends the time out that the player is in at that instant. */
export const dressedSince = (scratched: readonly Interval[], out: Interval, asOf: Instant): readonly Interval[] =>
  scratched.flatMap((interval) => {
    if (interval !== out) return [interval]
    return out.from === asOf ? [] : [{ from: out.from, until: asOf }]
  })

/** How many of a team's players count against which limit at an instant. */
export interface Lineup {
  readonly held: number
  readonly dressed: number
  readonly defenders: number
  readonly goalies: number
}

export const lineupAt = (entries: readonly TeamEntry[], at: Instant): Lineup => {
  const held = entries.filter((entry) => isHeldAt(entry, at))
  const dressed = held.filter((entry) => !scratchAt(entry, at)).map(({ position }) => positionGroup(position))
  return {
    held: held.length,
    dressed: dressed.length,
    defenders: dressed.filter((group) => group === 'defender').length,
    goalies: dressed.filter((group) => group === 'goalie').length,
  }
}

/** Every instant at which something about the entries changes. */
export const turningPoints = (entries: readonly HeldEntry[]): Instant[] =>
  entries.flatMap(({ boughtAt, soldAt, scratched }) => [
    boughtAt,
    ...(soldAt === null ? [] : [soldAt]),
    ...scratched.flatMap(({ from, until }) => (until === null ? [from] : [from, until])),
  ])

export const scoreOf = (entries: readonly TeamEntry[], cash: Cents): TeamScore & { readonly cash: Cents } => ({
  cash,
  ...teamScore(
    entries.map(({ games, scratched, soldPrice }) => ({
      points: games.reduce((sum, { points }) => sum + points, 0),
      scratchPoints: scratchPoints(games, scratched),
      soldPrice,
    })),
    cash,
  ),
})

/** Whether two teams' times with one player overlap. */
export const overlaps = (
  one: Pick<HeldEntry, 'boughtAt' | 'soldAt'>,
  other: Pick<HeldEntry, 'boughtAt' | 'soldAt'>,
): boolean =>
  (other.soldAt === null || one.boughtAt < other.soldAt) && (one.soldAt === null || other.boughtAt < one.soldAt)

const sameIntervals = (one: HeldEntry, other: HeldEntry): boolean =>
  one.scratched.length === other.scratched.length &&
  one.scratched.every(({ from, until }, index) => {
    const its = other.scratched[index]
    return from === its?.from && until === its.until
  })

const sameTimes = (one: HeldEntry, other: HeldEntry): boolean =>
  one.boughtAt === other.boughtAt &&
  one.boughtPrice === other.boughtPrice &&
  one.soldAt === other.soldAt &&
  one.soldPrice === other.soldPrice

/** What was changed from one to the other; null: there is none. */
export const differences = (one: HeldEntry | null, other: HeldEntry | null) => ({
  times: one && other ? !sameTimes(one, other) : one !== other,
  lineup: one !== null && other !== null && !sameIntervals(one, other),
})
