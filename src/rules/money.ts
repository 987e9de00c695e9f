import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { LeagueConstants } from '../contract/limits.ts'
import type { Instant } from './calendar.ts'
import { type Fraction, roundFraction } from './projections.ts'

// League rules, section 4. One pool point is worth one unit of money.

/** An amount of money in hundredths; always an integer. */
export type Cents = number

export const centsOfPoints = (points: number): Cents => points * 100

/** On the wire, money is a number with two decimals. */
export const toWire = (cents: Cents): number => cents / 100

export const fromWire = (amount: number): Cents => Math.round(amount * 100)

type Rates = Pick<LeagueConstants, 'commissionOfPoints' | 'commissionOfProjected'>

/** Rates are percentages with up to two decimals, so in ten-thousandths they are integers; 0.1 itself is not exact. */
const tenThousandths = (rate: number): number => Math.round(rate * 10_000)

export const shareOfPoints = (points: number, rates: Rates = LEAGUE_DEFAULTS): Cents =>
  roundFraction({ numerator: points * tenThousandths(rates.commissionOfPoints), denominator: 100 })

export const shareOfProjected = (projected: Fraction, rates: Rates = LEAGUE_DEFAULTS): Cents =>
  roundFraction({
    numerator: projected.numerator * tenThousandths(rates.commissionOfProjected),
    denominator: projected.denominator * 100,
  })

/** The smaller of the two shares. Rounding is monotonic, so it makes no difference that they are rounded first. */
export const commission = (points: number, projected: Fraction, rates: Rates = LEAGUE_DEFAULTS): Cents =>
  Math.max(0, Math.min(shareOfPoints(points, rates), shareOfProjected(projected, rates)))

export const buyPrice = (points: number, projected: Fraction, rates: Rates = LEAGUE_DEFAULTS): Cents =>
  centsOfPoints(points) + commission(points, projected, rates)

/** `from` is inclusive, `until` exclusive; null while ongoing. */
export interface Interval {
  readonly from: Instant
  readonly until: Instant | null
}

/** As much of a player's game as the money depends on. */
export interface PlayedGame {
  readonly startsAt: Instant
  readonly points: number
}

export const isWithin = ({ from, until }: Interval, instant: Instant): boolean =>
  from <= instant && (until === null || instant < until)

/** Points from games that started while the player was scratched; a change during a game does not affect it. */
export const scratchPoints = (games: Iterable<PlayedGame>, scratched: readonly Interval[]): number => {
  let points = 0
  for (const game of games) {
    if (scratched.some((interval) => isWithin(interval, game.startsAt))) points += game.points
  }
  return points
}

/** What a roster entry is worth. */
export interface EntryPoints {
  /** The whole season's, including those before the purchase: the price paid for them. */
  readonly points: number
  readonly scratchPoints: number
  /** Null while the player is on the team. */
  readonly soldPrice: Cents | null
}

/** The player's points that count for the team; frozen when the player is sold. */
export const teamPoints = (entry: EntryPoints): Cents =>
  entry.soldPrice ?? centsOfPoints(entry.points - entry.scratchPoints)

/** What a sale would bring now, or brought. There is no commission on a sale. */
export const sellPrice = teamPoints
