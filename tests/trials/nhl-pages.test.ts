import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { NhlApi } from '#server/nhl/api/nhl-api'
import { politeClient } from '#server/nhl/api/polite-client'
import { importGames, importLeague } from '#server/nhl/import/import-league'
import { SourceDown } from '#server/nhl/source'
import type { Fault } from '../support/fake-nhl.ts'
import { nhlImport } from '../support/nhl-import.ts'
import { scheduledProcess } from '../support/scheduled-process.ts'

const pool = nhlImport()

/** As in the log of a server: three tries of a tenth of a second each. */
const impatient = () => ({
  ...pool().run(),
  source: new NhlApi(pool().nhl, politeClient({ pauseMs: 0, backOffMs: 1, tries: 3, timeoutMs: 500 })),
})
const clubOf = async (playerId: number) =>
  (await pool().rows(sql`select nhl_team as club from player where id = ${playerId}`))[0]?.club

const kinds: [Fault, string][] = [
  [{ status: 500 }, 'status 500, 3 tries'],
  [{ status: 503 }, 'status 503, 3 tries'],
  [{ status: -1 }, 'no answer within 0.5 s, 3 tries'],
  [{ status: 0 }, 'other side closed, 3 tries'],
  // A page of a proxy.
  [{ status: 200, body: '<html>maintenance</html>' }, 'the answer is not JSON, 3 tries'],
  [{ status: 403 }, 'status 403'],
  [{ status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 'it redirects to another server, http://127.0.0.1:1'],
  [{ status: 429, headers: { 'retry-after': '3600' } }, 'status 429, 1 try'],
]

describe('a page that keeps failing while others answer', () => {
  test('is set aside and named, whatever its fault', async () => {
    // No two in a row, which would count as a source that is down.
    const pages = ['roster/BOS', 'roster/TOR', ...[102, 104, 201, 203, 205, 302].map((id) => `player/${id}/`)]
    for (const [index, [fault]] of kinds.entries()) pool().nhl.keepFailing(pages[index] ?? '', fault)
    const outcome = await importLeague(impatient())
    expect(outcome).toMatchObject({ days: 7, changedLines: 140, refused: [], brokeOff: null, whole: true })
    expect(outcome.setAside).toEqual(
      kinds.map(([, how], index) => {
        const [kind, of] = (pages[index] ?? '').split('/')
        const page = kind === 'roster' ? `roster of ${of}` : `page of player ${of}`
        return `The NHL's ${page} failed; kept the previous one (${how}).`
      }),
    )
    // Everybody else's earlier seasons are here, and so are the players of Boston and Toronto, by their lines.
    expect(await pool().rows(sql`select count(*)::int as n from imported_career`)).toEqual([{ n: 14 }])
    expect([await clubOf(101), await clubOf(201)]).toEqual(['BOS', 'TOR'])
  })

  test('is set aside where it does not exist, or has another shape', async () => {
    pool().nhl.keepFailing('roster/EDM', { status: 404 })
    pool().nhl.alter('player/202/', () => ({ nothing: 'of use' }))
    const outcome = await importLeague(impatient())
    expect(outcome).toMatchObject({ days: 7, changedLines: 140, refused: [], brokeOff: null })
    expect(outcome.setAside).toEqual([
      'The NHL has no roster of EDM (status 404); kept what was known.',
      'player/202/landing: playerId is missing.',
    ])
    expect(await pool().rows(sql`select count(*)::int as n from imported_career`)).toEqual([{ n: 19 }])
    for (const path of ['standings/', 'stats/season', 'roster/BOS'])
      pool().nhl.alter(path, () => ({ nothing: 'of use' }))
    expect((await importLeague(impatient())).setAside).toEqual([
      'standings/now: standings is missing.',
      'season: data is missing.',
      'roster/BOS/current: forwards is missing.',
      'The NHL has no roster of EDM (status 404); kept what was known.',
      'player/202/landing: playerId is missing.',
    ])
  })

  test.each<[string, string[], string[]]>([
    [
      'the standings and the lists',
      ['standings/', 'stats/team', 'stats/season'],
      ['list of clubs', 'list of seasons', 'standings'],
    ],
    ['all rosters', ['roster/'], ['BOS', 'EDM', 'TOR', 'UTA'].map((club) => `roster of ${club}`)],
  ])('costs no line: %s', async (_, paths, names) => {
    for (const path of paths) pool().nhl.keepFailing(path, { status: 403 })
    const outcome = await importLeague(impatient())
    expect(outcome).toMatchObject({ days: 7, changedLines: 140, refused: [], brokeOff: null })
    expect(outcome.setAside.toSorted()).toEqual(
      names.map((name) => `The NHL's ${name} failed; kept the previous one (status 403).`),
    )
    await pool().publish()
    expect(await pool().points(101)).toEqual({ points: 28, games: 7 })
    // What was missing comes with the next import.
    pool().nhl.healed()
    expect(await importLeague(impatient())).toMatchObject({ refused: [], setAside: [] })
    expect(await pool().rows(sql`select count(*)::int as n from imported_career`)).toEqual([{ n: 20 }])
    expect(await pool().rows(sql`select long_name, conference from nhl_team where abbrev = 'BOS'`)).toEqual([
      { long_name: 'Boston Bruins', conference: 'Eastern' },
    ])
  })

  test('keeps the players of its club where they were, and moves others', async () => {
    await importLeague(pool().run())
    // 201 is sent down and 103 is on no roster either: both last played for another club than they are with.
    await pool().rows(sql`update player set nhl_team = 'EDM' where id in (103, 201)`)
    pool().nhl.league.rosters.BOS?.forwards.splice(2, 1)
    pool().nhl.league.rosters.TOR?.forwards.splice(0, 1)
    pool().nhl.keepFailing('roster/UTA', { status: 500 })
    await importLeague(impatient())
    expect([await clubOf(103), await clubOf(201), await clubOf(401)]).toEqual(['BOS', 'TOR', 'UTA'])
    await pool().rows(sql`update player set nhl_team = 'EDM' where id in (103, 201)`)
    pool().nhl.keepFailing('roster/EDM', { status: 500 })
    await importLeague(impatient())
    expect([await clubOf(103), await clubOf(201), await clubOf(301)]).toEqual(['EDM', 'EDM', 'EDM'])
  })

  test('of the schedule: the other weeks are read, and of its week the games that are known with their lines', async () => {
    await importLeague(pool().run())
    // The 21st has been played since, and the page of that week fails.
    for (const game of pool().nhl.league.games.filter(({ date }) => date === '2024-10-21')) {
      Object.assign(game, { state: 'OFF', score: [1, 0], lastPeriod: 'REG' })
      for (const list of [pool().nhl.league.skaters, pool().nhl.league.goalies]) {
        const rows = list.filter(({ gameDate, gameId }) => gameDate === '2024-10-20' && gameId === game.id - 2)
        list.push(...rows.map((row) => ({ ...row, gameDate: game.date, gameId: game.id })))
      }
    }
    pool().now = '2024-10-22T03:00:00-04:00'
    pool().nhl.keepFailing('schedule/2024-10-1', { status: 500 })
    const outcome = await importGames(impatient())
    expect(outcome.setAside).toEqual([
      "The NHL's schedule of Oct 19, 2024 failed; kept the previous one (status 500, 3 tries).",
    ])
    expect(outcome.changedLines).toBe(20)
    expect(await pool().rows(sql`select count(*)::int as games from game`)).toEqual([{ games: 20 }])
    pool().nhl.healed()
    expect(await importGames(impatient())).toMatchObject({ changedLines: 0, refused: [], setAside: [] })
    expect(await pool().rows(sql`select distinct state from game where game_date = '2024-10-21'`)).toEqual([
      { state: 'OFF' },
    ])
  })

  test('of the reports: a day is reported, and the others come in', async () => {
    const { nhl } = pool()
    // The week as a whole fails, too, since it holds the day.
    nhl.failWhen = ({ pathname, searchParams }) => {
      const [, from, through] =
        /gameDate>="(.{10})" and gameDate<="(.{10}) /.exec(searchParams.get('cayenneExp') ?? '') ?? []
      const holds = from !== undefined && through !== undefined && from <= '2024-10-16' && through >= '2024-10-16'
      return pathname.includes('skater/summary') && holds ? { status: 500 } : null
    }
    const outcome = await importLeague(impatient())
    expect(outcome).toMatchObject({ days: 6, changedLines: 120, setAside: [], withoutLines: false, brokeOff: null })
    expect(outcome.refused).toEqual([
      "The lines of 2024-10-16 are not taken: The NHL's skater report failed 3 times (status 500).",
    ])
  })
})

describe('reports that are down', () => {
  test('are not asked for every day of the season, and what else there is comes in', async () => {
    pool().nhl.keepFailing('goalie/summary', { status: 500 })
    const outcome = await importLeague(impatient())
    expect(outcome).toMatchObject({ days: 0, withoutLines: true, whole: false })
    expect(outcome.brokeOff?.message).toContain('goalie report')
    expect(pool().nhl.asked.filter((path) => path.includes('goalie/summary')).length).toBeLessThan(20)
    expect(await pool().rows(sql`select count(*)::int as n from imported_career`)).toEqual([{ n: 20 }])
  })
})

describe('the server', () => {
  const tooMany = { status: 429, headers: { 'retry-after': '3600' } }
  const official = async () => (await pool().rows(sql`select count(*)::int as lines from official_line`))[0]?.lines
  const at = (time: string) => {
    pool().now = time
  }
  const server = () => scheduledProcess(pool().database, () => new Date(pool().now), pool().nhl)

  test('publishes without rosters and earlier seasons, says so, and tries those again', async () => {
    const { nhl } = pool()
    at('2024-10-21T05:00:00-04:00')
    nhl.keepFailing('roster/', tooMany)
    nhl.keepFailing('player/', tooMany)
    const { work, said } = server()
    await work()
    expect(await official()).toBe(140)
    expect(said).toContain("Not imported: The NHL's roster of BOS failed; kept the previous one (status 429, 1 try).")
    expect(
      said.filter((text) =>
        /^The import of everything broke off: The NHL does not answer: 5 pages.*\. Next try in \d+ min\.$/.test(text),
      ),
    ).toHaveLength(1)
    expect(said.at(-1)).toBe('Published an official update')
    nhl.healed()
    at('2024-10-21T05:30:00-04:00')
    await work()
    expect(await pool().rows(sql`select * from imported_career`)).toEqual([])
    at('2024-10-21T06:01:00-04:00')
    await work()
    expect(await pool().rows(sql`select count(*)::int as n from imported_career`)).toEqual([{ n: 20 }])
  }, 120_000)

  test('goes on with the games where the daily import fails for whatever reason', async () => {
    const { nhl } = pool()
    at('2024-10-21T05:00:00-04:00')
    // What the database refuses is not a fault of a page.
    await pool().rows(sql`alter table player add check (last_name <> 'Refused')`)
    nhl.alter('roster/BOS', (answer: { goalies: { lastName: { default: string } }[] }) => {
      if (answer.goalies[0]) answer.goalies[0].lastName.default = 'Refused'
      return answer
    })
    const { work, said, alarms } = server()
    await work()
    expect(alarms).toEqual(['The import of everything failed; next try in 2 min'])
    expect(await official()).toBe(140)
    expect(said.at(-1)).toBe('Published an official update')
    for (const row of nhl.league.skaters) if (row.gameDate === '2024-10-20') row.assists = 1
    at('2024-10-21T09:00:00-04:00')
    await work()
    expect(alarms).toEqual([
      'The import of everything failed; next try in 2 min',
      'The import of everything failed; next try in 4 min',
    ])
    expect(await pool().rows(sql`select count(*)::int as lines from pending_line`)).toEqual([{ lines: 16 }])
    nhl.healed()
    at('2024-10-21T09:05:00-04:00')
    await work()
    expect(alarms).toHaveLength(2)
    expect(await pool().rows(sql`select count(*)::int as n from imported_career`)).toEqual([{ n: 20 }])
  }, 120_000)

  test('publishes nothing while nothing answers, and does as soon as it does', async () => {
    const { nhl } = pool()
    at('2024-10-21T05:00:00-04:00')
    nhl.keepFailing('', { status: 429, headers: { 'retry-after': '600' } })
    const { work, said } = server()
    await work()
    expect(said.filter((text) => text === 'Published an official update')).toEqual([])
    nhl.healed()
    at('2024-10-21T05:09:00-04:00')
    await work()
    expect(await official()).toBe(0)
    at('2024-10-21T05:11:00-04:00')
    await work()
    expect(await official()).toBe(140)
    // The first import has just read every day.
    expect(said).toContain("The sums of 20 players are those of the NHL's season report.")
    expect(said).not.toContain('Reading the whole season again')
  }, 120_000)
})

test('a source that is down ends the import at once', async () => {
  pool().nhl.keepFailing('', { status: 503 })
  await expect(importLeague(impatient())).rejects.toThrow(SourceDown)
  expect(new Set(pool().nhl.asked).size).toBeLessThanOrEqual(6)
})
