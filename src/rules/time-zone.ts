// Wall-clock times in IANA zones, using only Intl. A wall-clock time is stored as the instant, in milliseconds, at
// which a UTC clock shows the same date and time.

const DAY_MS = 86_400_000

// Creating a formatter costs a thousand times more than using one.
const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(timeZone, formatter)
  return formatter
}

export const wallClock = (instant: number, timeZone: string): number => {
  const parts = formatterOf(timeZone).formatToParts(instant)
  const field = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value)
  const milliseconds = ((instant % 1000) + 1000) % 1000
  return (
    Date.UTC(field('year'), field('month') - 1, field('day'), field('hour'), field('minute'), field('second')) +
    milliseconds
  )
}

// No zone is a day ahead of or behind UTC, and none changes its clocks twice within two days, so only the offsets of
// the day before and the day after can apply.
const offsetsAround = (wall: number, timeZone: string): { before: number; after: number } => ({
  before: wallClock(wall - DAY_MS, timeZone) - (wall - DAY_MS),
  after: wallClock(wall + DAY_MS, timeZone) - (wall + DAY_MS),
})

const shows = (instant: number, wall: number, timeZone: string): boolean => wallClock(instant, timeZone) === wall

/**
 * The instant at which the wall clock shows a time: the first if the time occurs twice; if the clocks skip it, the time
 * moved forward by the gap.
 */
export const wallClockInstant = (wall: number, timeZone: string): number => {
  const { before, after } = offsetsAround(wall, timeZone)
  const earlier = wall - Math.max(before, after)
  if (shows(earlier, wall, timeZone)) return earlier
  return wall - Math.min(before, after)
}

/** The first instant at which the wall clock shows midnight or, if the clocks skip it, the first after the gap. */
export const startOfDay = (midnight: number, timeZone: string): number => {
  const { before, after } = offsetsAround(midnight, timeZone)
  let tooEarly = midnight - Math.max(before, after)
  if (shows(tooEarly, midnight, timeZone)) return tooEarly
  let lateEnough = midnight - Math.min(before, after)
  if (shows(lateEnough, midnight, timeZone)) return lateEnough
  // Midnight falls in a gap; search for the instant of the jump, which lies between the two.
  while (lateEnough - tooEarly > 1) {
    const middle = Math.floor((tooEarly + lateEnough) / 2)
    if (wallClock(middle, timeZone) < midnight) tooEarly = middle
    else lateEnough = middle
  }
  return lateEnough
}
