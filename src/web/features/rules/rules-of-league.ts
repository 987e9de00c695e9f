import type { LeagueConstants } from '#rules/constants'
import type { SeasonWords } from './season-words.ts'

/** What every section of the rules is written from. */
export interface RulesOfLeague {
  readonly constants: LeagueConstants
  /** Null until the league's settings are known. */
  readonly season: SeasonWords | null
}
