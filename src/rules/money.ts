import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { Instant } from './calendar.ts'
import type { LeagueConstants } from './constants.ts'
import { type Fraction, roundFraction } from './fraction.ts'

// League rules, section 4. One pool point is worth one unit of money.

/** An amount of money in hundredths, always an integer. */
export type Cents = number

export const centsOfPoints = (points: number): Cents => points * 100

/** On the wire a number with two decimals. */
export const toWire = (cents: Cents): number => cents / 100

export const fromWire = (amount: number): Cents => Math.round(amount * 100)

type Rates = Pick<LeagueConstants, 'commissionOfPoints' | 'commissionOfProjected'>

/** Rates are percentages with up to two decimals, so ten-thousandths make them integers: 0.1 itself is no binary fraction. */
const tenThousandths = (rate: number): number => Math.round(rate * 10_000)

export const shareOfPoints = (points: number, rates: Rates = LEAGUE_DEFAULTS): Cents =>
  roundFraction({ over: points * tenThousandths(rates.commissionOfPoints), under: 100 })

export const shareOfProjected = (projected: Fraction, rates: Rates = LEAGUE_DEFAULTS): Cents =>
  roundFraction({ over: projected.over * tenThousandths(rates.commissionOfProjected), under: projected.under * 100 })

/** The smaller of 10 % of the points and 5 % of the projected points. Rounding both and comparing is the same as the reverse. */
export const commission = (points: number, projected: Fraction, rates: Rates = LEAGUE_DEFAULTS): Cents =>
  Math.max(0, Math.min(shareOfPoints(points, rates), shareOfProjected(projected, rates)))

export const buyPrice = (points: number, projected: Fraction, rates: Rates = LEAGUE_DEFAULTS): Cents =>
  centsOfPoints(points) + commission(points, projected, rates)

/** From, inclusive, until, exclusive; null while it lasts. */
export interface Interval {
  readonly from: Instant
  readonly until: Instant | null
}

/** A player's game as the money sees it. */
export interface PlayedGame {
  readonly startsAt: Instant
  readonly points: number
}

const holds = ({ from, until }: Interval, instant: Instant): boolean =>
  from <= instant && (until === null || instant < until)

/** Points of the games that started while the player was scratched: a game keeps the state in which it started. */
export const scratchPoints = (games: Iterable<PlayedGame>, scratched: readonly Interval[]): number => {
  let points = 0
  for (const game of games) {
    if (scratched.some((interval) => holds(interval, game.startsAt))) points += game.points
  }
  return points
}

/** What a team's time with a player is worth. */
export interface EntryPoints {
  /** His season's points, those from before he came included: the price paid for them. */
  readonly points: number
  readonly scratchPoints: number
  /** What the sale brought; null while he is on the team. */
  readonly soldPrice: Cents | null
}

/** The player's points counted for the team, frozen at the sale. */
export const teamPoints = (entry: EntryPoints): Cents =>
  entry.soldPrice ?? centsOfPoints(entry.points - entry.scratchPoints)

/** What a sale brings now, or brought. There is no commission on a sale. */
export const sellPrice = teamPoints
