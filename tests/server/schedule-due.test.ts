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

test.each<[string, Parameters<typeof state>[0], string, boolean]>([
  ['once a day, with or without new lines', { published: '2026-11-20T10:00:30Z' }, '2026-11-21T10:00:30Z', true],
  ['not twice', { published: '2026-11-21T10:00:10Z' }, '2026-11-21T10:00:30Z', false],
  ['where there was none before', {}, '2026-11-21T10:00:30Z', true],
  ['late, when the server did not run', { published: '2026-11-19T10:00:00Z' }, '2026-11-21T22:00:00Z', true],
  ['not before the first game day', {}, '2026-10-05T20:00:00Z', false],
  ['on the morning of the first game day', {}, '2026-10-06T09:00:00Z', true],
  ['not in summer', { published: '2027-04-16T09:00:00Z' }, '2027-04-20T12:00:00Z', false],
  ['with news in summer', { published: '2027-04-16T09:00:00Z', pending: true }, '2027-04-20T12:00:00Z', true],
])('an official update is due %s', (_, known, now, due) => {
  expect(isUpdateDue(state(known), league, times, at(now))).toBe(due)
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
