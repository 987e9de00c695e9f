import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readGameReport } from '#server/nhl/api/game-reports'
import { politeClient, retryAfterMs } from '#server/nhl/api/polite-client'
import { SkaterGame } from '#server/nhl/schemas'
import { SourceDown, SourceHasNone, SourceUnavailable } from '#server/nhl/source'
import { type FakeNhl, startFakeNhl } from '../support/fake-nhl.ts'
import { fakeLeague, gameOf, rowsOf } from '../support/fake-nhl-league.ts'

let nhl: FakeNhl
let waits: number[]

beforeEach(async () => {
  nhl = await startFakeNhl(fakeLeague(7))
  waits = []
})
afterEach(() => nhl.close())

const client = (options: Parameters<typeof politeClient>[0] = {}) =>
  politeClient({
    wait: async (ms) => {
      waits.push(ms)
    },
    random: () => 1,
    ...options,
  })

describe('a polite client', () => {
  test('pauses 200 ms between calls, however they come', async () => {
    const get = client()
    await Promise.all([get(`${nhl.stats}/team?limit=-1`, 'team'), get(`${nhl.stats}/season?limit=-1`, 'season')])
    await get(`${nhl.web}/roster/BOS/current`, 'roster')
    expect(nhl.asked).toEqual(['/stats/team', '/stats/season', '/web/roster/BOS/current'])
    expect(waits.filter((ms) => ms === 200).length).toBeGreaterThanOrEqual(2)
  })

  test('really waits, when nothing is injected', async () => {
    const get = politeClient({ pauseMs: 60 })
    const began = performance.now()
    await get(`${nhl.stats}/team?limit=-1`, 'team')
    await get(`${nhl.stats}/team?limit=-1`, 'team')
    expect(performance.now() - began).toBeGreaterThan(55)
  })

  test('follows the redirect of "now"', async () => {
    expect(await client()(`${nhl.web}/standings/now`, 'standings/now')).toHaveProperty('standings')
    expect(nhl.asked).toEqual(['/web/standings/now', '/web/standings/2024-10-20'])
  })

  test('waits as long as Retry-After says', async () => {
    nhl.fail('/team', { status: 429, headers: { 'retry-after': '17' } })
    expect(await client()(`${nhl.stats}/team?limit=-1`, 'team')).toHaveProperty('total', 6)
    expect(waits[0]).toBe(17_000)
  })

  test('waits longer after each failure, by chance between the half and the whole', async () => {
    const failures = [{ status: 500 }, { status: 503 }, { status: 429 }, { status: 502 }]
    nhl.fail('/team', ...failures)
    await client()(`${nhl.stats}/team?limit=-1`, 'team')
    expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000])
    nhl.fail('/team', ...failures)
    await client({ random: () => 0 })(`${nhl.stats}/team?limit=-1`, 'team')
    expect(waits.slice(5, 9)).toEqual([500, 1000, 2000, 4000])
  })

  test('gives up after so many tries and says on what', async () => {
    nhl.fail('/team', ...Array.from({ length: 6 }, () => ({ status: 503 })))
    const asking = client()(`${nhl.stats}/team?limit=-1`, 'team')
    await expect(asking).rejects.toThrow(SourceUnavailable)
    await expect(asking).rejects.toThrow("The NHL's list of clubs failed 6 times (status 503).")
    expect(nhl.asked).toHaveLength(6)
  })

  test('leaves a source alone that asks for a long pause', async () => {
    nhl.fail('/team', { status: 429, headers: { 'retry-after': '3600' } })
    await expect(client()(`${nhl.stats}/team?limit=-1`, 'team')).rejects.toMatchObject({
      message: "The NHL's list of clubs failed once (status 429).",
      retryAfterMs: 3_600_000,
    })
    expect(nhl.asked).toHaveLength(1)
  })

  test('tries again when the connection is refused, breaks, takes too long or carries no JSON', async () => {
    await expect(client({ tries: 2 })('http://127.0.0.1:1/nothing', 'team')).rejects.toThrow(SourceUnavailable)
    nhl.fail(
      '/team',
      { status: 200, body: '<html>maintenance</html>' },
      { status: 200, headers: { 'content-length': '999' }, body: '{"data":[' },
    )
    expect(await client({ timeoutMs: 2000 })(`${nhl.stats}/team?limit=-1`, 'team')).toHaveProperty('total', 6)
    expect(nhl.asked).toHaveLength(3)
  })

  test('does not try again what does not exist or is refused', async () => {
    await expect(client()(`${nhl.web}/player/999/landing`, 'player/999/landing')).rejects.toThrow(SourceHasNone)
    await expect(client()(`${nhl.web}/player/999/landing`, 'player/999/landing')).rejects.toThrow(
      'player/999/landing: there is no such thing (status 404).',
    )
    nhl.fail('/team', { status: 403 })
    await expect(client()(`${nhl.stats}/team?limit=-1`, 'team')).rejects.toThrow(
      "The NHL's list of clubs cannot be used: status 403.",
    )
  })

  describe('whose pages fail', () => {
    const ask = (get: ReturnType<typeof client>, id: number) =>
      get(`${nhl.web}/player/${id}/landing`, `player/${id}/landing`).then(
        () => 'answered',
        (error: Error) => (error instanceof SourceDown ? 'down' : error.constructor.name),
      )
    const failing = (...ids: number[]) => {
      for (const id of ids) nhl.fail(`player/${id}/`, ...Array.from({ length: 50 }, () => ({ status: 500 })))
    }

    test('takes the source for down only when several different ones fail in a row', async () => {
      failing(101, 102, 103, 104, 201, 202)
      const get = client()
      const seen: string[] = []
      for (const id of [101, 102, 103, 104, 105, 101, 102, 103, 104, 999, 101, 101, 102, 103, 104, 104, 201, 202]) {
        seen.push(await ask(get, id))
      }
      const set = 'SourceUnavailable'
      const four = [set, set, set, set]
      expect(seen).toEqual([...four, 'answered', ...four, 'SourceHasNone', set, ...four, set, 'down', 'down'])
    })

    test('tries a page after one that failed twice only, and the next one as often as ever', async () => {
      failing(101, 102, 104)
      const get = client()
      for (const id of [101, 102, 103, 104]) await ask(get, id)
      const tries = (id: number) => nhl.asked.filter((path) => path.includes(`/${id}/`)).length
      expect([101, 102, 103, 104].map(tries)).toEqual([6, 2, 1, 6])
    })

    test('does not take a source for up that refuses every page', async () => {
      nhl.fail('player/', ...Array.from({ length: 5 }, () => ({ status: 403 })))
      const get = client()
      const seen = []
      for (const id of [101, 102, 103, 104, 105]) seen.push(await ask(get, id))
      expect(seen.slice(-2)).toEqual(['SourceUnavailable', 'down'])
    })
  })

  test('stops when it is told to', async () => {
    const stop = new AbortController()
    const get = client({ signal: stop.signal })
    await get(`${nhl.stats}/team?limit=-1`, 'team')
    stop.abort(new Error('the server stops'))
    await expect(get(`${nhl.stats}/team?limit=-1`, 'team')).rejects.toThrow('the server stops')
    expect(nhl.asked).toHaveLength(1)
  })

  test.each([
    ['12', 12_000],
    ['Fri, 01 Nov 2024 00:00:30 GMT', 30_000],
    ['Fri, 01 Nov 2024 00:00:00 GMT', 0],
    ['soon', null],
    [null, null],
  ])('Retry-After %s', (header, wait) => {
    expect(retryAfterMs(header, Date.parse('2024-11-01T00:00:00Z'))).toBe(wait)
  })
})

describe('a report by game is read whole', () => {
  const read = async (from = '2024-10-14', through = '2024-10-20') => {
    const report = { get: client(), base: nhl.stats, name: 'skater/summary', schema: SkaterGame }
    const { fitting, odd } = await readGameReport<SkaterGame>(report, from, through)
    expect(odd).toEqual([])
    return fitting
  }
  const ids = (rows: readonly { gameId: number; playerId: number }[]) =>
    rows.map(({ gameId, playerId }) => `${gameId} ${playerId}`)

  test.each([-1, 100, 50, 25, 7])('whether a page has all rows, 100, 50, 25 or fewer: %s', async (pageSize) => {
    nhl.pageSize = pageSize
    const rows = await read()
    expect(rows).toHaveLength(112)
    expect(ids(rows)).toEqual(ids(nhl.league.skaters))
    expect(nhl.asked).toHaveLength(pageSize < 0 ? 1 : Math.ceil(112 / pageSize))
  })

  test('days without games have no rows', async () => {
    expect(await read('2024-12-24', '2024-12-25')).toEqual([])
  })

  test('where the source cuts at 10,000 rows the days are asked for in halves', async () => {
    nhl.league.skaters = Array.from({ length: 7 }, (_, day) =>
      Array.from({ length: 400 }, (_, game) => rowsOf(gameOf(day * 400 + game, `2024-10-${14 + day}`, 'OFF')).skaters),
    ).flat(2)
    const rows = await read()
    expect(rows).toHaveLength(22_400)
    expect(new Set(ids(rows)).size).toBe(22_400)
  })

  test('a single day of so many rows is refused', async () => {
    nhl.league.skaters = Array.from(
      { length: 1250 },
      (_, game) => rowsOf(gameOf(game, '2024-10-14', 'OFF')).skaters,
    ).flat()
    await expect(read('2024-10-14', '2024-10-14')).rejects.toThrow(
      'skater/summary of 2024-10-14: 10000 rows or more, which may be cut.',
    )
  })

  test.each([120, 12])('%i rows that are announced, and 112 given, are refused', async (total) => {
    nhl.alter('skater/summary', (answer: object) => ({ ...answer, total }))
    await expect(read()).rejects.toThrow(
      `skater/summary of 2024-10-14 to 2024-10-20: ${total} rows are announced, 112 are given, in 3 readings.`,
    )
  })

  test('a row on two pages is refused, since another is then on none', async () => {
    nhl.pageSize = 100
    nhl.alter('skater/summary', (answer: { data: unknown[] }) => {
      if (answer.data.length < 100) answer.data[0] = nhl.league.skaters[0]
      return answer
    })
    await expect(read()).rejects.toThrow('1 rows are on two pages, in 3 readings.')
  })

  test('a report that grows between two pages is read again', async () => {
    nhl.pageSize = 100
    let pages = 0
    nhl.alter('skater/summary', (answer: { total: number }) => {
      pages++
      return pages === 1 ? { ...answer, total: 111 } : answer
    })
    expect(await read()).toHaveLength(112)
    expect(pages).toBe(4)
  })
})
