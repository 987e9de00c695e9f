const formatter = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** A day of the league's calendar (YYYY-MM-DD) as 'Nov 20'; the same day wherever the device is. */
export function dayText(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? day : formatter.format(at)
}
