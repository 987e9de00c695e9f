import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/engine/database'
import { NhlApi } from '#server/nhl/api/nhl-api'
import { politeClient } from '#server/nhl/api/polite-client'
import { importLeague } from '#server/nhl/import/import-league'
import { notTaken } from '#server/nhl/import/import-run'
import { emptyLeague, resetLeague, season2425 } from '../support/empty-league.ts'
import { type FakeNhl, startFakeNhl } from '../support/fake-nhl.ts'
import { type FakeRow, fakeLeague } from '../support/fake-nhl-league.ts'

let nhl: FakeNhl
let database: Database

beforeAll(async () => {
  database = await emptyLeague(season2425)
})
afterAll(() => database.close())
beforeEach(async () => {
  nhl = await startFakeNhl(fakeLeague(4))
  await resetLeague(database, season2425)
})
afterEach(() => nhl.close())

const run = () =>
  importLeague({
    database,
    source: new NhlApi(nhl, politeClient({ pauseMs: 0, backOffMs: 1, tries: 2 })),
    clock: () => new Date('2024-10-18T10:00:00-04:00'),
  })
const days = () =>
  database.transaction(async (queries) => {
    const { rows } = await queries.execute<{ day: string; lines: number }>(sql`
      select game_date::text as day, count(*)::int as lines from pending_line join game on game.id = game_id
      group by game_date order by game_date`)
    return rows.map(({ day, lines }) => `${day.slice(-2)}: ${lines}`)
  })
const settled = () =>
  database.transaction(async (queries) => {
    const { rows } = await queries.execute<{ day: string }>(
      sql`select to_char(day, 'DD') as day from imported_day order by day`,
    )
    return rows.map(({ day }) => day)
  })
const row = (list: FakeRow[], day: string, playerId: number): FakeRow => {
  const found = list.find((one) => one.gameDate === day && one.playerId === playerId)
  if (!found) throw new Error(`no row of ${playerId}`)
  return found
}

/** A game of the 15th is spoiled; the other one and the other three days come in all the same. */
const spoiledGames: [string, (nhl: FakeNhl) => void, string][] = [
  [
    'a field that is missing',
    ({ league }) => Reflect.deleteProperty(row(league.skaters, '2024-10-15', 102), 'shGoals'),
    'Game 2024020003 (TOR at BOS) of Oct 15, 2024 is set aside: skater/summary: data[17].shGoals is missing.',
  ],
  [
    'a field that is null',
    ({ league }) => Object.assign(row(league.goalies, '2024-10-15', 105), { wins: null }),
    'Game 2024020003 (TOR at BOS) of Oct 15, 2024 is set aside: goalie/summary: data[4].wins is null: must be integer.',
  ],
  [
    'a field with another name',
    ({ league }) => {
      const renamed = row(league.goalies, '2024-10-15', 205)
      renamed.overtimeLosses = renamed.otLosses
      Reflect.deleteProperty(renamed, 'otLosses')
    },
    'Game 2024020003 (TOR at BOS) of Oct 15, 2024 is set aside: goalie/summary: data[5].otLosses is missing.',
  ],
  [
    'no goalie of a club in an official game',
    ({ league }) => {
      league.goalies = league.goalies.filter((one) => !(one.gameDate === '2024-10-15' && one.playerId === 105))
    },
    'Game 2024020003 (TOR at BOS) of Oct 15, 2024 is set aside: game 2024020003 (TOR at BOS) is official and has no line of a goalie of BOS.',
  ],
  [
    'two different lines of one player in one game',
    ({ league }) => league.skaters.push({ ...row(league.skaters, '2024-10-15', 101), goals: 2 }),
    'Game 2024020003 (TOR at BOS) of Oct 15, 2024 is set aside: First101 Last101 has two different lines in game 2024020003 (TOR at BOS).',
  ],
  [
    'a player of a third club',
    ({ league }) => Object.assign(row(league.skaters, '2024-10-15', 103), { teamAbbrev: 'EDM' }),
    'Game 2024020003 (TOR at BOS) of Oct 15, 2024 is set aside: First103 Last103 played for EDM in game 2024020003 (TOR at BOS).',
  ],
]

describe('a game that is not right is set aside, and the others of its day are taken', () => {
  test.each(spoiledGames)('%s', async (_, spoil, sentence) => {
    spoil(nhl)
    const outcome = await run()
    expect(outcome.refused).toEqual([sentence])
    expect(outcome.days).toBe(4)
    expect(await days()).toEqual(['14: 20', '15: 10', '16: 20', '17: 20'])
    // It is asked for again: the day is not settled.
    expect(await settled()).toEqual(['14', '16', '17'])
  })
})

describe('a day that is not right is not taken, and the others are', () => {
  test('not a line of a day whose games are over', async () => {
    nhl.league.skaters = nhl.league.skaters.filter(({ gameDate }) => gameDate !== '2024-10-15')
    nhl.league.goalies = nhl.league.goalies.filter(({ gameDate }) => gameDate !== '2024-10-15')
    const outcome = await run()
    expect(outcome.refused).toEqual([
      'The lines of 2024-10-15 are not taken: 2 games are over, and there is not a single line.',
    ])
    expect(outcome.days).toBe(3)
    expect(await days()).toEqual(['14: 20', '16: 20', '17: 20'])
  })

  test('while what was taken of it earlier stays as it was', async () => {
    await run()
    const before = await days()
    nhl.league.skaters = []
    nhl.league.goalies = []
    const outcome = await run()
    expect(outcome.refused).toHaveLength(3)
    expect(outcome.changedLines).toBe(0)
    expect(await days()).toEqual(before)
  })
})

describe('a page that is not right', () => {
  test('a total larger than its rows: nothing is written of those days', async () => {
    nhl.alter('skater/summary', (answer: { data: unknown[]; total: number }) => ({
      data: answer.data.slice(0, -1),
      total: answer.total,
    }))
    const { refused } = await run()
    expect(refused).toHaveLength(4)
    expect(refused[0]).toBe(
      'The lines of 2024-10-14 are not taken: skater/summary of 2024-10-14: 16 rows are announced, 15 are given, in 3 readings.',
    )
    expect(await days()).toEqual([])
  })

  test('rows that come twice and are the same count once', async () => {
    nhl.alter('skater/summary', (answer: { data: unknown[]; total: number }) => ({
      data: [...answer.data, ...answer.data.slice(0, 5)],
      total: answer.total + Math.min(5, answer.total),
    }))
    expect(await run()).toMatchObject({ refused: [], lines: 80 })
    expect(await days()).toEqual(['14: 20', '15: 20', '16: 20', '17: 20'])
  })
})

describe('who only sat on the bench', () => {
  test('has not played', async () => {
    Object.assign(row(nhl.league.goalies, '2024-10-15', 205), { timeOnIce: 3600 })
    nhl.league.goalies.push({ ...row(nhl.league.goalies, '2024-10-15', 205), playerId: 999, timeOnIce: 0 })
    expect(await run()).toMatchObject({ refused: [], lines: 80 })
  })
})

test('a schedule that has fewer games than it announces is left out by name', async () => {
  nhl.alter('schedule/2024-10-11', (answer: { gameWeek: { games: unknown[] }[] }) => {
    answer.gameWeek[3]?.games.pop()
    return answer
  })
  expect(notTaken(await run())).toContain('schedule/2024-10-11: 2024-10-14 has 1 games, 2 are announced.')
})
