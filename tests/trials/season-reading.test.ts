import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkSums, sumsSentence } from '#server/nhl/import/check-sums'
import { importDaysAgain, importGames, importLeague } from '#server/nhl/import/import-league'
import { daysOfSeason } from '#server/nhl/import/import-run'
import { season2425 } from '../support/empty-league.ts'
import { nhlImport } from '../support/nhl-import.ts'
import { listCorrections } from '../support/noted-corrections.ts'
import { scheduledProcess } from '../support/scheduled-process.ts'

const pool = nhlImport()
const season = daysOfSeason(season2425)

/** Boston's first forward loses the goal that he scored on that day: 4 points less, of the 28 of his seven games. */
const takeGoal = (day: string) => Object.assign(pool().rowOf(day, 101), { goals: 0, ppGoals: 0, gameWinningGoals: 0 })

/** All seven days are published, and two weeks have gone by without a game. */
beforeEach(async () => {
  pool().nhl.league.games = pool().nhl.league.games.filter(({ date }) => date < '2024-10-21')
  await importLeague(pool().run())
  await pool().publish()
  pool().now = '2024-11-05T05:00:00-05:00'
})

describe('a correction of a game that is long over', () => {
  test('is not seen by the daily imports, arrives when the season is read again, and is published as any other', async () => {
    takeGoal('2024-10-14')
    expect(await importLeague(pool().run())).toMatchObject({ days: 0, changedLines: 0, whole: false })
    expect(await importGames(pool().run())).toMatchObject({ days: 0, changedLines: 0, whole: false })
    expect(await importDaysAgain(pool().run(), season)).toMatchObject({ days: 7, changedLines: 1, refused: [] })
    expect(await pool().rows(sql`select player_id, goals, points, removed from pending_line`)).toEqual([
      { player_id: 101, goals: 0, points: 0, removed: false },
    ])
    expect(await pool().points(101)).toEqual({ points: 28, games: 7 })
    await pool().publish()
    expect(await pool().points(101)).toEqual({ points: 24, games: 7 })
    const corrections = await listCorrections(pool().database, 20242025)
    expect(corrections).toMatchObject([{ gameDate: '2024-10-14', playerId: 101, pointsBefore: 4, pointsAfter: 0 }])
  })

  test('of a game that cannot be right is not taken: its lines stay, and everything else comes in', async () => {
    takeGoal('2024-10-14')
    takeGoal('2024-10-15')
    pool().nhl.league.goalies = pool().nhl.league.goalies.filter(
      ({ gameDate, playerId }) => gameDate !== '2024-10-15' || playerId !== 105,
    )
    expect(await importDaysAgain(pool().run(), season)).toMatchObject({
      days: 7,
      changedLines: 1,
      refused: [
        'Game 2024020003 (TOR at BOS) of Oct 15, 2024 is set aside: game 2024020003 (TOR at BOS) is official and has no line of a goalie of BOS.',
      ],
    })
    await pool().publish()
    expect(await pool().points(101)).toEqual({ points: 24, games: 7 })
    expect(await pool().points(105)).toEqual({ points: 49, games: 7 })
  })
})

describe("the sums beside the NHL's own", () => {
  const change = (...changes: [playerId: number, field: string, value: number][]) =>
    pool().nhl.alter('summary', (answer: { data: Record<string, unknown>[]; total: number }) => {
      for (const [playerId, field, value] of changes) {
        const row = answer.data.find((each) => each.playerId === playerId && !('gameId' in each))
        if (row) row[field] = value
      }
      return answer
    })

  test('agree when every line is here, and are told with the player and both figures where not', async () => {
    expect(await checkSums(pool().run())).toEqual({ players: 20, differing: [] })
    change([101, 'goals', 8], [101, 'gameWinningGoals', 8], [105, 'shutouts', 6], [202, 'assists', 1])
    expect((await checkSums(pool().run()))?.differing).toEqual([
      'First101 Last101 (101): goals 7 here and 8 there, game-winning goals 7 here and 8 there',
      'First105 Last105 (105): shutouts 7 here and 6 there',
      'First202 Last202 (202): assists 0 here and 1 there',
    ])
    // Nothing is compared with a report that is empty.
    pool().nhl.report = { skaters: [], goalies: [] }
    expect(await checkSums(pool().run())).toBeNull()
  })

  test('tell of a player whose lines never came, and of one whom the NHL does not have', async () => {
    await pool().rows(sql`delete from official_line where player_id = 303`)
    pool().nhl.alter('skater/summary', (answer: { data: Record<string, unknown>[]; total: number }) => {
      const data = answer.data.filter(({ playerId }) => playerId !== 404)
      return { data, total: data.length }
    })
    expect((await checkSums(pool().run()))?.differing).toEqual([
      'First404 Last404 (404): games 7 here and 0 there',
      'First303 Last303 (303): games 0 here and 7 there',
    ])
  })

  test('count what waits for an official update, and not what it will take away', async () => {
    takeGoal('2024-10-14')
    pool().nhl.league.skaters = pool().nhl.league.skaters.filter(
      ({ gameDate, playerId }) => gameDate !== '2024-10-14' || playerId !== 203,
    )
    expect((await checkSums(pool().run()))?.differing).toHaveLength(2)
    await importDaysAgain(pool().run(), season)
    expect(await checkSums(pool().run())).toEqual({ players: 20, differing: [] })
  })

  test('may have a game less of a player who was only on the bench, or is on the ice', async () => {
    change([205, 'gamesPlayed', 8])
    expect(await checkSums(pool().run())).toEqual({ players: 20, differing: [] })
    // On the ice in that game, he has played it.
    change([205, 'timeOnIce', 7 * 3600 + 61])
    expect((await checkSums(pool().run()))?.differing).toEqual(['First205 Last205 (205): games 7 here and 8 there'])
    pool().nhl.healed()
    // Nor is a player compared whose club is on the ice.
    change([101, 'goals', 8], [301, 'goals', 8])
    await pool().rows(sql`update game set state = 'LIVE', start_time = '2024-11-05T03:00:00-05:00'
      where id = 2024020013`)
    expect(await checkSums(pool().run())).toEqual({
      players: 10,
      differing: ['First301 Last301 (301): goals 7 here and 8 there'],
    })
  })

  test('make one sentence, which names some and counts all', () => {
    const differing = Array.from({ length: 12 }, (_, index) => `P${index + 1}`)
    expect(sumsSentence({ players: 1023, differing })).toBe(
      "The sums of 12 of 1,023 players are not those of the NHL's season report: P1; P2; P3; P4; P5; P6; P7; P8; P9; P10; and 2 more.",
    )
    expect(sumsSentence({ players: 1, differing: ['P1'] })).toMatch(/report: P1\.$/)
  })

  test('raise an alarm in the log of the server, which reads the season again every week', async () => {
    const server = scheduledProcess(pool().database, () => new Date(pool().now), pool().nhl)
    takeGoal('2024-10-14')
    change([102, 'goals', 1], [405, 'wins', 2])
    await server.work()
    expect(server.alarms).toEqual([
      "The sums of 2 of 20 players are not those of the NHL's season report: First102 Last102 (102): goals 0 here and 1 there; First405 Last405 (405): wins 0 here and 2 there.",
    ])
    // The correction was read before that, and has been published with the update that followed.
    expect(await pool().points(101)).toEqual({ points: 24, games: 7 })
    // Nor does a server that is restarted read it within the week.
    const restarted = scheduledProcess(pool().database, () => new Date(pool().now), pool().nhl)
    for (const day of [6, 11, 12]) {
      expect(restarted.said).not.toContain('Reading the whole season again')
      pool().now = `2024-11-${String(day).padStart(2, '0')}T05:00:00-05:00`
      await restarted.work()
    }
    expect(restarted.said).toContain('Reading the whole season again')
  }, 60_000)

  test('are not compared in vain: a source that breaks off delays nothing, and is asked again the next day', async () => {
    const server = scheduledProcess(pool().database, () => new Date(pool().now), pool().nhl)
    // The daily import reads no line; the calls for lines are those of the whole season.
    const tooMany = { status: 429, headers: { 'retry-after': '3600' } }
    pool().nhl.fail('skater/summary', ...Array.from({ length: 5 }, () => tooMany))
    await server.work()
    pool().nhl.healed()
    expect(server.said.filter((text) => text.startsWith('The whole season was not read again'))).toHaveLength(1)
    expect(server.said.at(-1)).toBe('Published an official update')
    pool().now = '2024-11-05T08:00:00-05:00'
    await server.work()
    expect(server.said.filter((text) => text === 'Reading the whole season again')).toHaveLength(1)
    pool().now = '2024-11-06T05:00:00-05:00'
    takeGoal('2024-10-14')
    await server.work()
    expect(await pool().points(101)).toEqual({ points: 24, games: 7 })
    expect(server.alarms).toEqual([])
  }, 60_000)
})

test('a season of which not a single day could be taken is read again the next day, not the next week', async () => {
  const server = scheduledProcess(pool().database, () => new Date(pool().now), pool().nhl)
  const { skaters, goalies } = pool().nhl.league
  // As in an outage: empty, and no error.
  Object.assign(pool().nhl.league, { skaters: [], goalies: [] })
  await server.work()
  expect(server.said.filter((text) => text.startsWith('Not imported: The lines of'))).toHaveLength(7)
  expect(await pool().points(101)).toEqual({ points: 28, games: 7 })
  Object.assign(pool().nhl.league, { skaters, goalies })
  takeGoal('2024-10-14')
  pool().now = '2024-11-06T05:00:00-05:00'
  await server.work()
  expect(await pool().points(101)).toEqual({ points: 24, games: 7 })
}, 60_000)
