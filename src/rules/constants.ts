import type { LEAGUE_DEFAULTS } from '#contract/limits'

type Defaults = typeof LEAGUE_DEFAULTS

/** What a league may configure: `LEAGUE_DEFAULTS` with its values widened to number and string. */
export type LeagueConstants = {
  readonly [Name in keyof Defaults]: Defaults[Name] extends number ? number : string
}
