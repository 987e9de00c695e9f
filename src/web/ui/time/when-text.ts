const MINUTE_MS = 60_000
/** A wait of more days is shown by its date. */
const WAIT_DAYS = 7

const parts = (whole: number, wholeUnit: string, rest: number, restUnit: string) =>
  rest === 0 ? `in ${whole} ${wholeUnit}` : `in ${whole} ${wholeUnit} ${rest} ${restUnit}`

/** When something becomes possible, to be read after a verb: 'now', 'in 3 d 4 h', 'on 12 Jan'. Both instants in ms. */
export function whenText(at: number, now: number): string {
  if (at <= now) return 'now'
  // Rounded up: the last minute is not over before its end.
  const minutes = Math.ceil((at - now) / MINUTE_MS)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > WAIT_DAYS) return `on ${new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })}`
  if (days > 0) return parts(days, 'd', hours % 24, 'h')
  return hours > 0 ? parts(hours, 'h', minutes % 60, 'min') : `in ${minutes} min`
}
