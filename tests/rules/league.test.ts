import { expect, test } from 'vitest'
import type { LeagueSettings } from '#contract/league'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import { seasonBefore } from '#rules/calendar'
import { constantsOfSettings, leagueOfSettings } from '#rules/league'

const settings: LeagueSettings = {
  rosterHoldStartDate: '2026-10-06',
  tradingStartTime: '2026-11-17T05:00:00.000Z',
  tradingEndTime: '2027-03-18T04:00:00.000Z',
  keeperLastBuyDate: '2027-03-18',
}
const { timeZone: _, ...numbers } = LEAGUE_DEFAULTS

test('the league is its dates and constants', () => {
  const own = { ...settings, timeZone: 'Europe/Berlin', constants: { ...numbers, rosterSize: 24 } }
  expect(leagueOfSettings(own)).toEqual({
    constants: { ...LEAGUE_DEFAULTS, rosterSize: 24, timeZone: 'Europe/Berlin' },
    dates: {
      rosterHoldStartDate: '2026-10-06',
      tradingStartTime: Date.UTC(2026, 10, 17, 5),
      tradingEndTime: Date.UTC(2027, 2, 18, 4),
      keeperLastBuyDate: '2027-03-18',
    },
  })
})

test.each(['rosterHoldStartDate', 'tradingStartTime', 'tradingEndTime', 'keeperLastBuyDate'])(
  'without %s there is no league to play by',
  (name) => {
    expect(leagueOfSettings({ ...settings, [name]: null })).toBeNull()
    expect(leagueOfSettings({ ...settings, [name]: undefined })).toBeNull()
  },
)

test.each<[string, LeagueSettings | undefined]>([
  ['that are not known', undefined],
  ['without constants', settings],
  ['with nulls', { ...settings, timeZone: null, constants: null }],
])('settings %s: the defaults', (_, given) => {
  expect(constantsOfSettings(given)).toEqual(LEAGUE_DEFAULTS)
})

test('the season before 2026-27 is 2025-26', () => {
  expect(seasonBefore(20_262_027)).toBe(20_252_026)
})
