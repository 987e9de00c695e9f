import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importGames, importLeague } from '#server/nhl/import-league'
import type { ImportOutcome } from '#server/nhl/import-run'
import { NhlApi } from '#server/nhl/nhl-api'
import { politeClient } from '#server/nhl/polite-client'
import { SourceUnavailable } from '#server/nhl/source-error'
import { listCorrections } from '#server/store/corrections'
import type { Database } from '#server/store/database'
import { publish } from '#server/store/publish'
import { emptyLeague, resetLeague, season2425 } from '../support/empty-league.ts'
import { type FakeNhl, startFakeNhl } from '../support/fake-nhl.ts'
import { fakeLeague, gameOf, rowsOf } from '../support/fake-nhl-league.ts'
import { rowVersions } from '../support/row-versions.ts'

let nhl: FakeNhl
let database: Database
/** After the games of the seven days from 14 to 20 October, 16 lines and 4 goalies' each. */
let now: string

beforeAll(async () => {
  database = await emptyLeague(season2425)
})
afterAll(() => database.close())
beforeEach(async () => {
  nhl = await startFakeNhl(fakeLeague(7))
  await resetLeague(database, season2425)
  now = '2024-10-21T10:00:00-04:00'
})
afterEach(() => nhl.close())

interface Options {
  report?: (done: number, what: string) => void
  signal?: AbortSignal
  with?: Database
}
const run = ({ report, signal, with: given = database }: Options = {}) => ({
  database: given,
  source: new NhlApi(nhl, politeClient({ pauseMs: 0, backOffMs: 1, tries: 3, ...(signal ? { signal } : {}) })),
  clock: () => new Date(now),
  ...(report ? { report } : {}),
  ...(signal ? { signal } : {}),
})
const rows = (query: ReturnType<typeof sql>) =>
  database.transaction(async (queries) => (await queries.execute<Record<string, unknown>>(query)).rows)
const points = async (playerId: number) =>
  (
    await rows(sql`select points, games_played as games from player_season
                  where player_id = ${playerId} and season_id = 20242025`)
  )[0]
const publishNow = () => publish(database, new Date(now))

describe('importing a league from nothing', () => {
  test('brings clubs, standings, schedule, players, lines and earlier seasons', async () => {
    const outcome = await importLeague(run())
    expect(outcome).toMatchObject({ days: 7, lines: 140, changedLines: 140, refused: [] })
    await publishNow()
    // Boston's first forward scores the only goal of every game, on the power play, and it wins: 2 + 1 + 1.
    expect(await points(101)).toEqual({ points: 28, games: 7 })
    // Its goalie wins to nothing: 2 + 5.
    expect(await points(105)).toEqual({ points: 49, games: 7 })
    expect(await rows(sql`select abbrev, nhl_id, conference, division from nhl_team where abbrev = 'UTA'`)).toEqual([
      { abbrev: 'UTA', nhl_id: 68, conference: 'Western', division: 'Central' },
    ])
    expect(await rows(sql`select points from nhl_standing where season_id = 20242025`)).toEqual(
      Array.from({ length: 4 }, () => ({ points: 14 })),
    )
    expect(await rows(sql`select state, count(*)::int as games from game group by state order by state`)).toEqual([
      { state: 'FUT', games: 6 },
      { state: 'OFF', games: 14 },
    ])
    expect(await rows(sql`select * from player where id = 104`)).toEqual([
      {
        id: 104,
        first_name: 'First104',
        last_name: 'Last104',
        position: 'RD',
        nhl_team: 'BOS',
        headshot_url: 'https://assets.nhle.com/mugs/104.png',
      },
    ])
    // Two clubs in 2023-24; the last one stands, its 80 games are those of the season's list.
    expect(
      await rows(sql`select season_id as season, nhl_team as club, points, games_played as games,
                       team_games_played as of, toi_seconds as toi
                     from player_season where player_id = 101 and season_id < 20242025 order by season_id`),
    ).toEqual([
      { season: 20222023, club: 'UTA', points: 11, games: 40, of: 82, toi: 40 * 930 },
      { season: 20232024, club: 'BOS', points: 22, games: 80, of: 80, toi: 80 * 930 },
    ])
  })

  test('asks politely: two calls for the lines of a week', async () => {
    await importLeague(run())
    expect(nhl.asked.filter((path) => path.includes('summary'))).toEqual([
      '/stats/skater/summary',
      '/stats/goalie/summary',
    ])
    // standings with a redirect, two lists, three weeks of schedule, four rosters, the lines, twenty new players
    expect(nhl.asked).toHaveLength(2 + 2 + 3 + 4 + 2 + 20)
  })

  test('tells how far it is', async () => {
    const told: [number, string][] = []
    await importLeague(run({ report: (done, what) => told.push([done, what]) }))
    expect(told[0]).toEqual([0, 'standings'])
    expect(told.map(([, what]) => what)).toContain('roster of BOS')
    expect(told.map(([, what]) => what)).toContain('games of 2024-10-14')
    expect(told.at(-1)).toEqual([1, 'done'])
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).sort((one, other) => one - other))
  })

  test('writes nothing when nothing is new, and reads the last days again', async () => {
    await importLeague(run())
    await publishNow()
    const before = await rowVersions(database)
    const again = await importLeague(run())
    // 18 to 20 October; no game of the 21st has begun.
    expect(again).toMatchObject({ days: 3, lines: 60, changedLines: 0, changedRest: 0, refused: [] })
    const games = await importGames(run())
    expect(games).toMatchObject({ days: 3, lines: 60, changedLines: 0, changedRest: 0, refused: [] })
    expect(await rowVersions(database)).toEqual(before)
  })

  test('a season without games yet has clubs, players and no numbers', async () => {
    Object.assign(nhl.league, { games: [], skaters: [], goalies: [] })
    now = '2024-09-20T10:00:00-04:00'
    const outcome = await importLeague(run())
    expect(outcome).toMatchObject({ days: 0, lines: 0, refused: [] })
    await publishNow()
    expect(await points(101)).toEqual({ points: 0, games: 0 })
    expect(await importGames(run())).toMatchObject({ days: 0, refused: [] })
  })

  test("before the season the last season's standings name the clubs and no more", async () => {
    nhl.league.standings = nhl.league.standings.map((row) => ({ ...row, seasonId: 20232024 }))
    await importLeague(run())
    expect(await rows(sql`select count(*)::int as clubs from nhl_team`)).toEqual([{ clubs: 4 }])
    expect(await rows(sql`select * from nhl_standing`)).toEqual([])
  })

  test('an empty list does not wipe the standings', async () => {
    await importLeague(run())
    nhl.league.standings = []
    expect((await importLeague(run())).refused).toEqual([])
    expect(await rows(sql`select count(*)::int as clubs from nhl_standing`)).toEqual([{ clubs: 4 }])
  })
})

describe('game nights', () => {
  test('lines come in while games are on, and the day stays open until it is official', async () => {
    await importLeague(run())
    now = '2024-10-21T21:00:00-04:00'
    const tonight = nhl.league.games.find(({ id }) => id === 2024020015)
    Object.assign(tonight ?? {}, { state: 'LIVE', score: [1, 0] })
    const { skaters, goalies } = rowsOf(gameOf(15, '2024-10-21', 'OFF'))
    nhl.league.skaters.push(...skaters.slice(0, 3))
    expect(await importGames(run())).toMatchObject({ days: 4, changedLines: 3, refused: [] })
    expect(await rows(sql`select state from game where id = 2024020015`)).toEqual([{ state: 'LIVE' }])
    // A week later, after days without a run, the night is still read to its end.
    now = '2024-10-29T10:00:00-04:00'
    Object.assign(tonight ?? {}, { state: 'OFF', lastPeriod: 'REG' })
    nhl.league.games = nhl.league.games.filter(({ id, date }) => id === 2024020015 || date < '2024-10-21')
    nhl.league.skaters.push(...skaters.slice(3))
    nhl.league.goalies.push(...goalies)
    expect(await importGames(run())).toMatchObject({ days: 1, lines: 10, changedLines: 7, refused: [] })
    expect(await rows(sql`select day::text from imported_day where day = '2024-10-21'`)).toHaveLength(1)
  })

  test('a day that was refused is read again later, past days between that need no reading', async () => {
    const goalies = nhl.league.goalies
    nhl.league.goalies = goalies.filter(({ gameDate }) => gameDate !== '2024-10-15')
    expect((await importLeague(run())).refused).toHaveLength(1)
    nhl.league.goalies = goalies
    // The 15th, and the 18th to the 20th.
    expect(await importGames(run())).toMatchObject({ refused: [], days: 4, changedLines: 20 })
    expect(await importLeague(run())).toMatchObject({ refused: [], days: 3, changedLines: 0 })
  })

  test('a corrected number and a goal that is taken away arrive, and members can see what changed', async () => {
    await importLeague(run())
    await publishNow()
    expect(await database.transaction((queries) => listCorrections(queries, 20242025, 0))).toEqual([])
    now = '2024-10-21T12:00:00-04:00'
    const on20 = nhl.league.skaters.filter(({ gameDate }) => gameDate === '2024-10-20')
    Object.assign(on20.find(({ playerId }) => playerId === 101) ?? {}, { goals: 0, ppGoals: 0, gameWinningGoals: 0 })
    Object.assign(on20.find(({ playerId }) => playerId === 102) ?? {}, { goals: 1, gameWinningGoals: 1, assists: 0 })
    // He had been listed by mistake.
    nhl.league.skaters = nhl.league.skaters.filter(
      ({ gameDate, playerId }) => !(gameDate === '2024-10-20' && playerId === 203),
    )
    expect(await importGames(run())).toMatchObject({ changedLines: 3, refused: [] })
    expect(await points(101)).toEqual({ points: 28, games: 7 })
    await publishNow()
    expect(await points(101)).toEqual({ points: 24, games: 7 })
    expect(await points(102)).toEqual({ points: 3, games: 7 })
    expect(await points(203)).toEqual({ points: 0, games: 6 })
    const corrections = await database.transaction((queries) => listCorrections(queries, 20242025, 0))
    expect(
      corrections.map(({ playerName, pointsBefore, pointsAfter }) => [playerName, pointsBefore, pointsAfter]),
    ).toEqual([
      ['First101 Last101', 4, 0],
      ['First102 Last102', 0, 3],
      ['First203 Last203', 0, 0],
    ])
    expect(corrections[0]).toMatchObject({
      gameDate: '2024-10-20',
      publishedAt: new Date(now),
      before: { goals: 1, power_play_goals: 1 },
      after: { goals: 0, power_play_goals: 0 },
    })
    expect(corrections[2]).toMatchObject({ after: null })
  })

  test('a correction that is withdrawn before it is published leaves no trace', async () => {
    await importLeague(run())
    await publishNow()
    const [row] = nhl.league.skaters.slice(-1)
    Object.assign(row ?? {}, { assists: 1 })
    expect(await importGames(run())).toMatchObject({ changedLines: 1 })
    Object.assign(row ?? {}, { assists: 0 })
    expect(await importGames(run())).toMatchObject({ changedLines: 1 })
    expect(await rows(sql`select * from pending_line`)).toEqual([])
    await publishNow()
    expect(await database.transaction((queries) => listCorrections(queries, 20242025, 0))).toEqual([])
  })
})

describe('what changes in a season', () => {
  test('a player who changes club has his lines with both, and is with the new one', async () => {
    await importLeague(run())
    const [traded] = nhl.league.rosters.BOS?.forwards.splice(0, 1) ?? []
    if (traded) nhl.league.rosters.EDM?.forwards.push(traded)
    for (const row of nhl.league.skaters) {
      if (row.playerId === 101 && row.gameDate >= '2024-10-19') {
        Object.assign(row, { teamAbbrev: 'EDM', gameId: row.gameId + 1 })
      }
    }
    now = '2024-10-22T10:00:00-04:00'
    expect((await importLeague(run())).refused).toEqual([])
    await publishNow()
    expect(await rows(sql`select nhl_team from player where id = 101`)).toEqual([{ nhl_team: 'EDM' }])
    expect(await points(101)).toEqual({ points: 28, games: 7 })
    expect(
      await rows(sql`select nhl_team, count(*)::int as games from official_line where player_id = 101
                     group by nhl_team order by nhl_team`),
    ).toEqual([
      { nhl_team: 'BOS', games: 5 },
      { nhl_team: 'EDM', games: 2 },
    ])
    // Sent down: on no roster, and still a player of the club he last played for.
    nhl.league.rosters.EDM?.forwards.splice(-1)
    const before = await rowVersions(database)
    expect((await importLeague(run())).changedRest).toBe(0)
    expect(await rowVersions(database)).toEqual(before)
  })

  test('a player on two rosters in the midst of a trade is with the club of his last game', async () => {
    const [both] = nhl.league.rosters.TOR?.forwards ?? []
    if (both) nhl.league.rosters.BOS?.forwards.push(both)
    await importLeague(run())
    expect(await rows(sql`select nhl_team from player where id = 201`)).toEqual([{ nhl_team: 'TOR' }])
  })

  test('a player who changes position has the new one', async () => {
    await importLeague(run())
    Object.assign(nhl.league.rosters.BOS?.forwards[0] ?? {}, { positionCode: 'R' })
    expect(await importLeague(run())).toMatchObject({ changedRest: 1 })
    expect(await rows(sql`select position from player where id = 101`)).toEqual([{ position: 'RW' }])
  })

  test('a player on no roster is known by his line', async () => {
    nhl.league.rosters.BOS?.goalies.splice(0)
    nhl.fail('player/105', { status: 404 })
    const { refused } = await importLeague(run())
    expect(refused).toEqual(['player/105/landing: there is no such thing (status 404).'])
    expect(await rows(sql`select first_name, last_name, position, nhl_team from player where id = 105`)).toEqual([
      { first_name: 'First105', last_name: 'Last105', position: 'G', nhl_team: 'BOS' },
    ])
    // What was refused is asked for again.
    expect(await importLeague(run())).toMatchObject({ refused: [], changedRest: 1 })
  })

  test('a game that is moved to another day takes its lines along', async () => {
    await importLeague(run())
    await publishNow()
    const moved = nhl.league.games.find(({ id }) => id === 2024020013)
    Object.assign(moved ?? {}, { date: '2024-10-19', startTimeUTC: '2024-10-19T23:00:00Z' })
    for (const row of [...nhl.league.skaters, ...nhl.league.goalies]) {
      if (row.gameId === moved?.id) row.gameDate = '2024-10-19'
    }
    expect(await importGames(run())).toMatchObject({ changedLines: 0, changedRest: 1, refused: [] })
    await publishNow()
    expect(await points(101)).toEqual({ points: 28, games: 7 })
    expect(await rows(sql`select game_date::text as day from game where id = 2024020013`)).toEqual([
      { day: '2024-10-19' },
    ])
  })

  test('a game that is put off and listed on both days is played on the later one', async () => {
    const late = nhl.league.games.find(({ id }) => id === 2024020015)
    if (late) nhl.league.games.push({ ...late, date: '2024-10-23' })
    Object.assign(late ?? {}, { scheduleState: 'PPD' })
    now = '2024-10-22T10:00:00-04:00'
    nhl.league.games = nhl.league.games.filter(({ date, id }) => date !== '2024-10-21' || id === 2024020015)
    expect((await importLeague(run())).refused).toEqual([])
    const day = () => rows(sql`select game_date::text as day, state from game where id = 2024020015`)
    expect(await day()).toEqual([{ day: '2024-10-23', state: 'FUT' }])
    // Where only the old day is asked for, its note does not take the game back.
    nhl.league.games = nhl.league.games.filter(({ date, id }) => id !== 2024020015 || date === '2024-10-21')
    await importGames(run())
    expect(await day()).toEqual([{ day: '2024-10-23', state: 'FUT' }])
  })

  test('a game that nobody played and the schedule has no more is gone', async () => {
    await importLeague(run())
    nhl.league.games = nhl.league.games.filter(({ id }) => id !== 2024020020)
    expect(await importLeague(run())).toMatchObject({ changedRest: 1 })
    expect(await rows(sql`select id from game where id = 2024020020`)).toEqual([])
  })
})

describe('several at once', () => {
  test("imports and official updates in each other's way end as one after the other", async () => {
    await importLeague(run())
    await publishNow()
    for (const row of nhl.league.skaters) if (row.gameDate >= '2024-10-18') row.assists = 1
    await Promise.all([importLeague(run()), importGames(run()), publishNow(), importGames(run()), publishNow()])
    await publishNow()
    expect(await rows(sql`select * from pending_line`)).toEqual([])
    expect(await points(101)).toEqual({ points: 31, games: 7 })
    // Once each: three days with sixteen skaters.
    expect(await database.transaction((queries) => listCorrections(queries, 20242025, 0))).toHaveLength(48)
  })
})

describe('an import that is cut off', () => {
  /** A database that is lost at one of its transactions, before or after it is written. */
  const losing = (at: number, when: 'before' | 'after'): Database => {
    let count = 0
    return {
      ...database,
      transaction: async (work) => {
        count++
        if (count === at && when === 'before') throw new Error('killed')
        const answer = await database.transaction(work)
        if (count === at) throw new Error('killed')
        return answer
      },
    }
  }

  test('anywhere is repaired by the next run', async () => {
    const whole = await emptyLeague(season2425)
    await importLeague(run({ with: whole }))
    const lines = (of: Database) =>
      of.transaction(async (queries) => {
        const { rows: found } = await queries.execute(sql`select * from pending_line order by game_id, player_id`)
        const { rows: past } = await queries.execute(sql`select * from player_season order by player_id, season_id`)
        const { rows: players } = await queries.execute(sql`select * from player order by id`)
        return { found, past, players }
      })
    const expected = await lines(whole)
    await whole.close()
    let kills = 0
    for (let at = 1; ; at++) {
      let outcome: ImportOutcome | null = null
      for (const when of ['before', 'after'] as const) {
        outcome = await importLeague(run({ with: losing(at, when) })).catch((error: Error) => {
          expect(error.message).toBe('killed')
          kills++
          return null
        })
      }
      if (outcome) break
    }
    expect(kills).toBeGreaterThan(15)
    expect(await lines(database)).toEqual(expected)
  })

  test('by a source that is gone says so, and keeps the days that are whole', async () => {
    nhl.pageSize = 10
    nhl.alter('skater/summary', (answer: object) => {
      nhl.fail('', ...Array.from({ length: 3 }, () => ({ status: 503 })))
      return answer
    })
    await expect(importLeague(run())).rejects.toThrow(SourceUnavailable)
    expect(await rows(sql`select * from pending_line`)).toEqual([])
    nhl.healed()
    expect(await importLeague(run())).toMatchObject({ days: 7, changedLines: 140, refused: [] })
  })

  test('by the server that stops ends between two steps', async () => {
    const stop = new AbortController()
    const told = (_: number, what: string) => {
      if (what.startsWith('games')) stop.abort(new Error('the server stops'))
    }
    await expect(importLeague(run({ report: told, signal: stop.signal }))).rejects.toThrow('the server stops')
    expect(await importLeague(run())).toMatchObject({ days: 7, changedLines: 140 })
  })
})
