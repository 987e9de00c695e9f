import type { LeagueSettings } from '#contract/league'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { SeasonDates } from './calendar.ts'
import type { LeagueConstants } from './constants.ts'

/** What the rules of one season are played with. */
export interface League {
  readonly constants: LeagueConstants
  readonly dates: SeasonDates
}

/** The league as its settings tell it; null while a date is missing. A server may leave its constants out. */
export const leagueOfSettings = (settings: LeagueSettings): League | null => {
  const { rosterHoldStartDate, tradingStartTime, tradingEndTime, keeperLastBuyDate, timeZone, constants } = settings
  if (!rosterHoldStartDate || !tradingStartTime || !tradingEndTime || !keeperLastBuyDate) return null
  return {
    constants: { ...LEAGUE_DEFAULTS, ...constants, timeZone: timeZone ?? LEAGUE_DEFAULTS.timeZone },
    dates: {
      rosterHoldStartDate,
      tradingStartTime: Date.parse(tradingStartTime),
      tradingEndTime: Date.parse(tradingEndTime),
      keeperLastBuyDate,
    },
  }
}
