import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/engine/database'
import { commandOn } from '../support/command-on.ts'
import { emptyTables } from '../support/empty-league.ts'
import { type FakeNhl, startFakeNhl } from '../support/fake-nhl.ts'
import { fakeLeague, pageOf, stintOf } from '../support/fake-nhl-league.ts'
import { LEAGUE_TEXT, withLastSeason } from '../support/league-text.ts'
import { nhlDataDir } from '../support/nhl-data.ts'
import { refusalOf, unchanged } from '../support/row-versions.ts'
import { rowsIn, testDatabase } from '../support/test-database.ts'

const OVECHKIN = 8471214
const PAVELSKI = 8470794

let database: Database
let nhl: FakeNhl
beforeAll(async () => {
  nhl = await startFakeNhl(fakeLeague(1))
  database = await testDatabase()
})
afterAll(async () => {
  await nhl.close()
  await database.close()
})
beforeEach(async () => {
  nhl.asked.length = 0
  await emptyTables(database)
  await commandOn(database, 'init FILE --anyway', { file: LEAGUE_TEXT })
  await rows(sql`insert into nhl_team (abbrev, long_name, conference, division)
      values ('EDM', 'Edmonton Oilers', 'Western', 'Pacific'), ('WSH', 'Washington Capitals', 'Eastern', 'Metropolitan')`)
  await addPlayer(8478402, 'Connor', 'McDavid', 'EDM')
})
afterEach(() => nhl.healed())

const withRoster = (...players: string[]) => withLastSeason('RATS:', ...players.map((player) => `  - ${player}`))

const season = (file: string, ...options: string[]) =>
  commandOn(database, ['season', 'FILE', ...options], { file, nhlApi: nhl })
const rows = (query: SQL) => rowsIn(database, query)
const addPlayer = (id: number, first: string, last: string, club: string) =>
  rows(
    sql`insert into player (id, first_name, last_name, position, nhl_team) values (${id}, ${first}, ${last}, 'C', ${club})`,
  )
const roster = () =>
  rows(sql`
    select player.id, first_name || ' ' || last_name as name, position, nhl_team as club, acquired
    from roster_entry join player on player.id = player_id where season_id = 20232024 order by player.id`)

const refusal = (file: string, ...options: string[]) => refusalOf(database, () => season(file, ...options))

/** The page of somebody who plays in Europe now: no club of the NHL. */
const inEurope = (id: number) =>
  pageOf(id, 'Nils Andersson', 'D', {
    seasonTotals: [
      stintOf(101, 20232024, 'Boston Bruins', 1),
      { leagueAbbrev: 'KHL', gameTypeId: 2, season: 20242025, sequence: 1 },
    ],
  })

describe('a player of last season on no roster', () => {
  test('is asked for by the id, shown in a dry run, and is there with last season and without a club', async () => {
    nhl.league.landings[8400001] = inEurope(8400001)
    const file = withRoster('Connor McDavid', '8400001')
    const found = [
      '+ player 8400001 Nils Andersson (RD)',
      '~ players on the rosters of 2023-2024, from 0 to 2; keepers were bought by Mar 21, 2024',
    ]
    const dry = await unchanged(database, () => season(file, '--dry-run'))
    expect(dry).toEqual([...found, 'Dry run: nothing has been changed.'])
    nhl.asked.length = 0
    expect(await season(file)).toEqual([...found, 'Done.'])
    expect(await roster()).toEqual([
      { id: 8400001, name: 'Nils Andersson', position: 'RD', club: null, acquired: 'draft' },
      { id: 8478402, name: 'Connor McDavid', position: 'C', club: 'EDM', acquired: 'draft' },
    ])
    expect(
      await rows(sql`
      select season_id as season, nhl_team as club, points, games_played as games from player_season
      where player_id = 8400001`),
    ).toEqual([{ season: 20232024, club: 'BOS', points: 11, games: 40 }])
    expect(await season(file)).toEqual(['The season is as in the file.'])
    expect(nhl.asked.filter((path) => path.includes('/player/'))).toHaveLength(1)
  })

  test.runIf(existsSync(join(nhlDataDir, 'recorded/player-landing')))(
    'is read from a page as the NHL has it',
    async () => {
      nhl.league.landings[OVECHKIN] = JSON.parse(
        readFileSync(join(nhlDataDir, `recorded/player-landing/${OVECHKIN}.json`), 'utf8'),
      )
      await season(withRoster(`{ id: ${OVECHKIN}, name: Alexander Ovechkin, bought: 2024-01-15 }`))
      expect(await roster()).toEqual([
        { id: OVECHKIN, name: 'Alex Ovechkin', position: 'LW', club: 'WSH', acquired: 'trade' },
      ])
      // 31 goals, 34 assists, 13 on the power play, 5 winners in 79 games; the season that is on is not read from here.
      expect(
        await rows(sql`
          select season_id as season, points, games_played as games from player_season
          where player_id = ${OVECHKIN} and season_id >= 20232024`),
      ).toEqual([{ season: 20232024, points: 114, games: 79 }])
    },
  )

  test('needs no one else when the file says who it is', async () => {
    expect(await season(withRoster(`{ id: ${PAVELSKI}, name: Joe Pavelski, position: C }`))).toContain(
      `+ player ${PAVELSKI} Joe Pavelski (C)`,
    )
    expect(await roster()).toEqual([
      { id: PAVELSKI, name: 'Joe Pavelski', position: 'C', club: null, acquired: 'draft' },
    ])
    expect(nhl.asked).toEqual([])
    // The next import reads the seasons before.
    expect(await rows(sql`select * from imported_career`)).toEqual([])
  })

  test('is refused by line where the NHL has no such id, with what to write', async () => {
    nhl.league.landings[8400001] = inEurope(8400001)
    expect(await refusal(withRoster('8400001', '8400002', '{ id: 8400003, name: No Body }'))).toBe(
      [
        'line 16: No player here has the NHL id 8400002; mend it, or say who it is: { id: 8400002, name: ..., position: C }. player/8400002/landing: there is no such thing (status 404).',
        'line 17: No player here has the NHL id 8400003; mend it, or say who it is: { id: 8400003, name: ..., position: C }. player/8400003/landing: there is no such thing (status 404).',
      ].join('\n'),
    )
  })

  test('is refused while the NHL does not answer, with what can be done without it', async () => {
    nhl.fail('8400001/landing', { status: 503, headers: { 'retry-after': '3600' } })
    nhl.league.landings[8400003] = inEurope(8400003)
    expect(await refusal(withRoster('8400001', '8400003'))).toBe(
      "line 15: No player here has the NHL id 8400001; mend it, or say who it is: { id: 8400001, name: ..., position: C }. The NHL's page of player 8400001 failed once (status 503).",
    )
    nhl.asked.length = 0
    // Not asked for while a name of the file is wrong.
    expect(await refusal(withRoster('Conor McDavid', '8400002'))).toBe(
      'line 15: No player is Conor McDavid; did you mean 8478402 Connor McDavid (C, EDM)?',
    )
    expect(nhl.asked).toEqual([])
  })

  test('is refused where id and name are of two players, known here or not', async () => {
    nhl.league.landings[8400001] = inEurope(8400001)
    expect(
      await refusal(withRoster('{ id: 8478402, name: Joe Pavelski }', '{ id: 8400001, name: Joe Pavelski }')),
    ).toBe('line 15: The id and the name are of two players: 8478402 Connor McDavid (C, EDM) is not Joe Pavelski.')
    expect(await refusal(withRoster('{ id: 8400001, name: Joe Pavelski }'))).toBe(
      'line 15: The id and the name are of two players: 8400001 Nils Andersson (RD, no club) is not Joe Pavelski.',
    )
  })
})

const tables = join(nhlDataDir, 'season-2024-25')
if (existsSync(tables)) {
  test('with table files, a player who played no game of their season is found by the id all the same', async () => {
    // Dickinson of San Jose had not played in the NHL yet.
    expect(await season(withRoster('8484806'), '--from', tables)).toContain('+ player 8484806 Sam Dickinson (LD)')
    expect(await roster()).toEqual([
      { id: 8484806, name: 'Sam Dickinson', position: 'LD', club: null, acquired: 'draft' },
    ])
    expect(nhl.asked).toEqual([])
    expect(await refusal(withRoster(String(PAVELSKI)), '--from', tables)).toBe(
      `line 15: No player here has the NHL id ${PAVELSKI}; mend it, or say who it is: { id: ${PAVELSKI}, name: ..., position: C }. players.csv has no player ${PAVELSKI}.`,
    )
    expect(await refusal(withRoster(String(PAVELSKI)), '--from', '/nowhere')).toBe(
      'The folder /nowhere cannot be read.',
    )
  }, 60_000)
} else {
  test.skip(`past rosters with table files: skipped, there is no ${tables} (set NHL_DATA_DIR)`)
}

test('a name with an apostrophe is that of one player, whatever sign is written for it', async () => {
  await rows(sql`insert into nhl_team (abbrev, long_name, conference, division)
      values ('NSH', 'Nashville Predators', 'Western', 'Central')`)
  await addPlayer(8475158, 'Ryan', "O'Reilly", 'NSH')
  await season(withRoster(JSON.stringify("Ryan O'Reilly")))
  expect(await roster()).toMatchObject([{ id: 8475158, name: "Ryan O'Reilly" }])
  for (const name of ['Ryan O’Reilly', 'RYAN OʼREILLY', 'Ryan O´Reilly', 'Ryan O`Reilly', 'ryan oreilly, nsh']) {
    expect(await season(withRoster(JSON.stringify(name))), name).toEqual(['The season is as in the file.'])
  }
})
