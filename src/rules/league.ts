import type { LeagueSettings } from '#contract/league'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { LeagueConstants } from '../contract/limits.ts'
import type { SeasonDates } from './calendar.ts'

/** What the rules of a season depend on. */
export interface League {
  readonly constants: LeagueConstants
  readonly dates: SeasonDates
}

/** The constants, with defaults for any that the server leaves out. */
export const constantsOfSettings = (settings: LeagueSettings | undefined): LeagueConstants => ({
  ...LEAGUE_DEFAULTS,
  ...settings?.constants,
  timeZone: settings?.timeZone ?? LEAGUE_DEFAULTS.timeZone,
})

/** Null while a date is missing. */
export const leagueOfSettings = (settings: LeagueSettings): League | null => {
  const { rosterHoldStartDate, tradingStartTime, tradingEndTime, keeperLastBuyDate } = settings
  if (!rosterHoldStartDate || !tradingStartTime || !tradingEndTime || !keeperLastBuyDate) return null
  return {
    constants: constantsOfSettings(settings),
    dates: {
      rosterHoldStartDate,
      tradingStartTime: Date.parse(tradingStartTime),
      tradingEndTime: Date.parse(tradingEndTime),
      keeperLastBuyDate,
    },
  }
}
