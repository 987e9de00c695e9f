import type { SeasonDates } from './calendar.ts'
import type { LeagueConstants } from './constants.ts'

/** What the rules of one season are played with. */
export interface League {
  readonly constants: LeagueConstants
  readonly dates: SeasonDates
}
