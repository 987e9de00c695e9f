import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/data/query-client'
import { dismissStorageTrouble, getStorageTrouble } from '#web/offline/readiness'
import {
  freezeStartupCache,
  hydrateFromStartupCache,
  keepStartupCache,
  thawStartupCache,
} from '#web/offline/startup-cache'
import {
  readFirstFrameData,
  STARTUP_CACHE_KEY,
  STARTUP_CACHE_MAX_CHARS,
  serializeStartupCache,
} from '#web/offline/startup-cache-format'

const user = { name: 'Ada', teamId: 3, roles: ['ROLE_premium'] }
const team = { id: 3, name: 'Ice Breakers', shortName: 'ICE', totalScore: 1204.5, ranking: null }
const kept = {
  user: { data: user, at: 1000 },
  teams: { data: [team], at: 2000 },
  'last-updated': { data: { modifiedAt: '2026-11-21T01:30:00.000Z' }, at: 2000 },
}

describe('what the first frame reads', () => {
  test('user, standings, and when they were fetched', () => {
    expect(readFirstFrameData(serializeStartupCache(kept))).toEqual({
      user,
      teams: [team],
      modifiedAt: '2026-11-21T01:30:00.000Z',
      fetchedAt: 2000,
    })
  })

  test.each([
    ['nothing stored', null],
    ['broken JSON', serializeStartupCache(kept).slice(0, -5)],
    ['another version', serializeStartupCache(kept).replace('"version":1', '"version":0')],
    ["another app's data", '{"answers":[1,2]}'],
    ['a plain word', '"hello"'],
    ['no user', serializeStartupCache({ teams: kept.teams })],
    ['a user of a wrong shape', serializeStartupCache({ ...kept, user: { data: { name: 'Ada' }, at: 1 } })],
  ])('nothing from %s', (_, raw) => {
    expect(readFirstFrameData(raw)).toBeNull()
  })

  const pick = { sequenceNr: 1, round: 1, pickOrder: 1, teamId: 3, teamShortName: 'ICE', pickStatus: 'WAITING' }
  const settings = { rosterHoldStartDate: '2026-09-20', tradingEndTime: null }
  const whole = {
    ...kept,
    'league-settings': { data: settings, at: 2000 },
    'pick-sequence': { data: [pick], at: 2000 },
  }

  test('at most 150 KB: what matters least is left out', () => {
    const long = (share: number) => 'x'.repeat(share * STARTUP_CACHE_MAX_CHARS)
    for (const [ofTeams, ofPicks] of [
      [0.1, 1],
      [0.6, 0.6],
    ] as const) {
      const longTeam = { ...team, name: long(ofTeams) }
      const text = serializeStartupCache({
        ...whole,
        teams: { data: [longTeam], at: 2000 },
        'pick-sequence': { data: [{ ...pick, teamShortName: long(ofPicks) }], at: 2000 },
      })
      expect(text.length).toBeLessThan(STARTUP_CACHE_MAX_CHARS)
      expect(readFirstFrameData(text)).toMatchObject({ teams: [longTeam], settings, picks: undefined })
    }
  })
})

/** As it lies on the members' devices. */
const STORED =
  '{"version":1,"answers":{"user":{"data":{"name":"Ada","teamId":3,"roles":["ROLE_premium"]},"at":2000},' +
  '"teams":{"data":[{"id":3,"name":"Ice Breakers","shortName":"ICE","totalScore":1204.5,"ranking":null}],"at":2000}}}'

test('what is stored keeps its key and its form: a device that has it goes on with it', () => {
  expect(STARTUP_CACHE_KEY).toBe('pool-glance')
  expect(readFirstFrameData(STORED)).toEqual({ user, teams: [team], modifiedAt: null, fetchedAt: 2000 })
})

describe('keeping it', () => {
  let client: QueryClient
  let stop: () => void

  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
    dismissStorageTrouble()
    thawStartupCache()
    client = createQueryClient()
    stop = keepStartupCache(client)
  })
  afterEach(() => {
    stop()
    client.clear()
  })
  const stored = () => readFirstFrameData(localStorage.getItem(STARTUP_CACHE_KEY))
  const show = (at = 2000) => {
    client.setQueryData(['user'], user, { updatedAt: at })
    client.setQueryData(['teams'], [team], { updatedAt: at })
  }

  test('about a second after a change', () => {
    show()
    expect(stored()).toBeNull()
    vi.advanceTimersByTime(1100)
    expect(localStorage.getItem(STARTUP_CACHE_KEY)).toBe(STORED)
  })

  test("the cart of the member's own team, whose number the bar shows from the first render on", () => {
    const cart = { cartEntries: [], tradeBalance: 250000, status: 'CART_OK' }
    show()
    client.setQueryData(['cart', 3], cart, { updatedAt: 2000 })
    client.setQueryData(['cart', 4], { ...cart, status: 'CART_EMPTY' }, { updatedAt: 2000 })
    window.dispatchEvent(new Event('pagehide'))
    const later = createQueryClient()
    hydrateFromStartupCache(later)
    expect(later.getQueryData(['cart', 3])).toEqual(cart)
    expect(later.getQueryState(['cart', 3])?.dataUpdatedAt).toBe(2000)
    expect(later.getQueryData(['cart', 4])).toBeUndefined()
  })

  test.each([
    ['the page goes', 'visible', () => window.dispatchEvent(new Event('pagehide'))],
    ['the app is hidden', 'hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
  ] as const)('at once when %s', (_, visibility, happens) => {
    show()
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
    happens()
    expect(stored()?.teams).toEqual([team])
  })

  test('nothing of a visitor who is not logged in', () => {
    client.setQueryData(['user'], null)
    client.setQueryData(['teams'], [team])
    vi.advanceTimersByTime(2000)
    expect(localStorage.getItem(STARTUP_CACHE_KEY)).toBeNull()
  })

  test("only the member's team, and nothing else than the first screen", () => {
    show()
    client.setQueryData(['team', 4], { ...team, id: 4 })
    client.setQueryData(['team', 3], team)
    client.setQueryData(['team', 3, 'prices'], { ...team, id: 5 })
    client.setQueryData(['trades'], ['a secret'])
    window.dispatchEvent(new Event('pagehide'))
    const { answers } = JSON.parse(localStorage.getItem(STARTUP_CACHE_KEY) ?? '{}')
    expect(Object.keys(answers)).toEqual(['user', 'teams', 'team'])
    expect(answers.team.data).toEqual(team)
  })

  test('data with a failed renewal beside it is kept', async () => {
    show()
    await client
      .fetchQuery({ queryKey: ['teams'], queryFn: () => Promise.reject(new Error('offline')), retry: false })
      .catch(() => undefined)
    window.dispatchEvent(new Event('pagehide'))
    expect(stored()?.teams).toEqual([team])
  })

  test('frozen, a late write does not bring it back', () => {
    show()
    freezeStartupCache()
    vi.advanceTimersByTime(2000)
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem(STARTUP_CACHE_KEY)).toBeNull()
  })

  test('a write put off is made of what is true by then', () => {
    show()
    client.setQueryData(['user'], { name: 'Bo', roles: [] })
    client.removeQueries({ queryKey: ['teams'] })
    vi.advanceTimersByTime(1100)
    expect(stored()).toMatchObject({ user: { name: 'Bo' }, teams: [] })
  })

  test('a full store is told, and the app goes on', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    show()
    vi.advanceTimersByTime(1100)
    expect(getStorageTrouble()).toBe('full')
  })
})

describe('bringing it back', () => {
  test('at once, with its true age', () => {
    localStorage.setItem(STARTUP_CACHE_KEY, serializeStartupCache({ ...kept, team: { data: team, at: 1500 } }))
    const client = createQueryClient()
    hydrateFromStartupCache(client)
    expect(client.getQueryData(['teams'])).toEqual([team])
    expect(client.getQueryState(['teams'])?.dataUpdatedAt).toBe(2000)
    expect(client.getQueryData(['team', 3])).toEqual(team)
  })

  test('never over something newer', () => {
    localStorage.setItem(STARTUP_CACHE_KEY, serializeStartupCache(kept))
    const client = createQueryClient()
    client.setQueryData(['teams'], [], { updatedAt: 3000 })
    hydrateFromStartupCache(client)
    expect(client.getQueryData(['teams'])).toEqual([])
  })

  test('a broken one is removed', () => {
    localStorage.setItem(STARTUP_CACHE_KEY, '{"version":1')
    const client = createQueryClient()
    hydrateFromStartupCache(client)
    expect(client.getQueryCache().getAll()).toEqual([])
    expect(localStorage.getItem(STARTUP_CACHE_KEY)).toBeNull()
  })

  test('a browser that refuses local storage: nothing to bring back, and it is told once', () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    dismissStorageTrouble()
    const client = createQueryClient()
    hydrateFromStartupCache(client)
    const stop = keepStartupCache(client)
    client.setQueryData(['user'], user)
    window.dispatchEvent(new Event('pagehide'))
    expect(getStorageTrouble()).toBe('blocked')
    stop()
  })
})
