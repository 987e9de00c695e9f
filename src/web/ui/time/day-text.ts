const formatter = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' })
const narrow = new Intl.DateTimeFormat(undefined, { weekday: 'narrow', timeZone: 'UTC' })

const WEEK_MS = 7 * 86_400_000
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** A day of the league's calendar (YYYY-MM-DD) as 'Nov 20'; the same day wherever the device is. */
export function dayText(day: string): string {
  const at = startOf(day)
  return Number.isNaN(at) ? day : formatter.format(at)
}

/** A day to come: 'Tuesday' while there is no other of that name before it, then 'Nov 20'. */
export const dayName = (day: string, today: string): string =>
  startOf(day) - startOf(today) < WEEK_MS ? long.format(startOf(day)) : dayText(day)

/** 'Tue'. */
export const weekdayText = (day: string): string => short.format(startOf(day))

/** 'T'. */
export const weekdayLetter = (day: string): string => narrow.format(startOf(day))
