import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { finishEnding, PROBE_MS, renewScreen } from '#web/data/launch'
import { lastUpdated, leagueSettings, nhlTeams, standings } from '#web/data/league'
import { createQueryClient } from '#web/data/query-client'
import { onConnectionBack, reportAnswer, reportNoAnswer } from '#web/net/connection'
import { finishEndingSession, isSessionEnding, markSessionEnding } from '#web/net/session-state'
import { savesData } from '#web/offline/saves-data'

const TEAMS = '/api/v1/stats/teams'
const UPDATED = '/api/v1/stats/last-updated'
const NHL = '/api/v1/stats/nhl-teams'
const USER = '/api/v1/user'

let client: QueryClient
let asked: string[]
let answers: Record<string, () => Response>
const stops: (() => void)[] = []
const goneTo = vi.fn<(address: string) => void>()

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const times = (address: string) => asked.filter((each) => each === address).length

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const answer = answers[address]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
  client = createQueryClient()
  asked = []
  answers = {
    [TEAMS]: () => json([]),
    [NHL]: () => json([]),
    [UPDATED]: () => json({ modifiedAt: '2026-11-23T08:00:00.000Z' }),
    [USER]: () => json({ name: 'Ada', teamId: 3, roles: [] }),
  }
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  client.clear()
  goneTo.mockClear()
  reportAnswer()
})

const settled = () => expect.poll(() => client.isFetching()).toBe(0)

const queries = { standings, nhlTeams, lastUpdated }
const show = async (...names: readonly (keyof typeof queries)[]) => {
  for (const name of names) {
    const { queryKey, queryFn } = queries[name]()
    stops.push(
      new QueryObserver<unknown>(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(
        () => undefined,
      ),
    )
  }
  await settled()
  asked = []
}

test('what was stored by an earlier launch is looked up again, however long it counts as fresh', async () => {
  const SETTINGS = '/api/v1/league-admin/settings'
  answers[SETTINGS] = () => json({ keeperLastBuyDate: '2027-02-04' })
  client.setQueryData(leagueSettings().queryKey, {}, { updatedAt: performance.timeOrigin - 1_000 })
  await client.fetchQuery(leagueSettings())
  expect(times(SETTINGS)).toBe(1)
  await client.fetchQuery(leagueSettings())
  expect(times(SETTINGS)).toBe(1)
})

describe('when the connection is back', () => {
  beforeEach(() => void stops.push(onConnectionBack(renewScreen(client))))

  test('everything on screen is asked for again, however fresh, and nothing else is', async () => {
    await client.prefetchQuery(nhlTeams())
    await show('standings', 'lastUpdated')
    reportNoAnswer()
    reportAnswer()
    await expect.poll(() => times(UPDATED)).toBeGreaterThan(0)
    await settled()
    expect([times(TEAMS), times(UPDATED), times(NHL)]).toEqual([1, 1, 0])
  })

  test('one call that finds no server has the others not asked for without end', async () => {
    delete answers[NHL]
    await show('standings', 'lastUpdated', 'nhlTeams')
    reportNoAnswer()
    reportAnswer()
    // A failed request is made once more before it counts.
    await expect.poll(() => times(NHL)).toBeGreaterThanOrEqual(2)
    await settled()
    expect([times(TEAMS), times(UPDATED), times(NHL)]).toEqual([1, 1, 2])
  })
})

describe('a session that could not be ended when its member logged out', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    markSessionEnding()
    stops.push(onConnectionBack(() => finishEnding(client, goneTo)))
  })
  afterEach(async () => {
    await finishEndingSession(
      async () => 'ended',
      () => undefined,
    )
  })
  const back = async () => {
    reportNoAnswer()
    reportAnswer()
    await vi.advanceTimersByTimeAsync(50)
  }

  test('is ended when the connection is back', async () => {
    await back()
    expect(goneTo.mock.calls).toEqual([['/auth/logout']])
  })

  test('is tried again by itself where the server had a fault', async () => {
    answers[USER] = () => json({ code: 'INTERNAL' }, 500)
    await back()
    expect(goneTo).not.toHaveBeenCalled()
    answers[USER] = () => json({ name: 'Ada', teamId: 3, roles: [] })
    await vi.advanceTimersByTimeAsync(PROBE_MS)
    expect(goneTo.mock.calls).toEqual([['/auth/logout']])
  })

  test.each([401, 403, 404])('is over when the server says so by a %i', async (status) => {
    answers[USER] = () => json({}, status)
    await back()
    expect(isSessionEnding()).toBe(false)
    expect(goneTo).not.toHaveBeenCalled()
  })
})

test.each([
  [undefined, false],
  [null, false],
  ['4g', false],
  [{}, false],
  [{ saveData: false }, false],
  [{ saveData: true }, true],
])('a device with the connection %j saves data: %s', (connection, saves) => {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
  expect(savesData()).toBe(saves)
})
