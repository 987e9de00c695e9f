import { describe, expect, test } from 'vitest'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import {
  addDays,
  dayBounds,
  dayStart,
  daysBetween,
  daysLater,
  defaultSeasonDates,
  leagueDay,
  mondayOf,
} from '#rules/calendar'

const at = (text: string): number => {
  const instant = Date.parse(text)
  if (Number.isNaN(instant)) throw new Error(`not an instant: ${text}`)
  return instant
}
const iso = (instant: number): string => new Date(instant).toISOString().replace('.000', '')

describe('the day of an instant', () => {
  test.each([
    ['2026-01-15T04:59:59.999Z', 'America/Toronto', '2026-01-14'],
    ['2026-01-15T09:59:59Z', 'Pacific/Kiritimati', '2026-01-15'],
    ['2026-01-15T10:00:00Z', 'Pacific/Kiritimati', '2026-01-16'],
    ['1969-12-31T23:59:59.500Z', 'UTC', '1969-12-31'],
  ])('%s in %s is %s', (instant, zone, day) => {
    expect(leagueDay(at(instant), zone)).toBe(day)
  })
})

describe('a day lasts', () => {
  test.each([
    ['2026-01-15', 'America/Toronto', '2026-01-15T05:00:00Z', 24],
    ['2026-03-08', 'America/Toronto', '2026-03-08T05:00:00Z', 23],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00Z', 25],
    // Toronto's clocks once jumped from 23:30 over midnight to 00:30.
    ['1919-03-31', 'America/Toronto', '1919-03-31T04:30:00Z', 23.5],
    // Samoa left out a whole day.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z', 0],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00Z', 24],
  ])('%s in %s: from %s, %d hours', (day, zone, from, hours) => {
    const bounds = dayBounds(day, zone)
    expect(iso(bounds.from)).toBe(from)
    expect((bounds.until - bounds.from) / 3_600_000).toBe(hours)
  })

  test('in every zone each day begins at its first instant, where the one before ends', () => {
    // Zones of every kind; the whole list would test Intl and not this.
    const zones = ['America/Toronto', 'America/St_Johns', 'America/Santiago', 'America/Havana', 'Asia/Beirut']
    zones.push('Africa/Cairo', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Europe/Dublin', 'Africa/Casablanca')
    zones.push('Pacific/Chatham', 'America/Nuuk', 'America/Scoresbysund', 'Antarctica/Troll', 'UTC')
    for (const zone of zones) {
      for (let day = '2025-12-28'; day < '2027-01-05'; day = addDays(day, 1)) {
        const start = dayStart(day, zone)
        expect(`${zone} ${leagueDay(start, zone)}`).toBe(`${zone} ${day}`)
        expect(`${zone} ${leagueDay(start - 1, zone)}`).toBe(`${zone} ${addDays(day, -1)}`)
      }
    }
  })
})

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-29', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
  ['2024-03-01', '2024-02-26'],
  ['1969-12-28', '1969-12-22'],
])('the Monday of %s is %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday)
})

describe('days later', () => {
  test.each([
    ['2026-01-15T23:30:00Z', 7, 'America/Toronto', '2026-01-22T23:30:00Z', 'an ordinary week'],
    ['2026-03-05T23:30:00.250Z', 7, 'America/Toronto', '2026-03-12T22:30:00.250Z', 'still 18:30 after the change'],
    ['2026-10-29T22:30:00Z', 7, 'America/Toronto', '2026-11-05T23:30:00Z', 'still 18:30 after the change back'],
    ['2026-03-01T07:30:00Z', 7, 'America/Toronto', '2026-03-08T07:30:00Z', '02:30 is skipped: 03:30'],
    ['2026-10-25T05:30:00Z', 7, 'America/Toronto', '2026-11-01T05:30:00Z', '01:30 comes twice: the first'],
    ['2026-08-30T04:00:00Z', 7, 'America/Santiago', '2026-09-06T04:00:00Z', 'midnight is skipped: 01:00'],
    ['2026-03-29T02:00:00Z', 7, 'Australia/Lord_Howe', '2026-04-05T02:30:00Z', 'half an hour more'],
  ])('%s and %d days in %s: %s (%s)', (instant, days, zone, later) => {
    expect(iso(daysLater(at(instant), days, zone))).toBe(later)
  })

  test('days add up across months and leap years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(daysBetween('2026-10-07', '2027-04-16')).toBe(191)
  })
})

describe('the dates of a season', () => {
  const season = defaultSeasonDates('2026-10-06', '2027-04-15')

  test('follow from its first and last days', () => {
    expect({
      ...season,
      tradingStartTime: iso(season.tradingStartTime),
      tradingEndTime: iso(season.tradingEndTime),
    }).toEqual({
      rosterHoldStartDate: '2026-10-06',
      // Six weeks later at midnight, though the clocks went back in between; four weeks before, likewise.
      tradingStartTime: '2026-11-17T05:00:00Z',
      tradingEndTime: '2027-03-18T04:00:00Z',
      keeperLastBuyDate: '2027-03-18',
    })
  })

  test('a league may close trading for longer', () => {
    const constants = { ...LEAGUE_DEFAULTS, timeZone: 'UTC', closedWeeksAtStart: 8, closedWeeksAtEnd: 5 }
    const own = defaultSeasonDates('2026-10-06', '2027-04-15', constants)
    expect(iso(own.tradingStartTime)).toBe('2026-12-01T00:00:00Z')
    expect(own.keeperLastBuyDate).toBe('2027-03-11')
  })
})
