// Wall clocks of IANA zones by Intl alone. A wall clock is written as the UTC milliseconds at which a clock in
// Greenwich would show the same date and time.

const DAY_MS = 86_400_000

// Making a formatter costs a thousand times more than using one.
const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
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
  formatters.set(timeZone, made)
  return made
}

export const wallClock = (instant: number, timeZone: string): number => {
  const parts = formatterOf(timeZone).formatToParts(instant)
  const shown = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value)
  const milliseconds = ((instant % 1000) + 1000) % 1000
  return (
    Date.UTC(shown('year'), shown('month') - 1, shown('day'), shown('hour'), shown('minute'), shown('second')) +
    milliseconds
  )
}

// No zone is a day off Greenwich and none changes its clocks twice within two days, so the offsets of the day before
// and the day after are all that can apply.
const offsetsAround = (wall: number, timeZone: string): { before: number; after: number } => ({
  before: wallClock(wall - DAY_MS, timeZone) - (wall - DAY_MS),
  after: wallClock(wall + DAY_MS, timeZone) - (wall + DAY_MS),
})

const shows = (instant: number, wall: number, timeZone: string): boolean => wallClock(instant, timeZone) === wall

/**
 * The instant at which the wall clock shows a time: the first of two when it is shown twice; when the clocks skip it,
 * later by the gap.
 */
export const wallClockInstant = (wall: number, timeZone: string): number => {
  const { before, after } = offsetsAround(wall, timeZone)
  const earlier = wall - Math.max(before, after)
  if (shows(earlier, wall, timeZone)) return earlier
  return wall - Math.min(before, after)
}

/** The first instant at which the wall clock shows midnight or, where the clocks skip it, a time after it. */
export const startOfDay = (midnight: number, timeZone: string): number => {
  const { before, after } = offsetsAround(midnight, timeZone)
  let tooEarly = midnight - Math.max(before, after)
  if (shows(tooEarly, midnight, timeZone)) return tooEarly
  let reached = midnight - Math.min(before, after)
  if (shows(reached, midnight, timeZone)) return reached
  // Midnight lies in a gap: the clocks jump over it once between the two.
  while (reached - tooEarly > 1) {
    const middle = Math.floor((tooEarly + reached) / 2)
    if (wallClock(middle, timeZone) < midnight) tooEarly = middle
    else reached = middle
  }
  return reached
}
