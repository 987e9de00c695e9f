import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { addressOf, ClockTimeInput, DayInput, Id, InstantInput } from '#contract/call'
import { calls } from '#contract/calls'
import { getDraftBoxes, getDraftedPlayers } from '#contract/draft'
import * as limits from '#contract/limits'
import { getTeamPlayers, putScratchStatus } from '#contract/roster'
import { getPlayers } from '#contract/stats'
import { addToCart } from '#contract/trading'
import { meansLoggedOut } from '#contract/user'

/** Section 7 of the specification. */
const SPECIFIED = [
  'GET /user',
  'GET /stats/teams',
  'GET /stats/last-updated',
  'GET /stats/teams/{teamId}',
  'PATCH /stats/teams/{teamId}',
  'GET /stats/players',
  'GET /stats/players/{playerId}',
  'GET /stats/players/{playerId}/time-series',
  'GET /stats/players/{playerId}/previous-seasons',
  'GET /stats/players-preview',
  'GET /stats/nhl-teams',
  'GET /league-admin/settings',
  'GET /roster/teams/{teamId}/players',
  'GET /roster/teams/{teamId}/roster-entries/{playerId}',
  'PUT /roster/teams/{teamId}/roster-entries/{playerId}',
  'GET /roster/changes',
  'POST /trading/teams/{teamId}/shopping-cart/players/{playerId}',
  'GET /trading/teams/{teamId}/shopping-cart',
  'DELETE /trading/teams/{teamId}/shopping-cart/players/{playerId}',
  'DELETE /trading/teams/{teamId}/shopping-cart',
  'POST /trading/teams/{teamId}/execute-trade',
  'GET /trading/trades',
  'GET /draft/keeper-boxes',
  'GET /draft/teams/{teamId}/keepers',
  'POST /draft/teams/{teamId}/keep-player/{playerId}',
  'GET /draft/keepers-status',
  'GET /draft/boxes',
  'GET /draft/pick-sequence',
  'GET /draft/players/last-drafted',
  'GET /draft/players',
  'GET /draft/draft-teams',
  'POST /draft/teams/{teamId}/players/{playerId}',
  'PUT /draft/tags/teams/{teamId}/players/{playerId}',
  'GET /draft/outside-players/{playerId}',
  'PATCH /draft/generate-boxes',
  'POST /draft/lock-keepers',
  'POST /draft/set-picking-team/{teamId}',
  'POST /draft/picking-teams/{teamId}',
  'DELETE /draft/picking-teams/{teamId}',
  'POST /draft/free-picking',
  'POST /draft/resume-pick-sequence',
  'POST /draft/forward-pick-sequence',
  'POST /draft/back-pick-sequence',
  'POST /draft/randomize-pick-sequence',
]

test('the calls are those of the specification, and those that are said to be beyond it', () => {
  const others = calls.filter(({ call }) => !call.summary.startsWith('Beyond the specification:'))
  expect(others.map(({ call }) => `${call.method} ${call.path.replace('/api/v1', '')}`).sort()).toEqual(
    SPECIFIED.sort(),
  )
})

test('404 is an answer where the specification says that it means none', () => {
  const none = calls.flatMap(({ name, call }) => (call.none === undefined ? [] : [`${name} ${call.none}`]))
  expect(none.sort()).toEqual(['getKeeper 404', 'getLastDrafted 404'])
})

test('the limits are those of the specification, section 9', () => {
  const { LEAGUE_DEFAULTS, OUTSIDE_DRAFT_BOXES, ...others } = limits
  expect(others).toEqual({
    TEAM_NAME_MAX: 31,
    SHORT_NAME_MAX: 7,
    DRAFT_TAG_MAX: 5,
    RELATIVE_MINUTES_BELOW: 60,
    RELATIVE_HOURS_BELOW: 6,
    CHART: { gamePointsMax: 20, projectedPointsMax: 250, heightPx: 400 },
    LIVE: {
      path: '/ws/draft',
      maxAttempts: 5,
      retryStepMs: 2_000,
      retryCapMs: 8_000,
      creationRetryStepMs: 3_000,
      creationRetryCapMs: 15_000,
      timeoutMs: 10_000,
      heartbeatMs: 25_000,
      cleanCloseCode: 1000,
    },
    ADMIN_LIST_PICKS: 20,
    ADMIN_REFETCH_DELAY_MS: 500,
    SUCCESS_CLEARS_AFTER_MS: 3_000,
    LAZY_SCREEN_TIMEOUT_MS: 120_000,
    BREAKPOINTS: { xs: 0, sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1400 },
  })
  expect(LEAGUE_DEFAULTS).toEqual({
    timeZone: 'America/Toronto',
    seasonGames: 82,
    rosterSize: 22,
    maxDressed: 19,
    minDefenders: 4,
    minGoalies: 1,
    scratchDays: 7,
    holdDays: 21,
    closedWeeksAtStart: 6,
    closedWeeksAtEnd: 4,
    commissionOfPoints: 0.1,
    commissionOfProjected: 0.05,
    normalizedGamesFloor: 20,
    boxSpare: 2,
  })
  expect(OUTSIDE_DRAFT_BOXES).toHaveLength(22)
})

describe('the address of a call', () => {
  test.each<[string, string, string]>([
    [
      'has its parameters and query',
      addressOf(getTeamPlayers, { teamId: 3 }, { current: false }),
      '/api/v1/roster/teams/3/players?current=false',
    ],
    ['leaves out what is not given', addressOf(getDraftBoxes, {}, { teamId: undefined }), '/api/v1/draft/boxes'],
    ['without a query has no question mark', addressOf(getDraftBoxes), '/api/v1/draft/boxes'],
    [
      'joins and encodes',
      addressOf(
        { ...getDraftBoxes, path: '/api/v1/{first}/{second}' },
        { first: 'a/b', second: 'ü' },
        { x: 'a&b', y: 0 },
      ),
      '/api/v1/a%2Fb/%C3%BC?x=a%26b&y=0',
    ],
  ])('%s', (_, address, expected) => {
    expect(address).toBe(expected)
  })
})

test.each([
  ['getDraftedPlayers', getDraftedPlayers.query, { drafted: false }],
  ['getPlayers', getPlayers.query, { type: 'defender' }],
  ['getPlayers', getPlayers.query, {}],
  ['putScratchStatus', putScratchStatus.query, { 'scratch-status': 'sold' }],
  ['addToCart', addToCart.query, { action: 'BUY' }],
])('%s has no such query (row %$)', (_, query, given) => {
  expect(Check(query, given)).toBe(false)
})

test.each([
  [0, false],
  [1, true],
  [2_147_483_647, true],
  [2_147_483_648, false],
  [1.5, false],
])('%d is an id: %s', (value, isId) => {
  expect(Check(Id, value)).toBe(isId)
})

test.each([
  [0, false],
  [200, false],
  [400, false],
  [401, true],
  [402, false],
  [403, true],
  [404, true],
  [405, false],
  [429, false],
  [500, false],
])('%d to "who am I" says that no one is logged in: %s', (status, isLoggedOut) => {
  expect(meansLoggedOut(status)).toBe(isLoggedOut)
})

describe('a day or a time that a request names', () => {
  const NONE = ['9999-99-99', '2025-02-30', '0000-01-01', '9999-12-31', '275761-01-01', '+012026-01-01', '2026-2-3', '']
  const cases: readonly [name: string, schema: TSchema, allowed: readonly string[], refused: readonly string[]][] = [
    ['day', DayInput, ['2026-11-21', '2024-02-29', '1900-01-01', '2999-12-31'], [...NONE, '2026-11-21T00:00']],
    [
      'instant',
      InstantInput,
      ['2026-11-21T01:30:00.000Z', '2026-11-21T01:30:00Z', '2026-11-20T20:30:00-05:00'],
      [...NONE.map((day) => `${day}T01:30:00.000Z`), '2026-11-21', '2026-11-21T23:59:60Z', '2026-11-21T25:00:00Z'],
    ],
    [
      'time of the league',
      ClockTimeInput,
      ['2026-11-17T00:00', '2027-03-14T02:30'],
      [...NONE.map((day) => `${day}T00:00`), '2026-11-17T24:00', '2026-11-17T00:60', '2026-11-17T00:00Z'],
    ],
  ]
  test.each(cases)('is one of the calendar: %s', (_, schema, allowed, refused) => {
    expect(allowed.filter((text) => !Check(schema, text))).toEqual([])
    expect(refused.filter((text) => Check(schema, text))).toEqual([])
  })

  test('is described as such in every call', () => {
    const loose = (schema: unknown): boolean => {
      if (typeof schema !== 'object' || schema === null) return false
      if ('~refine' in schema) return false
      const { pattern, examples } = { pattern: '', examples: [], ...schema }
      if (String(pattern).includes('\\d{4}-') || /^\d{4}-\d\d-\d\d/.test(String(examples))) return true
      return Object.values(schema).some(loose)
    }
    const found = calls.filter(({ call: { params, query, body } }) => [params, query, body].some(loose))
    expect(found.map(({ name }) => name)).toEqual([])
  })
})
