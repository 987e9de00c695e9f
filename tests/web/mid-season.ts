import type { LeagueSettings } from '#contract/league'

export const DAY_MS = 86_400_000

/** The instant so many days ago, or ahead. */
export const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()

export const dayOf = (instant: string): string => instant.slice(0, 10)

/** The hold began two months ago, and trading is open. */
export const midSeason = (over: Partial<LeagueSettings> = {}): LeagueSettings => ({
  rosterHoldStartDate: dayOf(ago(60)),
  tradingStartTime: ago(30),
  tradingEndTime: ago(-60),
  keeperLastBuyDate: dayOf(ago(-60)),
  ...over,
})
