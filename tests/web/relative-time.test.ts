// @vitest-environment node
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOfText, lastUpdatedText, relativeTime } from '#web/ui/time/relative-time'

const deviceZone = process.env.TZ
const at = (text: string) => new Date(text)

describe.each([
  // The league counts its days in Toronto; a device in Zurich is 6 hours ahead, one in Vancouver 3 hours behind.
  ['America/Toronto', '-05:00'],
  ['Europe/Zurich', '+01:00'],
  ['America/Vancouver', '-08:00'],
])('on a device in %s', (zone, offset) => {
  beforeAll(() => {
    process.env.TZ = zone
  })
  afterAll(() => {
    process.env.TZ = deviceZone ?? ''
  })
  const local = (text: string) => at(`${text}${offset}`)

  test.each([
    ['2026-11-21T19:42:00', '2026-11-21T19:42:30', '0 minutes ago'],
    ['2026-11-21T19:42:00', '2026-11-21T19:43:00', '1 minute ago'],
    ['2026-11-21T19:42:00', '2026-11-21T20:41:59', '59 minutes ago'],
    ['2026-11-21T19:42:00', '2026-11-21T20:42:00', '1 hour ago'],
    ['2026-11-21T12:00:00', '2026-11-21T17:59:59', '5 hours ago'],
    ['2026-11-21T12:00:00', '2026-11-21T18:00:00', 'today at 12:00'],
    ['2026-11-21T00:00:00', '2026-11-21T23:59:59', 'today at 00:00'],
    // Hours count before days: shortly after midnight it is still "hours ago".
    ['2026-11-20T23:30:00', '2026-11-21T02:30:00', '3 hours ago'],
    ['2026-11-20T23:59:00', '2026-11-21T06:00:00', 'yesterday at 23:59'],
    ['2026-11-20T00:00:00', '2026-11-21T23:59:59', 'yesterday at 00:00'],
    ['2026-12-31T09:05:00', '2027-01-01T20:00:00', 'yesterday at 09:05'],
    // A clock that is behind.
    ['2026-11-21T19:50:00', '2026-11-21T19:42:00', '0 minutes ago'],
  ])('%s seen at %s is %s', (then, now, words) => {
    expect(relativeTime(local(then), local(now))).toBe(words)
  })

  test('anything older has its full local date and time', () => {
    const words = relativeTime(local('2026-11-19T23:59:00'), local('2026-11-21T00:00:00'))
    expect(words).toMatch(/19/)
    expect(words).toMatch(/2026/)
    expect(words).toMatch(/59/)
  })

  test('the age of saved figures', () => {
    const now = local('2026-11-21T20:00:00')
    const fetched = (text: string) => local(text).getTime()
    expect(asOfText(fetched('2026-11-21T19:59:00'), now, true)).toBe('')
    expect(asOfText(fetched('2026-11-21T19:58:59'), now, true)).toBe('as of 19:58')
    expect(asOfText(fetched('2026-11-21T19:59:59'), now, false)).toBe('as of 19:59')
    expect(asOfText(fetched('2026-11-19T19:42:00'), now, true)).toMatch(/^as of .*19.*, 19:42$/)
    expect(asOfText(0, now, false)).toBe('')
  })
})

test('the same instant is another day on another device', () => {
  const then = at('2026-11-21T04:30:00Z') // 23:30 of the 20th in Toronto, 05:30 of the 21st in Zurich
  const now = at('2026-11-21T14:00:00Z')
  process.env.TZ = 'America/Toronto'
  expect(relativeTime(then, now)).toBe('yesterday at 23:30')
  process.env.TZ = 'Europe/Zurich'
  expect(relativeTime(then, now)).toBe('today at 05:30')
  process.env.TZ = deviceZone ?? ''
})

test('a day with a change of the clocks is a day', () => {
  process.env.TZ = 'America/Toronto'
  // 25 hours long: 1 November 2026.
  expect(relativeTime(at('2026-11-01T00:10:00-04:00'), at('2026-11-02T00:05:00-05:00'))).toBe('yesterday at 00:10')
  // 23 hours long: 14 March 2027 follows the 13th.
  expect(relativeTime(at('2027-03-13T00:10:00-05:00'), at('2027-03-14T23:50:00-04:00'))).toBe('yesterday at 00:10')
  process.env.TZ = deviceZone ?? ''
})

test('says nothing without an instant', () => {
  const now = at('2026-11-21T20:00:00Z')
  expect(lastUpdatedText(null, now)).toBe('')
  expect(lastUpdatedText('soon', now)).toBe('')
  expect(lastUpdatedText('2026-11-21T19:58:00Z', now)).toBe('Statistics last updated 2 minutes ago')
})
