import type { Instant, LeagueDay } from './calendar.ts'
import type { Cents } from './money.ts'

// Days, amounts and lists in sentences. Making a formatter costs a thousand times more than using one.

const SHORT = { month: 'short', day: 'numeric' } as const
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
let dayWithYear: Intl.DateTimeFormat | undefined

/** 'Nov 20, 2026'. */
export function dayWords(day: LeagueDay): string {
  dayWithYear ??= new Intl.DateTimeFormat('en', { ...SHORT, year: 'numeric', timeZone: 'UTC' })
  return dayWithYear.format(Date.parse(`${day}T00:00:00Z`))
}

/** How instants are written in a time zone. */
export interface InstantWords {
  /** 'Nov 20', within a season. */
  day(at: Instant): string
  /** 'Nov 20, 14:05', within a season. */
  minute(at: Instant): string
  /** 'Nov 20, 2026, 14:05'. */
  whole(at: Instant): string
}

export function instantWords(timeZone: string): InstantWords {
  const day = new Intl.DateTimeFormat('en', { ...SHORT, timeZone })
  const minute = new Intl.DateTimeFormat('en', { ...SHORT, ...MINUTE, timeZone })
  const whole = new Intl.DateTimeFormat('en', { ...SHORT, year: 'numeric', ...MINUTE, timeZone })
  return {
    day: (at) => day.format(at),
    minute: (at) => minute.format(at),
    whole: (at) => whole.format(at),
  }
}

/** '12 kB', '1.2 MB': in thousands of bytes, as file managers show it. */
export const fileSize = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** '1 line', '2 lines'. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** 'Ann', 'Ann and Bo', 'Ann, Bo and Cleo': British, which has no comma before the last. */
export const listed = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** '12,345'. */
export const grouped = (number: number): string => number.toLocaleString('en')

/** '12.50'. */
export const amount = (cents: Cents): string => (cents / 100).toFixed(2)
