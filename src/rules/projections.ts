import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { LeagueConstants } from '../contract/limits.ts'

/** An exact quotient of integers, for what binary floating point cannot hold, such as points per game. */
export interface Fraction {
  readonly numerator: number
  /** Positive. */
  readonly denominator: number
}

/** The nearest integer, half away from zero, computed with integers alone. */
export const roundFraction = ({ numerator, denominator }: Fraction): number => {
  const magnitude = Math.abs(numerator)
  const remainder = magnitude % denominator
  const rounded = (magnitude - remainder) / denominator + (remainder * 2 >= denominator ? 1 : 0)
  // `0 - rounded` rather than `-rounded`, which could be negative zero.
  return numerator < 0 ? 0 - rounded : rounded
}

/** The nearest number with two decimals, half away from zero. */
export const toHundredths = ({ numerator, denominator }: Fraction): number =>
  roundFraction({ numerator: numerator * 100, denominator }) / 100

/** What a projection is based on. */
export interface SeasonToDate {
  readonly points: number
  /** Games played by the player's NHL team, whether or not the player took part. */
  readonly teamGamesPlayed: number
  /** From the previous season; used until the NHL team has played a game. */
  readonly previousNormalizedPoints?: number | null
}

/** One player's finished season. */
export interface FinishedSeason {
  readonly points: number
  readonly gamesPlayed: number
}

/** The unrounded projection, for prices. */
export const projection = (
  season: SeasonToDate,
  { seasonGames }: Pick<LeagueConstants, 'seasonGames'> = LEAGUE_DEFAULTS,
): Fraction =>
  season.teamGamesPlayed > 0
    ? { numerator: season.points * seasonGames, denominator: season.teamGamesPlayed }
    : { numerator: Math.round((season.previousNormalizedPoints ?? 0) * 100), denominator: 100 }

/** Points over a full season at the current pace per team game; two decimals. */
export const projectedPoints = (
  season: SeasonToDate,
  constants: Pick<LeagueConstants, 'seasonGames'> = LEAGUE_DEFAULTS,
): number => toHundredths(projection(season, constants))

/**
 * Last season's points scaled to a full season; two decimals. Rounding keeps the order of players: for seasons of up to
 * 90 games, different values are more than 0.01 apart (82 / 90 / 90).
 */
export const normalizedPoints = (
  season: FinishedSeason,
  {
    seasonGames,
    normalizedGamesFloor,
  }: Pick<LeagueConstants, 'seasonGames' | 'normalizedGamesFloor'> = LEAGUE_DEFAULTS,
): number =>
  toHundredths({
    numerator: season.points * seasonGames,
    denominator: Math.max(season.gamesPlayed, normalizedGamesFloor, 1),
  })
