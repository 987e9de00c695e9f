import { RELATIVE_HOURS_BELOW, RELATIVE_MINUTES_BELOW } from '#contract/limits'

// Everything here is of the device's own clock and zone.

const MINUTE_MS = 60_000
const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/** On this device's clock, `19:00`. */
export const clockText = (at: Date) =>
  `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`

const isSameDay = (a: Date, b: Date) =>
  a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth() && a.getDate() === b.getDate()

/** By the calendar: yesterday may be 23 or 25 hours long. */
const dayBefore = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate() - 1)

/** How long ago something was, in the five wordings of the spec (section 2). */
export function relativeTime(at: Date, now: Date): string {
  // A device whose clock is behind must not see the future.
  const minutes = Math.max(0, Math.floor((now.getTime() - at.getTime()) / MINUTE_MS))
  if (minutes < RELATIVE_MINUTES_BELOW) return counted(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  if (hours < RELATIVE_HOURS_BELOW) return counted(hours, 'hour')
  if (isSameDay(at, now)) return `today at ${clockText(at)}`
  if (isSameDay(at, dayBefore(now))) return `yesterday at ${clockText(at)}`
  return at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
}

const JUST_NOW_MS = 2 * MINUTE_MS

/** When a member was here last. */
export const seenText = (at: Date, now: Date): string =>
  now.getTime() - at.getTime() < JUST_NOW_MS ? 'seen just now' : `seen ${relativeTime(at, now)}`

/** '' when the instant is none. */
export function lastUpdatedText(modifiedAt: string | null | undefined, now: Date): string {
  const at = new Date(modifiedAt ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? '' : `Statistics last updated ${relativeTime(at, now)}`
}

/** Data older than this shows its age. */
const FRESH_MS = MINUTE_MS

/** '' while the data is fresh and can be renewed. */
export function asOfText(fetchedAt: number, now: Date, canRenew: boolean): string {
  if (fetchedAt <= 0 || (canRenew && now.getTime() - fetchedAt <= FRESH_MS)) return ''
  const at = new Date(fetchedAt)
  if (isSameDay(at, now)) return `as of ${clockText(at)}`
  return `as of ${at.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })}, ${clockText(at)}`
}

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
