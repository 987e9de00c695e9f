import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { GameState, Tonight } from '#contract/tonight'
import type { Goal } from '#rules/tonight'
import type { Database } from '#server/db/engine/database'
import { readOnly } from '#server/db/queries'
import { currentLeague } from '#server/league/league'
import { tonight } from '#server/league/tonight/tonight'
import { saveGoalies, saveScores } from '#server/schedule/follow-scores'
import { emptyLeague, resetLeague } from '../support/empty-league.ts'
import { rowVersions } from '../support/row-versions.ts'

// Games that are not as others, in a league known by heart: team 1 has the skaters 11 and 12 and the goalie 19, all of
// TOR; team 2 has the skater 21 of MTL. No team has 13 of TOR.

const SEASON = { id: 20262027, firstDay: '2026-10-06', lastDay: '2027-04-15' }
const DAY = '2026-11-21'
const START = Date.parse('2026-11-22T00:00:00Z')
const MINUTE_MS = 60_000

let database: Database
afterAll(() => database?.close())

const run = (query: ReturnType<typeof sql>) => database.transaction((queries) => queries.execute(query))

beforeEach(async () => {
  if (database) await resetLeague(database, SEASON)
  else database = await emptyLeague(SEASON)
  await run(sql`insert into nhl_team (abbrev, long_name, conference, division)
    select abbrev, abbrev, 'Eastern', 'Atlantic' from unnest(array['TOR', 'MTL', 'BOS']) as abbrev`)
  await run(
    sql`insert into team (id, name, short_name) overriding system value values (1, 'One', 'ONE'), (2, 'Two', 'TWO')`,
  )
  await run(
    sql`insert into team_season (team_id, season_id, cash_cents) values (1, ${SEASON.id}, 10000), (2, ${SEASON.id}, 10150)`,
  )
  await run(sql`insert into player (id, first_name, last_name, position, nhl_team) values
    (11, 'Al', 'One', 'C', 'TOR'), (12, 'Bo', 'Two', 'LD', 'TOR'), (13, 'Cy', 'Three', 'LW', 'TOR'),
    (19, 'Di', 'Nine', 'G', 'TOR'), (21, 'Ed', 'Four', 'C', 'MTL')`)
  for (const [team, player] of [
    [1, 11],
    [1, 12],
    [1, 19],
    [2, 21],
  ])
    await hold(team ?? 0, player ?? 0, '2026-10-01T00:00:00Z')
})

const hold = (team: number, player: number, from: string) =>
  run(sql`insert into roster_entry (season_id, team_id, player_id, acquired, bought_at, bought_price_cents)
    values (${SEASON.id}, ${team}, ${player}, 'draft', ${from}::timestamptz, 0)`)

const plan = (id: number, { day = DAY, start = START, away = 'MTL', state = 'FUT' } = {}) =>
  run(sql`insert into game (id, season_id, game_date, start_time, home, away, state)
    values (${id}, ${SEASON.id}, ${day}, ${new Date(start).toISOString()}::timestamptz, 'TOR', ${away}, ${state})`)

const goal = (scorer: number, assists: number[] = []): Goal => ({
  club: scorer === 21 ? 'MTL' : 'TOR',
  scorer,
  assists,
  strength: 'ev',
})

/** The score page says so of a game. */
const said = (id: number, state: GameState, goals: readonly Goal[], { day = DAY, away = 'MTL' } = {}) =>
  database.transaction((queries) =>
    saveScores({ database }, queries, { seasonId: SEASON.id, day, now: START }, [
      {
        ...{ id, day, home: 'TOR', away, state, period: 1, periodType: 'REG', secondsLeft: 600, intermission: false },
        homeScore: goals.filter(({ club }) => club === 'TOR').length,
        awayScore: goals.filter(({ club }) => club !== 'TOR').length,
        goals,
        goalies: [],
      },
    ]),
  )

const at = (now: number): Promise<Tonight> =>
  readOnly(database, async (queries) => tonight(queries, await currentLeague(queries), now))

/** Points tonight, total and rank of the first team; how many of its players are done, playing, to play. */
const first = ({ teams }: Tonight) => {
  const own = teams.find(({ teamId }) => teamId === 1)
  return own && `+${own.points} ${own.total} ${own.rank} ${own.done}/${own.playing}/${own.toPlay}`
}

describe('a game of the night', () => {
  test('moves a team past another, and back when the goal is taken back', async () => {
    await plan(1)
    await said(1, 'LIVE', [goal(11, [12])])
    // 100 and 2 + 1 against 101.50.
    expect(first(await at(START + MINUTE_MS))).toBe('+3 103 1 0/3/0')
    await said(1, 'LIVE', [])
    expect(first(await at(START + MINUTE_MS))).toBe('+0 100 2 0/3/0')
  })

  test('the same again writes nothing', async () => {
    await plan(1)
    await said(1, 'LIVE', [goal(11, [12])])
    const before = await rowVersions(database)
    await said(1, 'LIVE', [goal(11, [12])])
    expect(await rowVersions(database)).toEqual(before)
    await said(1, 'LIVE', [goal(11)])
    expect((await rowVersions(database)).score_game).not.toBe(before.score_game)
  })

  test('postponed: no one plays, and its new day starts afresh', async () => {
    await plan(1)
    await said(1, 'PPD', [])
    expect(first(await at(START))).toBe('+0 100 2 0/0/0')
    await run(sql`update game set game_date = '2026-11-24', start_time = '2026-11-25T00:00:00Z', state = 'FUT'`)
    const next = await at(Date.parse('2026-11-23T20:00:00Z'))
    expect(next).toMatchObject({ today: '2026-11-23', date: '2026-11-24', games: [{ state: 'FUT' }] })
    expect(first(next)).toBe('+0 100 2 0/0/3')
  })

  test('broken off: what was scored stands until it is played on', async () => {
    await plan(1)
    await said(1, 'LIVE', [goal(11)])
    await said(1, 'SUSP', [goal(11)])
    expect(first(await at(START + MINUTE_MS))).toBe('+2 102 1 3/0/0')
    await said(1, 'LIVE', [goal(11), goal(12)])
    expect(first(await at(START + MINUTE_MS))).toBe('+4 104 1 0/3/0')
  })

  test('an outdoor game begins an hour late: who was dressed at its hour counts', async () => {
    await plan(1, { start: START + 60 * MINUTE_MS })
    await run(sql`insert into scratch_interval (entry_id, scratched_at)
      select id, ${new Date(START + 30 * MINUTE_MS).toISOString()}::timestamptz from roster_entry where player_id = 11`)
    await said(1, 'LIVE', [goal(11), goal(12)])
    const night = await at(START + 90 * MINUTE_MS)
    expect(first(night)).toBe('+2 102 1 0/2/0')
    expect(night.lines.find(({ playerId }) => playerId === 11)).toMatchObject({ scratched: true, points: 2, teamId: 1 })
  })

  test('two games of a club on a day', async () => {
    await plan(1, { start: START - 5 * 60 * MINUTE_MS })
    await plan(2, { away: 'BOS' })
    await said(1, 'FINAL', [goal(11)])
    await database.transaction((queries) =>
      saveGoalies(queries, 1, [{ playerId: 19, club: 'TOR', decision: 'W', toiSeconds: 3600 }]),
    )
    // 2 and 1 for the winner, 2 and 5 for the goalie; all three are still to play.
    expect(first(await at(START - MINUTE_MS))).toBe('+10 110 1 0/0/3')
    await said(2, 'LIVE', [goal(11)], { away: 'BOS' })
    const night = await at(START + MINUTE_MS)
    expect(first(night)).toBe('+12 112 1 0/3/0')
    expect(night.lines.filter(({ playerId }) => playerId === 11).map(({ gameId, points }) => [gameId, points])).toEqual(
      [
        [1, 3],
        [2, 2],
      ],
    )
  })

  test('one that ends after midnight is of the evening that it began', async () => {
    const late = Date.parse('2026-11-22T03:30:00Z')
    await plan(1, { start: late })
    await plan(2, { day: '2026-11-22', start: Date.parse('2026-11-23T00:00:00Z') })
    await said(1, 'LIVE', [goal(12)])
    const night = await at(Date.parse('2026-11-22T06:10:00Z'))
    expect(night).toMatchObject({ today: DAY, date: DAY, games: [{ id: 1, state: 'LIVE' }] })
    expect(first(night)).toBe('+2 102 1 0/3/0')
    // At noon it still counts, though the next night is shown, until its reports have come.
    const noon = await at(Date.parse('2026-11-22T17:00:00Z'))
    expect(noon).toMatchObject({ today: '2026-11-22', games: [{ id: 2 }] })
    expect(first(noon)).toBe('+0 102 1 0/0/3')
    await run(sql`insert into pending_line values (1, 12, 'TOR', 1, 0, 0, 0, 0, 0, 0, 0, 900, 2, false)`)
    expect(first(await at(Date.parse('2026-11-22T17:00:00Z')))).toBe('+0 102 1 0/0/3')
  })

  test('sold after the start it counts for no one, bought after it for the team that has the player', async () => {
    await plan(1)
    await said(1, 'LIVE', [goal(11), goal(13)])
    await run(
      sql`update roster_entry set sold_at = ${new Date(START + MINUTE_MS).toISOString()}::timestamptz, sold_price_cents = 0 where player_id = 11`,
    )
    await hold(2, 13, new Date(START + MINUTE_MS).toISOString())
    const { teams, lines } = await at(START + 2 * MINUTE_MS)
    // As the next official update will count: a purchase pays for the points known, and has the later ones.
    expect(teams.map(({ teamId, points }) => [teamId, points])).toEqual([
      [2, 2],
      [1, 0],
    ])
    expect(lines.find(({ playerId }) => playerId === 11)).not.toHaveProperty('teamId')
  })

  test('in summer there is nothing', async () => {
    expect(await at(Date.parse('2027-07-01T12:00:00Z'))).toMatchObject({
      today: '2027-07-01',
      date: '2027-07-01',
      games: [],
      lines: [],
    })
  })

  test('a game that no schedule has is left out; a scorer may have one name, and an unknown one has a number', async () => {
    await plan(1)
    await run(sql`update player set first_name = '' where id = 21`)
    await said(99, 'LIVE', [goal(11)])
    await said(1, 'LIVE', [{ ...goal(11), scorer: 8_888_888 }])
    const night = await at(START + MINUTE_MS)
    expect(night.games.map(({ id }) => id)).toEqual([1])
    const nameOf = (id: number) => night.lines.find(({ playerId }) => playerId === id)?.name
    expect([nameOf(11), nameOf(21), nameOf(8_888_888)]).toEqual(['Al One', 'Four', 'Player 8888888'])
    expect(night.lines.find(({ playerId }) => playerId === 8_888_888)?.points).toBe(2)
    expect(first(night)).toBe('+0 100 2 0/3/0')
  })
})
