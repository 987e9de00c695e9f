import { describe, expect, test } from 'vitest'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { ScheduleState } from '#server/nhl/store/import-report'
import {
  isImportOfEverythingDue,
  isImportOfGamesDue,
  isSeasonReadingDue,
  isUpdateDue,
  latestUpdateTime,
} from '#server/schedule/due'

const league = { firstDay: '2026-10-06', lastDay: '2027-04-15', constants: LEAGUE_DEFAULTS }
const times = { importEveryMinutes: 30, publishAtMinutes: 5 * 60 }
const at = (text: string) => Date.parse(text)
const state = (known: {
  published?: string
  everything?: string
  games?: string
  season?: string
  gamesOn?: boolean
  pending?: boolean
}): ScheduleState => ({
  publishedAt: known.published ? at(known.published) : null,
  importedAt: {
    everything: known.everything ? at(known.everything) : null,
    games: known.games ? at(known.games) : null,
    season: known.season ? at(known.season) : null,
  },
  gamesOn: known.gamesOn ?? false,
  pending: known.pending ?? false,
})

describe('the time of the official update', () => {
  test.each([
    ['after it', '2026-11-21T13:00:00Z', '2026-11-21T10:00:00Z'],
    ['at it', '2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z'],
    ['before it, which makes it yesterday', '2026-11-21T09:59:59Z', '2026-11-20T10:00:00Z'],
    ['in summer time', '2026-10-07T13:00:00Z', '2026-10-07T09:00:00Z'],
    ['on the day the clocks go back', '2026-11-01T13:00:00Z', '2026-11-01T10:00:00Z'],
  ])('is five in the morning on the league’s clock: %s', (_, now, time) => {
    expect(new Date(latestUpdateTime(league, times, at(now)))).toEqual(new Date(time))
  })
})

describe('an official update', () => {
  test('is due once a day in the season, with or without new lines', () => {
    const now = at('2026-11-21T10:00:30Z')
    expect(isUpdateDue(state({ published: '2026-11-20T10:00:30Z' }), league, times, now)).toBe(true)
    expect(isUpdateDue(state({ published: '2026-11-21T10:00:10Z' }), league, times, now)).toBe(false)
    expect(isUpdateDue(state({}), league, times, now)).toBe(true)
  })
  test('is due late when the server did not run at its time', () => {
    expect(isUpdateDue(state({ published: '2026-11-19T10:00:00Z' }), league, times, at('2026-11-21T22:00:00Z'))).toBe(
      true,
    )
  })
  test('is the first on the morning of the first game day', () => {
    expect(isUpdateDue(state({}), league, times, at('2026-10-05T20:00:00Z'))).toBe(false)
    expect(isUpdateDue(state({}), league, times, at('2026-10-06T09:00:00Z'))).toBe(true)
  })
  test('comes after the season only when there is something new', () => {
    const summer = at('2027-04-20T12:00:00Z')
    expect(isUpdateDue(state({ published: '2027-04-16T09:00:00Z' }), league, times, summer)).toBe(false)
    expect(isUpdateDue(state({ published: '2027-04-16T09:00:00Z', pending: true }), league, times, summer)).toBe(true)
  })
})

describe('an import', () => {
  test('of everything is due before the day’s update, all year', () => {
    const done = state({ everything: '2026-11-21T10:00:05Z' })
    expect(isImportOfEverythingDue(done, league, times, at('2026-11-22T09:59:00Z'))).toBe(false)
    expect(isImportOfEverythingDue(done, league, times, at('2026-11-22T10:00:00Z'))).toBe(true)
    expect(isImportOfEverythingDue(state({}), league, times, at('2026-07-22T10:00:00Z'))).toBe(true)
  })
  test.each([
    ['half an hour after the last while games are on', true, '2026-11-21T23:30:00Z', true],
    ['not earlier', true, '2026-11-21T23:29:00Z', false],
    ['three hours after the last when no game is on', false, '2026-11-22T02:00:00Z', true],
    ['not earlier than that', false, '2026-11-22T01:00:00Z', false],
  ])('of games is due %s', (_, gamesOn, now, due) => {
    const known = state({ everything: '2026-11-21T10:00:00Z', games: '2026-11-21T23:00:00Z', gamesOn })
    expect(isImportOfGamesDue(known, league, times, at(now))).toBe(due)
  })
  test.each([
    ['before the first day', undefined, '2026-10-05T20:00:00Z', false],
    ['on the first day', undefined, '2026-10-06T09:00:00Z', true],
    ['six days later', '2026-10-28T09:00:20Z', '2026-11-03T20:00:00Z', false],
    ['on the seventh day, though not yet at the same time', '2026-10-28T09:00:20Z', '2026-11-04T09:00:10Z', true],
    ['in summer', '2027-04-20T09:00:00Z', '2027-07-01T12:00:00Z', true],
  ])('of the whole season again %s', (_, season, now, due) => {
    expect(isSeasonReadingDue(state({ ...(season && { season }) }), league, at(now))).toBe(due)
  })
  test('of games is never due in summer', () => {
    expect(isImportOfGamesDue(state({ gamesOn: true }), league, times, at('2027-07-01T12:00:00Z'))).toBe(false)
  })
})
