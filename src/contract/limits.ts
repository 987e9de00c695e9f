// Business constants and limits (spec, section 9).

export const TEAM_NAME_MAX = 31
export const SHORT_NAME_MAX = 7
export const DRAFT_TAG_MAX = 5

/** For the relative wording of "last updated" (spec, section 2). */
export const RELATIVE_MINUTES_BELOW = 60
export const RELATIVE_HOURS_BELOW = 6

export const CHART = { gamePointsMax: 20, projectedPointsMax: 250, heightPx: 400 } as const

export const LIVE = {
  path: '/ws/draft',
  maxAttempts: 5,
  /** Multiplied by the attempt number, up to the cap. */
  retryStepMs: 2_000,
  retryCapMs: 8_000,
  /** The same, after the channel could not even be created. */
  creationRetryStepMs: 3_000,
  creationRetryCapMs: 15_000,
  timeoutMs: 10_000,
  heartbeatMs: 25_000,
  cleanCloseCode: 1000,
} as const

export const ADMIN_LIST_PICKS = 20
export const ADMIN_REFETCH_DELAY_MS = 500
export const SUCCESS_CLEARS_AFTER_MS = 3_000
export const LAZY_SCREEN_TIMEOUT_MS = 120_000

/** Minimum widths in CSS pixels. */
export const BREAKPOINTS = { xs: 0, sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1400 } as const

/** Defaults for what a league may configure (marked † in the league rules). */
export const LEAGUE_DEFAULTS = {
  timeZone: 'America/Toronto',
  seasonGames: 82,
  rosterSize: 22,
  maxDressed: 19,
  minDefenders: 4,
  minGoalies: 1,
  /** Days a scratched player sits out. */
  scratchDays: 7,
  /** Days a player is held before being sold. */
  holdDays: 21,
  /** Weeks without trading at the start and the end of the season. */
  closedWeeksAtStart: 6,
  closedWeeksAtEnd: 4,
  commissionOfPoints: 0.1,
  commissionOfProjected: 0.05,
  /** Last season's points are divided by at least this many games. */
  normalizedGamesFloor: 20,
  /** A draft box has as many players as the league has teams, plus this many. */
  boxSpare: 2,
} as const

export const OUTSIDE_DRAFT_BOXES = [
  '1.OUT', '2.OUT', '4.LW', '4.C', '4.RW', '3.LD', '3.RD', '3.LW', '3.C', '3.RW', '2.LD', '2.RD',
  '2.LW', '2.C', '2.RW', '1.LD', '1.RD', '1.LW', '1.C', '1.RW', '1.G', '2.G',
] as const // biome-ignore format: the order of the spec, section 5
export type DraftBoxName = (typeof OUTSIDE_DRAFT_BOXES)[number]

/** What a league may configure: `LEAGUE_DEFAULTS` with its values widened to number and string. */
export type LeagueConstants = {
  readonly [Name in keyof typeof LEAGUE_DEFAULTS]: (typeof LEAGUE_DEFAULTS)[Name] extends number ? number : string
}
