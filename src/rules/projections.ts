import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { LeagueConstants } from './constants.ts'
import { type Fraction, toHundredths } from './fraction.ts'

/** What a projection is made of. */
export interface SeasonSoFar {
  readonly points: number
  /** Games of his NHL team, not his own. */
  readonly teamGamesPlayed: number
  /** His normalized points of the previous season; stands in before his team's first game. */
  readonly previousNormalizedPoints?: number | null
}

/** One player's finished season. */
export interface FinishedSeason {
  readonly points: number
  readonly gamesPlayed: number
}

/** The exact projection, for money. */
export const projection = (
  season: SeasonSoFar,
  { seasonGames }: Pick<LeagueConstants, 'seasonGames'> = LEAGUE_DEFAULTS,
): Fraction =>
  season.teamGamesPlayed > 0
    ? { over: season.points * seasonGames, under: season.teamGamesPlayed }
    : { over: Math.round((season.previousNormalizedPoints ?? 0) * 100), under: 100 }

/** Points over a full season at the pace of his team's games; two decimals. */
export const projectedPoints = (
  season: SeasonSoFar,
  constants: Pick<LeagueConstants, 'seasonGames'> = LEAGUE_DEFAULTS,
): number => toHundredths(projection(season, constants))

/**
 * Last season's points over a full season; two decimals. Two different values of seasons up to 90 games lie more
 * than 0.01 apart (82 / 90 / 90), so the rounded numbers order the players exactly as the unrounded would.
 */
export const normalizedPoints = (
  season: FinishedSeason,
  {
    seasonGames,
    normalizedGamesFloor,
  }: Pick<LeagueConstants, 'seasonGames' | 'normalizedGamesFloor'> = LEAGUE_DEFAULTS,
): number =>
  toHundredths({ over: season.points * seasonGames, under: Math.max(season.gamesPlayed, normalizedGamesFloor, 1) })
