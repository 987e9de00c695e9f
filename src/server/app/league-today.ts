import { type Bounds, dayBounds, type LeagueDay, leagueDay } from '#rules/calendar'

/** Tells the league's day. The calendar is asked once a day, since it costs more than sending a prepared answer. */
export function leagueToday(clock: () => Date, timeZone: () => string): () => LeagueDay {
  let known: ({ day: LeagueDay; timeZone: string } & Bounds) | null = null
  return () => {
    const now = clock().getTime()
    if (known?.timeZone !== timeZone() || now < known.from || now >= known.until) {
      const day = leagueDay(now, timeZone())
      known = { day, timeZone: timeZone(), ...dayBounds(day, timeZone()) }
    }
    return known.day
  }
}
