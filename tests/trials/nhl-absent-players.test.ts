import { type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DraftBox } from '#contract/draft'
import { SimulatedNhl } from '#server/demo/nhl/simulated-nhl'
import { NhlApi } from '#server/nhl/api/nhl-api'
import { politeClient } from '#server/nhl/api/polite-client'
import { importLeague } from '#server/nhl/import/import-league'
import { commandOn } from '../support/command-on.ts'
import { type DemoServer, demoServer } from '../support/demo-members.ts'
import { duringTest, duringTests } from '../support/during-tests.ts'
import { emptyTables } from '../support/empty-league.ts'
import { type FakeNhl, startFakeNhl } from '../support/fake-nhl.ts'
import { fakeLeague, pageOf, stintOf } from '../support/fake-nhl-league.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { nhl as simulated, simulatedLeague } from '../support/simulated-season.ts'
import { rowsIn, testDatabase } from '../support/test-database.ts'

const NOW = '2024-09-20T12:00:00Z'
/** Injured and with Boston; retired since; and one whose page is gone. */
const [INJURED, RETIRED, GONE, PROSPECT] = [8470001, 8470002, 8470003, 8470004]

const skater = (playerId: number, lastName: string, teamAbbrevs: string) => ({
  playerId,
  skaterFullName: `Ivan ${lastName}`,
  lastName,
  positionCode: 'C',
  shootsCatches: 'L',
  teamAbbrevs,
  gamesPlayed: 40,
  goals: 30,
  assists: 20,
  ppGoals: 5,
  shGoals: 1,
  gameWinningGoals: 4,
  timeOnIcePerGame: 1200.5,
})
const prospect = (id: number, seasonTotals: object[] = []) =>
  pageOf(id, 'Ivan Prospect', 'D', { currentTeamAbbrev: 'UTA', shootsCatches: 'L', seasonTotals })
const goalie = {
  playerId: RETIRED,
  goalieFullName: 'Gus Gone-Home',
  lastName: 'Gone-Home',
  shootsCatches: null,
  teamAbbrevs: 'TOR',
  gamesPlayed: 41,
  goals: 0,
  assists: 1,
  wins: 20,
  otLosses: 5,
  shutouts: 2,
  ties: null,
  timeOnIce: 147_600,
}

let nhl: FakeNhl
let server: DemoServer

const database = duringTests(() => testDatabase())
beforeEach(async () => {
  nhl = await startFakeNhl(fakeLeague(0))
  nhl.reportBefore = {
    skaters: [skater(INJURED, 'Injured', 'TOR,BOS'), skater(GONE, 'Nopage', 'EDM')],
    goalies: [goalie],
  }
  Object.assign(nhl.league.landings, {
    [INJURED]: pageOf(INJURED, 'Ivan Injured', 'C', { currentTeamAbbrev: 'BOS' }),
    [RETIRED]: pageOf(RETIRED, 'Ivan Gone-Home', 'G'),
    [PROSPECT]: prospect(PROSPECT),
  })
  await emptyTables(database)
  await commandOn(database, 'init FILE --anyway', { file: LEAGUE_TEXT, now: NOW })
  const env = { NHL_API_WEB: nhl.web, NHL_API_STATS: nhl.stats }
  // Closed after each test, but for its database.
  server = await demoServer({ database: { ...database, close: async () => {} }, clock: () => new Date(NOW), env })
})
afterEach(async () => {
  await server.close()
  await nhl.close()
})

const rows = (query: SQL) => rowsIn(database, query)
const run = () =>
  importLeague({
    database,
    source: new NhlApi(nhl, politeClient({ pauseMs: 0, backOffMs: 1, tries: 2 })),
    clock: () => new Date(NOW),
  })
const act = (path: string, method: 'PATCH' | 'POST' = 'POST') => server.ask('anna', `/draft/${path}`, { method })

describe('a player on no current roster who played last season', () => {
  test('is known by the report of that season, with the club of the page or none', async () => {
    const { refused, setAside } = await run()
    expect(refused).toEqual([])
    expect(setAside).toEqual(['The NHL has no page of player 8470003 (status 404); kept what was known.'])
    expect(
      await rows(sql`select id, first_name || ' ' || last_name as name, position, nhl_team as club from player
        where id > 8000000 order by id`),
    ).toEqual([
      { id: INJURED, name: 'Ivan Injured', position: 'C', club: 'BOS' },
      { id: RETIRED, name: 'Ivan Gone-Home', position: 'G', club: null },
      { id: GONE, name: 'Ivan Nopage', position: 'C', club: 'EDM' },
    ])
    // 2 x 30 + 20 + 5 + 2 + 4; of the goalie 2 x 20 + 5 + 5 x 2 + 2.
    expect(
      await rows(sql`select player_id as id, season_id as season, nhl_team as club, points, games_played as games,
        team_games_played as of, toi_seconds as toi from player_season where player_id > 8000000 order by player_id`),
    ).toEqual([
      { id: INJURED, season: 20232024, club: 'BOS', points: 91, games: 40, of: 80, toi: 48_020 },
      { id: RETIRED, season: 20232024, club: 'TOR', points: 57, games: 41, of: 80, toi: 147_600 },
      { id: GONE, season: 20232024, club: 'EDM', points: 91, games: 40, of: 80, toi: 48_020 },
    ])
  })

  test('stands in the lists, in the boxes, and can be drafted', async () => {
    await run()
    const { body: skaters } = await server.ask('bruno', '/stats/players?type=skater')
    const listed = skaters.filter(({ id }: { id: number }) => id > 8_000_000)
    expect(listed.map(({ id, nhlTeam }: { id: number; nhlTeam: string }) => [id, nhlTeam])).toEqual([
      [INJURED, 'BOS'],
      [GONE, 'EDM'],
    ])
    expect((await act('generate-boxes', 'PATCH')).body).toEqual({ players: 23, withoutLastSeason: 0 })
    const boxes: DraftBox[] = (await server.ask('bruno', '/draft/boxes')).body
    const inBox = (name: string, id: number) =>
      boxes.find(({ boxName }) => boxName === name)?.players.find(({ playerId }) => playerId === id)
    // 91 x 82 / 40, and 57 x 82 / 41.
    expect(inBox('1.C', INJURED)).toMatchObject({ boxRank: 1, nhlTeam: 'BOS', normalizedPoints: 186.55 })
    expect(inBox('2.G', RETIRED)).toMatchObject({ positionRank: 5, nhlTeam: null, normalizedPoints: 114 })
    await act('lock-keepers')
    await act('free-picking')
    for (const id of [INJURED, RETIRED]) expect((await act(`teams/1/players/${id}`)).status).toBe(200)
    const { body } = await server.ask('bruno', '/roster/teams/1/players?current=true')
    expect(body.map(({ player }: { player: { id: number } }) => player.id).sort()).toEqual([INJURED, RETIRED])
  })

  test('has their club and whole seasons although one is odd, which is reported and read again', async () => {
    const seasonTotals = [
      { ...stintOf(INJURED, 20222023, 'Toronto Maple Leafs', 1), goals: 1 },
      { ...stintOf(INJURED, 20232024, 'Toronto Maple Leafs', 1), goals: null },
    ]
    const landing = nhl.league.landings[INJURED] ?? {}
    Object.assign(landing, { seasonTotals, currentTeamAbbrev: 'EDM' })
    const club = () => rows(sql`select nhl_team as club from player where id = ${INJURED}`)
    const seasons = () =>
      rows(sql`select season_id as season, points from player_season where player_id = ${INJURED} order by season_id`)
    const named = `player/${INJURED}/landing seasonTotals[1]: goals is null: must be integer.`
    expect(await run()).toMatchObject({ refused: [], setAside: expect.arrayContaining([named]) })
    expect(await club()).toEqual([{ club: 'EDM' }])
    // Of 2023-24 what the report of that season has.
    const both = [
      { season: 20222023, points: 9 },
      { season: 20232024, points: 91 },
    ]
    expect(await seasons()).toEqual(both)
    expect((await run()).setAside).toContain(named)
    Object.assign(seasonTotals[1] ?? {}, { goals: 1 })
    expect((await run()).setAside).not.toContain(named)
    nhl.asked.length = 0
    await run()
    expect(nhl.asked.filter((path) => path.includes(`player/${INJURED}/`))).toEqual([])
  })

  test('is not missed for an odd row, which is reported and read again', async () => {
    nhl.reportBefore.skaters.push({ ...skater(8470005, 'Odd', 'UTA'), goals: null })
    const { refused, setAside } = await run()
    expect(refused).toEqual([])
    expect(setAside).toContain('skater/summary: data[2].goals is null: must be integer.')
    expect(await rows(sql`select id from player where id in (8470001, 8470005)`)).toEqual([{ id: INJURED }])
    nhl.reportBefore.skaters.pop()
    await run()
    nhl.asked.length = 0
    await run()
    expect(nhl.asked.filter((path) => path.includes('summary'))).toEqual([])
  })
})

describe('a player who is unknown here', () => {
  const find = (id: number) => server.ask('bruno', `/draft/outside-players/${id}`)

  test('is looked up at the NHL, and can be drafted from outside', async () => {
    await run()
    await act('generate-boxes', 'PATCH')
    await act('lock-keepers')
    await act('free-picking')
    const found = await find(PROSPECT)
    expect([found.status, found.body]).toEqual([
      200,
      { id: PROSPECT, name: 'Ivan Prospect', position: 'LD', nhlTeam: 'UTA' },
    ])
    expect((await act(`teams/1/players/${PROSPECT}?box=1.OUT`)).status).toBe(200)
    expect((await find(PROSPECT)).body.code).toBe('PLAYER_TAKEN')
  })

  const stint = (goals: unknown) => ({ ...stintOf(101, 20232024, 'Boston Bruins', 1), goals })
  const pastOf = (id: number) =>
    rows(sql`select season_id as season, points from player_season where player_id = ${id} and season_id < 20242025`)

  test('is found whatever is wrong about their seasons, which come with the next import that can read them', async () => {
    const spoilt: (readonly [string, (landing: object) => void])[] = [
      ['the only season is odd', (landing) => Object.assign(landing, { seasonTotals: [stint('two')] })],
      ['the page has no seasons', (landing) => Reflect.deleteProperty(landing, 'seasonTotals')],
      ['the list of clubs fails', () => nhl.keepFailing('stats/team', { status: 500 })],
      ['the list of seasons fails', () => nhl.keepFailing('stats/season', { status: 500 })],
    ]
    const ids = spoilt.map((_, index) => PROSPECT + index)
    for (const [index, [what, spoil]] of spoilt.entries()) {
      const id = PROSPECT + index
      const landing = prospect(id, [stint(2)])
      nhl.league.landings[id] = landing
      spoil(landing)
      expect(await find(id), what).toMatchObject({ status: 200, body: { id, name: 'Ivan Prospect' } })
      expect(await pastOf(id), what).toEqual([])
      nhl.healed()
    }
    for (const id of ids) nhl.league.landings[id] = prospect(id, [stint(2)])
    await run()
    for (const id of ids) expect(await pastOf(id)).toEqual([{ season: 20232024, points: 11 }])
  })

  test('does not exist where the NHL has no such player, with one request, or where the id is none of its', async () => {
    nhl.asked.length = 0
    for (const id of [8499999, 8499999, 12]) {
      const { status, body } = await find(id)
      expect([status, body.code]).toEqual([404, 'PLAYER_NOT_FOUND'])
    }
    expect(nhl.asked.filter((path) => path.includes('/player/'))).toEqual(['/web/player/8499999/landing'])
  })

  test('is not said to be unknown while the NHL does not answer', async () => {
    nhl.fail(`player/${PROSPECT}`, { status: 503 })
    const { status, body } = await find(PROSPECT)
    expect([status, body.message]).toEqual([400, "The NHL doesn't answer right now. Try again in a minute."])
    expect((await find(PROSPECT)).status).toBe(200)
  })
})

test('boxes say how many players lack last season', async () => {
  nhl.keepFailing('summary', { status: 500 })
  nhl.failWhen = ({ pathname }) => (/player\/[1-3]0/.test(pathname) ? { status: 500 } : null)
  await run()
  // Of the first three clubs no player's page could be read, and the import has given up after five of them.
  expect((await act('generate-boxes', 'PATCH')).body).toEqual({ players: 20, withoutLastSeason: 20 })
  nhl.failWhen = ({ pathname }) => (pathname.includes('player/103') ? { status: 500 } : null)
  await run()
  expect((await act('generate-boxes', 'PATCH')).body).toEqual({ players: 20, withoutLastSeason: 1 })
})

test('in the simulated NHL, too, is drafted like everybody else', async () => {
  const [captain] = simulated.players.filter(({ rookie }) => !rookie)
  if (!captain) throw new Error('no one plays')
  const clock = () => new Date('2026-09-20T12:00:00Z')
  const league = await duringTest(simulatedLeague())
  const source = new SimulatedNhl(simulated, clock, new Set([captain.id]))
  expect((await source.roster(captain.club)).map(({ id }) => id)).not.toContain(captain.id)
  await importLeague({ database: league, source, clock })
  const found = sql`select player.nhl_team as club, position, games_played > 0 as played from player
    join player_season on player_id = player.id and season_id = 20252026 where player.id = ${captain.id}`
  expect(await rowsIn(league, found)).toEqual([{ club: captain.club, position: captain.position, played: true }])
}, 120_000)
