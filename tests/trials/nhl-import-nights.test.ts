import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { importGames, importLeague } from '#server/nhl/import/import-league'
import { gameOf, rowsOf } from '../support/fake-nhl-league.ts'
import { nhlImport } from '../support/nhl-import.ts'
import { listCorrections } from '../support/noted-corrections.ts'

const pool = nhlImport()

describe('game nights', () => {
  test('lines come in while games are on, and the day stays open until it is official', async () => {
    await importLeague(pool().run())
    pool().now = '2024-10-21T21:00:00-04:00'
    const tonight = pool().nhl.league.games.find(({ id }) => id === 2024020015)
    Object.assign(tonight ?? {}, { state: 'LIVE', score: [1, 0] })
    const { skaters, goalies } = rowsOf(gameOf(15, '2024-10-21', 'OFF'))
    pool().nhl.league.skaters.push(...skaters.slice(0, 3))
    expect(await importGames(pool().run())).toMatchObject({ days: 4, changedLines: 3, refused: [] })
    expect(await pool().rows(sql`select state from game where id = 2024020015`)).toEqual([{ state: 'LIVE' }])
    // A week later, after days without a run, the night is still read to its end.
    pool().now = '2024-10-29T10:00:00-04:00'
    Object.assign(tonight ?? {}, { state: 'OFF', lastPeriod: 'REG' })
    pool().nhl.league.games = pool().nhl.league.games.filter(({ id, date }) => id === 2024020015 || date < '2024-10-21')
    pool().nhl.league.skaters.push(...skaters.slice(3))
    pool().nhl.league.goalies.push(...goalies)
    expect(await importGames(pool().run())).toMatchObject({ days: 1, lines: 10, changedLines: 7, refused: [] })
    expect(await pool().rows(sql`select day::text from imported_day where day = '2024-10-21'`)).toHaveLength(1)
  })

  test('a day that was refused is read again later, past days between that need no reading', async () => {
    const goalies = pool().nhl.league.goalies
    pool().nhl.league.goalies = goalies.filter(({ gameDate }) => gameDate !== '2024-10-15')
    expect((await importLeague(pool().run())).refused).toHaveLength(1)
    pool().nhl.league.goalies = goalies
    // The 15th, and the 18th to the 20th.
    expect(await importGames(pool().run())).toMatchObject({ refused: [], days: 4, changedLines: 20 })
    expect(await importLeague(pool().run())).toMatchObject({ refused: [], days: 3, changedLines: 0 })
  })

  test('a corrected number and a goal that is taken away arrive, and members can see what changed', async () => {
    await importLeague(pool().run())
    await pool().publish()
    expect(await listCorrections(pool().database, 20242025)).toEqual([])
    pool().now = '2024-10-21T12:00:00-04:00'
    const on20 = pool().nhl.league.skaters.filter(({ gameDate }) => gameDate === '2024-10-20')
    Object.assign(on20.find(({ playerId }) => playerId === 101) ?? {}, { goals: 0, ppGoals: 0, gameWinningGoals: 0 })
    Object.assign(on20.find(({ playerId }) => playerId === 102) ?? {}, { goals: 1, gameWinningGoals: 1, assists: 0 })
    // He had been listed by mistake.
    pool().nhl.league.skaters = pool().nhl.league.skaters.filter(
      ({ gameDate, playerId }) => !(gameDate === '2024-10-20' && playerId === 203),
    )
    expect(await importGames(pool().run())).toMatchObject({ changedLines: 3, refused: [] })
    expect(await pool().points(101)).toEqual({ points: 28, games: 7 })
    await pool().publish()
    expect(await pool().points(101)).toEqual({ points: 24, games: 7 })
    expect(await pool().points(102)).toEqual({ points: 3, games: 7 })
    expect(await pool().points(203)).toEqual({ points: 0, games: 6 })
    const corrections = await listCorrections(pool().database, 20242025)
    expect(
      corrections.map(({ playerName, pointsBefore, pointsAfter }) => [playerName, pointsBefore, pointsAfter]),
    ).toEqual([
      ['First101 Last101', 4, 0],
      ['First102 Last102', 0, 3],
      ['First203 Last203', 0, 0],
    ])
    expect(corrections[0]).toMatchObject({
      gameDate: '2024-10-20',
      publishedAt: new Date(pool().now),
      before: { goals: 1, power_play_goals: 1 },
      after: { goals: 0, power_play_goals: 0 },
    })
    expect(corrections[2]).toMatchObject({ after: null })
  })

  test('a correction that is withdrawn before it is published leaves no trace', async () => {
    await importLeague(pool().run())
    await pool().publish()
    const [row] = pool().nhl.league.skaters.slice(-1)
    Object.assign(row ?? {}, { assists: 1 })
    expect(await importGames(pool().run())).toMatchObject({ changedLines: 1 })
    Object.assign(row ?? {}, { assists: 0 })
    expect(await importGames(pool().run())).toMatchObject({ changedLines: 1 })
    expect(await pool().rows(sql`select * from pending_line`)).toEqual([])
    await pool().publish()
    expect(await listCorrections(pool().database, 20242025)).toEqual([])
  })
})
