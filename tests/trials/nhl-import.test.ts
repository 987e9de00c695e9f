import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { importGames, importLeague } from '#server/nhl/import/import-league'
import { nhlImport } from '../support/nhl-import.ts'
import { rowVersions } from '../support/row-versions.ts'

const pool = nhlImport()

describe('importing a league from nothing', () => {
  test('brings clubs, standings, schedule, players, lines and earlier seasons', async () => {
    const outcome = await importLeague(pool().run())
    expect(outcome).toMatchObject({ days: 7, lines: 140, changedLines: 140, refused: [] })
    await pool().publish()
    // Boston's first forward scores the only goal of every game, on the power play, and it wins: 2 + 1 + 1.
    expect(await pool().points(101)).toEqual({ points: 28, games: 7 })
    // Its goalie wins to nothing: 2 + 5.
    expect(await pool().points(105)).toEqual({ points: 49, games: 7 })
    expect(await pool().rows(sql`select abbrev, conference, division from nhl_team where abbrev = 'UTA'`)).toEqual([
      { abbrev: 'UTA', conference: 'Western', division: 'Central' },
    ])
    expect(await pool().rows(sql`select points from nhl_standing where season_id = 20242025`)).toEqual(
      Array.from({ length: 4 }, () => ({ points: 14 })),
    )
    expect(
      await pool().rows(sql`select state, count(*)::int as games from game group by state order by state`),
    ).toEqual([
      { state: 'FUT', games: 6 },
      { state: 'OFF', games: 14 },
    ])
    expect(await pool().rows(sql`select * from player where id = 104`)).toEqual([
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
      await pool().rows(sql`select season_id as season, nhl_team as club, points, games_played as games,
                       team_games_played as of, toi_seconds as toi
                     from player_season where player_id = 101 and season_id < 20242025 order by season_id`),
    ).toEqual([
      { season: 20222023, club: 'UTA', points: 11, games: 40, of: 82, toi: 40 * 930 },
      { season: 20232024, club: 'BOS', points: 22, games: 80, of: 80, toi: 80 * 930 },
    ])
  })

  test('keeps each answer of a polite source before the next one, however slow the database is', async () => {
    let passedMs = 0
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs)
    const { database, nhl } = pool()
    const slow = Object.assign(Object.create(database), {
      transaction: async (work: Parameters<typeof database.transaction>[0]) => {
        const result = await database.transaction(work)
        passedMs += 150
        return result
      },
    })
    const asked = (path: string) => path.includes('/player/')
    const aborted = new AbortController()
    let nextAtMs = Number.NEGATIVE_INFINITY
    nhl.alter('player/', (answer: object) => {
      if (nhl.asked.filter(asked).length === 7) aborted.abort()
      // 200 ms after the answer before, of which the database has taken its part.
      passedMs += Math.max(0, nextAtMs - performance.now())
      nextAtMs = performance.now() + 200
      return answer
    })
    await expect(importLeague(pool().run({ database: slow, signal: aborted.signal }))).rejects.toThrow()
    clock.mockRestore()
    await importLeague(pool().run())
    // Twenty players, and the one whose answer was cut off once more.
    expect(nhl.asked.filter(asked)).toHaveLength(21)
  })

  test('writes nothing when nothing is new, and reads the last days again', async () => {
    await importLeague(pool().run())
    await pool().publish()
    const before = await rowVersions(pool().database)
    const again = await importLeague(pool().run())
    // 18 to 20 October; no game of the 21st has begun.
    expect(again).toMatchObject({ days: 3, lines: 60, changedLines: 0, changedRest: 0, refused: [] })
    const games = await importGames(pool().run())
    expect(games).toMatchObject({ days: 3, lines: 60, changedLines: 0, changedRest: 0, refused: [] })
    expect(await rowVersions(pool().database)).toEqual(before)
  })

  test('a season without games yet has clubs, players and no numbers', async () => {
    Object.assign(pool().nhl.league, { games: [], skaters: [], goalies: [] })
    pool().now = '2024-09-20T10:00:00-04:00'
    const outcome = await importLeague(pool().run())
    expect(outcome).toMatchObject({ days: 0, lines: 0, refused: [] })
    await pool().publish()
    expect(await pool().points(101)).toEqual({ points: 0, games: 0 })
    expect(await importGames(pool().run())).toMatchObject({ days: 0, refused: [] })
  })

  test("before the season the last season's standings name the clubs and no more", async () => {
    pool().nhl.league.standings = pool().nhl.league.standings.map((row) => ({ ...row, seasonId: 20232024 }))
    await importLeague(pool().run())
    expect(await pool().rows(sql`select count(*)::int as clubs from nhl_team`)).toEqual([{ clubs: 4 }])
    expect(await pool().rows(sql`select * from nhl_standing`)).toEqual([])
  })

  test('an empty list does not wipe the standings', async () => {
    await importLeague(pool().run())
    pool().nhl.league.standings = []
    expect((await importLeague(pool().run())).refused).toEqual([])
    expect(await pool().rows(sql`select count(*)::int as clubs from nhl_standing`)).toEqual([{ clubs: 4 }])
  })
})

describe('what changes in a season', () => {
  test('a player who changes club has his lines with both, and is with the new one', async () => {
    await importLeague(pool().run())
    const [traded] = pool().nhl.league.rosters.BOS?.forwards.splice(0, 1) ?? []
    if (traded) pool().nhl.league.rosters.EDM?.forwards.push(traded)
    for (const row of pool().nhl.league.skaters) {
      if (row.playerId === 101 && row.gameDate >= '2024-10-19') {
        Object.assign(row, { teamAbbrev: 'EDM', gameId: row.gameId + 1 })
      }
    }
    pool().now = '2024-10-22T10:00:00-04:00'
    expect((await importLeague(pool().run())).refused).toEqual([])
    await pool().publish()
    expect(await pool().rows(sql`select nhl_team from player where id = 101`)).toEqual([{ nhl_team: 'EDM' }])
    expect(await pool().points(101)).toEqual({ points: 28, games: 7 })
    expect(
      await pool().rows(sql`select nhl_team, count(*)::int as games from official_line where player_id = 101
                     group by nhl_team order by nhl_team`),
    ).toEqual([
      { nhl_team: 'BOS', games: 5 },
      { nhl_team: 'EDM', games: 2 },
    ])
    // Sent down: on no roster, and still a player of the club he last played for.
    pool().nhl.league.rosters.EDM?.forwards.splice(-1)
    const before = await rowVersions(pool().database)
    expect((await importLeague(pool().run())).changedRest).toBe(0)
    expect(await rowVersions(pool().database)).toEqual(before)
  })

  test('a player on two rosters in the midst of a trade is with the club of his last game', async () => {
    const [both] = pool().nhl.league.rosters.TOR?.forwards ?? []
    if (both) pool().nhl.league.rosters.BOS?.forwards.push(both)
    await importLeague(pool().run())
    expect(await pool().rows(sql`select nhl_team from player where id = 201`)).toEqual([{ nhl_team: 'TOR' }])
  })

  test('a player who changes position has the new one', async () => {
    await importLeague(pool().run())
    Object.assign(pool().nhl.league.rosters.BOS?.forwards[0] ?? {}, { positionCode: 'R' })
    expect(await importLeague(pool().run())).toMatchObject({ changedRest: 1 })
    expect(await pool().rows(sql`select position from player where id = 101`)).toEqual([{ position: 'RW' }])
  })

  test('a player on no roster is known by his line', async () => {
    pool().nhl.league.rosters.BOS?.goalies.splice(0)
    pool().nhl.fail('player/105', { status: 404 })
    const { refused, setAside } = await importLeague(pool().run())
    expect(refused).toEqual([])
    expect(setAside).toEqual(['The NHL has no page of player 105 (status 404); kept what was known.'])
    expect(await pool().rows(sql`select first_name, last_name, position, nhl_team from player where id = 105`)).toEqual(
      [{ first_name: 'First105', last_name: 'Last105', position: 'G', nhl_team: 'BOS' }],
    )
    // What was refused is asked for again.
    expect(await importLeague(pool().run())).toMatchObject({ refused: [], changedRest: 1 })
  })

  test('a game that is moved to another day takes its lines along', async () => {
    await importLeague(pool().run())
    await pool().publish()
    const moved = pool().nhl.league.games.find(({ id }) => id === 2024020013)
    Object.assign(moved ?? {}, { date: '2024-10-19', startTimeUTC: '2024-10-19T23:00:00Z' })
    for (const row of [...pool().nhl.league.skaters, ...pool().nhl.league.goalies]) {
      if (row.gameId === moved?.id) row.gameDate = '2024-10-19'
    }
    expect(await importGames(pool().run())).toMatchObject({ changedLines: 0, changedRest: 1, refused: [] })
    await pool().publish()
    expect(await pool().points(101)).toEqual({ points: 28, games: 7 })
    expect(await pool().rows(sql`select game_date::text as day from game where id = 2024020013`)).toEqual([
      { day: '2024-10-19' },
    ])
  })

  test('a game that is put off and listed on both days is played on the later one', async () => {
    const late = pool().nhl.league.games.find(({ id }) => id === 2024020015)
    if (late) pool().nhl.league.games.push({ ...late, date: '2024-10-23' })
    Object.assign(late ?? {}, { scheduleState: 'PPD' })
    pool().now = '2024-10-22T10:00:00-04:00'
    pool().nhl.league.games = pool().nhl.league.games.filter(
      ({ date, id }) => date !== '2024-10-21' || id === 2024020015,
    )
    expect((await importLeague(pool().run())).refused).toEqual([])
    const day = () => pool().rows(sql`select game_date::text as day, state from game where id = 2024020015`)
    expect(await day()).toEqual([{ day: '2024-10-23', state: 'FUT' }])
    // Where only the old day is asked for, its note does not take the game back.
    pool().nhl.league.games = pool().nhl.league.games.filter(
      ({ date, id }) => id !== 2024020015 || date === '2024-10-21',
    )
    await importGames(pool().run())
    expect(await day()).toEqual([{ day: '2024-10-23', state: 'FUT' }])
  })

  test('a game that no one played and the schedule no longer has is gone', async () => {
    await importLeague(pool().run())
    pool().nhl.league.games = pool().nhl.league.games.filter(({ id }) => id !== 2024020020)
    expect(await importLeague(pool().run())).toMatchObject({ changedRest: 1 })
    expect(await pool().rows(sql`select id from game where id = 2024020020`)).toEqual([])
  })
})
