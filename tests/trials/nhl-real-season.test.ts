import { existsSync, readFileSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Correction, CorrectionInput } from '#contract/corrections'
import type { Database } from '#server/db/engine/database'
import { NhlApi } from '#server/nhl/api/nhl-api'
import { politeClient } from '#server/nhl/api/polite-client'
import { readTable } from '#server/nhl/files/csv'
import { openTableFiles } from '#server/nhl/files/table-files'
import { checkSums } from '#server/nhl/import/check-sums'
import { importDaysAgain, importLeague } from '#server/nhl/import/import-league'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { type DemoServer, demoServer } from '../support/demo-members.ts'
import { addMembers, emptyLeague, season2425 } from '../support/empty-league.ts'
import { startFakeNhl } from '../support/fake-nhl.ts'
import { fakeLeague } from '../support/fake-nhl-league.ts'
import { plannedStart } from '../support/next-season.ts'
import { nhlDataDir } from '../support/nhl-data.ts'
import { publish } from '../support/publish.ts'
import { unchanged } from '../support/row-versions.ts'
import { rowsIn } from '../support/test-database.ts'

// The real season 2024-25 in a league of four, in which an admin has much to correct. What every team ends with is
// reckoned from the files and from the few changes below, by hand.

const folder = join(nhlDataDir, 'season-2024-25')
const DRAFTED = '2024-10-04T04:00:00.000Z'
const SALE = new Date('2024-12-20T13:00:00Z')
const JANUARY = '2025-01-05T05:00:00.000Z'
const START_CASH = 100

interface Line {
  readonly day: string
  readonly start: number
  readonly club: string
  readonly points: number
}

type TableRow = ReturnType<typeof readTable> extends Iterable<infer Row> ? Row : never

const tableIn = (from: string, file: string, ...columns: string[]) =>
  Array.from(readTable(readFileSync(join(from, file), 'utf8'), file, columns))

/** What the NHL's report gave on the season's last morning. */
const recorded = (kind: string) => join(nhlDataDir, `recorded/stats-rest_${kind}-summary_20242025.json`)

/** Every player's lines, straight from the files. */
function readLines(from: string): Map<number, Line[]> {
  const table = (file: string, ...columns: string[]) => tableIn(from, file, ...columns)
  const starts = new Map(
    table('games_20242025.csv', 'gameId', 'startTimeUTC').map((row) => [
      row.count('gameId'),
      Date.parse(row.text('startTimeUTC')),
    ]),
  )
  const lines = new Map<number, Line[]>()
  const common = ['gameId', 'gameDate', 'playerId', 'teamAbbrev', 'goals', 'assists']
  const add = (row: TableRow, points: number) => {
    const line = {
      day: row.text('gameDate'),
      start: starts.get(row.count('gameId')) ?? 0,
      club: row.text('teamAbbrev'),
      points,
    }
    const playerId = row.count('playerId')
    lines.set(playerId, [...(lines.get(playerId) ?? []), line])
  }
  const ofSkaters = ['powerPlayGoals', 'shorthandedGoals', 'gameWinningGoals']
  for (const row of table('skater_games_20242025.csv', ...common, ...ofSkaters)) {
    const [goals, assists] = [row.count('goals'), row.count('assists')]
    const [powerPlay, shortHanded] = [row.count('powerPlayGoals'), row.count('shorthandedGoals')]
    add(row, 2 * goals + assists + powerPlay + 2 * shortHanded + row.count('gameWinningGoals'))
  }
  for (const row of table('goalie_games_20242025.csv', ...common, 'decision', 'shutouts')) {
    const decision = { W: 2, O: 1 }[row.optional('decision') ?? ''] ?? 0
    add(row, decision + 5 * row.count('shutouts') + 2 * row.count('assists') + 10 * row.count('goals'))
  }
  return lines
}

describe.runIf(existsSync(folder))('the real season 2024-25', () => {
  let database: Database
  let server: DemoServer
  let now = new Date('2024-10-05T12:00:00Z')
  let altered: string
  /** Of the player whom the last team drafted by mistake, and of the one whom it meant. */
  let wrong = 0
  let right = 0
  let linesTaken = 0
  /** By team: its players in the order of their ids, forwards, then defenders, then goalies. */
  const rosters = new Map<number, number[]>()
  let free: number[] = []

  const rows = <Row extends Record<string, unknown>>(query: SQL) => rowsIn<Row>(database, query)
  const playUntil = async (day: string, filesUntil = day) => {
    now = new Date(`${day}T13:00:00Z`)
    const outcome = await importLeague({ database, source: await openTableFiles(folder, filesUntil), clock: () => now })
    expect(outcome.refused).toEqual([])
    linesTaken += outcome.changedLines
    await publish(database, now)
    server?.context.prepared.forget()
  }
  const trade = async (teamId: number, sells: number, buys: number) => {
    const cart = `/trading/teams/${teamId}/shopping-cart`
    for (const [playerId, action] of [
      [sells, 'sell'],
      [buys, 'buy'],
    ]) {
      const { status, body } = await server.ask(`owner${teamId}`, `${cart}/players/${playerId}?action=${action}`, {
        method: 'POST',
      })
      expect(status, JSON.stringify(body)).toBe(200)
    }
    const done = await server.ask(`owner${teamId}`, `/trading/teams/${teamId}/execute-trade`, { method: 'POST' })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    const { body } = await server.ask('chair', '/trading/trades')
    return body.find(({ team }: { team: { id: number } }) => team.id === teamId).tradedAt as string
  }
  const applyCorrection = async (asked: CorrectionInput, reason: string): Promise<Correction> => {
    const seen = await server.ask('chair', '/corrections/preview', { method: 'POST', body: asked })
    expect(seen.status, JSON.stringify(seen.body)).toBe(200)
    const done = await server.ask('chair', '/corrections', {
      method: 'POST',
      body: { asked, reason, expects: seen.body.expects },
    })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    return done.body
  }
  const playerAt = (players: readonly number[] | undefined, index: number): number => {
    const found = players?.[index]
    if (found === undefined) throw new Error(`There is no player ${index}.`)
    return found
  }
  const one = (teamId: number, index: number) => playerAt(rosters.get(teamId), index)
  const freeOne = (index: number) => playerAt(free, index)

  beforeAll(async () => {
    database = await emptyLeague(season2425)
    await rows(sql`insert into team (id, name, short_name) overriding system value
      select id, 'Team ' || id, 'T' || id from generate_series(1, 4) id`)
    await rows(sql`insert into team_season (team_id, season_id, cash_cents)
      select id, 20242025, ${START_CASH * 100}::int from generate_series(1, 4) id`)
    const owners = [1, 2, 3, 4].map((teamId) => ({ userName: `owner${teamId}`, teamId }))
    await addMembers(database, ...owners, { userName: 'chair', roles: ['admin'] })
    await playUntil('2024-12-20')
    const known = await rows<{ id: number; position: string }>(sql`
      select id, position from player where nhl_team is not null and exists (select 1 from official_line where player_id = player.id)
      order by id`)
    const group = ({ position }: { position: string }) => (position === 'G' ? 'G' : position.endsWith('D') ? 'D' : 'F')
    const of = (wanted: string) => known.filter((each) => group(each) === wanted).map(({ id }) => id)
    const [forwards, defenders, goalies] = [of('F'), of('D'), of('G')]
    for (let team = 1; team <= 4; team++) {
      rosters.set(team, [
        ...forwards.slice(12 * (team - 1), 12 * team),
        ...defenders.slice(8 * (team - 1), 8 * team),
        ...goalies.slice(2 * (team - 1), 2 * team),
      ])
    }
    free = forwards.slice(100, 140)
    for (const [team, players] of rosters) {
      for (const [index, player] of players.entries()) {
        const [entry] = await rows<{ id: number }>(sql`
          insert into roster_entry (season_id, team_id, player_id, acquired, bought_at, bought_price_cents)
          values (20242025, ${team}, ${player}, 'draft', ${DRAFTED}::timestamptz, 0) returning id`)
        // The last three forwards sit out.
        if (index >= 9 && index < 12)
          await rows(
            sql`insert into scratch_interval (entry_id, scratched_at) values (${entry?.id}, ${DRAFTED}::timestamptz)`,
          )
      }
    }
    server = await demoServer({ database, clock: () => now })
    altered = await temporaryFolder()
    await cp(folder, altered, { recursive: true })
  }, 180_000)
  afterAll(async () => {
    await server?.close()
    if (altered) await removeFolder(altered)
  })

  test('is played with trades and corrections until its last day but one', { timeout: 180_000 }, async () => {
    now = SALE
    const first = await trade(1, one(1, 0), freeOne(0))
    const second = await trade(2, one(2, 0), freeOne(1))
    await trade(3, one(3, 0), freeOne(2))

    await playUntil('2025-01-20')
    for (const [teamId, tradedAt, bought] of [
      [1, first, freeOne(0)],
      [2, second, freeOne(1)],
    ] as const) {
      const trades = [
        { playerId: one(teamId, 0), tradeAction: 'SELL' as const },
        { playerId: bought, tradeAction: 'BUY' as const },
      ]
      await applyCorrection({ kind: 'undo-trade', teamId, tradedAt, trades }, 'Made for the wrong team')
    }
    wrong = one(4, 12)
    const [unowned] = await rows<{ id: number }>(sql`
      select id from player where position = 'LD' and nhl_team is not null
        and not exists (select 1 from roster_entry where player_id = player.id) order by id limit 1`)
    right = unowned?.id ?? 0
    await applyCorrection(
      { kind: 'roster-off', teamId: 4, playerId: wrong, asOf: DRAFTED, price: 0 },
      'Another was picked',
    )
    await applyCorrection(
      { kind: 'roster-on', teamId: 4, playerId: right, asOf: DRAFTED, price: 0 },
      'This one was picked',
    )
    await applyCorrection(
      { kind: 'scratch', teamId: 3, playerId: one(3, 1), asOf: JANUARY },
      'Told in time, on the phone',
    )
    await applyCorrection(
      { kind: 'dress', teamId: 3, playerId: one(3, 9), asOf: JANUARY },
      'Told in time, on the phone',
    )
    const fine = await applyCorrection({ kind: 'cash', teamId: 1, amount: -12.5 }, 'The fee')
    await applyCorrection({ kind: 'undo', nr: fine.nr }, 'It was paid')
    await applyCorrection({ kind: 'cash', teamId: 2, amount: -7.25 }, 'The fee')

    await playUntil('2025-04-17', '2025-04-16')
  })

  test.runIf(existsSync(recorded('skater')))(
    'has the sums of all 913 skaters and 102 goalies in the report that the NHL gave on its last morning',
    async () => {
      const nhl = await startFakeNhl(fakeLeague(0))
      const reported = (kind: string): object[] => JSON.parse(readFileSync(recorded(kind), 'utf8')).data
      nhl.report = { skaters: reported('skater'), goalies: reported('goalie') }
      const source = new NhlApi(nhl, politeClient({ pauseMs: 0 }))
      const check = () => checkSums({ database, source, clock: () => now })
      expect(await check()).toEqual({ players: 1015, differing: [] })
      // Draisaitl: 52 goals and 54 assists, of which one is taken away.
      const [line] = await rows<{ game: number }>(sql`
        select max(game_id) as game from official_line where player_id = 8477934 and assists > 0`)
      const give = (assists: number) =>
        rows(sql`
          update official_line set assists = assists + ${assists}
          where player_id = 8477934 and game_id = ${line?.game}`)
      await give(-1)
      expect((await check())?.differing).toEqual(['Leon Draisaitl (8477934): assists 53 here and 54 there'])
      await give(1)
      await nhl.close()
    },
  )

  test('has every line of every game, and writes nothing when it is imported again', { timeout: 180_000 }, async () => {
    await playUntil('2025-04-18')
    expect(linesTaken).toBe(49_988)
    const source = await openTableFiles(folder, '2025-06-01')
    const clock = () => new Date('2025-06-01T12:00:00Z')
    const again = await unchanged(database, () => importLeague({ database, source, clock }))
    expect(again).toMatchObject({ changedLines: 0, changedRest: 0, refused: [] })
  })

  test('gives the season totals of all 1,023 players', async () => {
    const files = [['skaters_20242025.csv', 'toiSecondsTotal'] as const, ['goalies_20242025.csv', 'timeOnIce'] as const]
      .flatMap(([file, toi]) =>
        tableIn(folder, file, 'playerId', 'gamesPlayed', toi, 'poolPoints').map((row) => ({
          id: row.count('playerId'),
          games: row.count('gamesPlayed'),
          toi: row.count(toi),
          points: row.count('poolPoints'),
        })),
      )
      .sort((one, other) => one.id - other.id)
    expect(files).toHaveLength(1023)
    const kept = await rows(sql`
      select player_id as id, games_played as games, toi_seconds as toi, points from player_season
      where season_id = 20242025 order by player_id`)
    expect(kept).toEqual(files)
  })

  test('has each player with the club he ended with, and 82 games for each club', async () => {
    // Three clubs in one season: Colorado, Carolina, Dallas.
    expect(await rows(sql`select last_name, nhl_team from player where id = 8478420`)).toEqual([
      { last_name: 'Rantanen', nhl_team: 'DAL' },
    ])
    expect(
      await rows(sql`select distinct team_games_played as games from player_season where season_id = 20242025`),
    ).toEqual([{ games: 82 }])
  })

  test('has the final standings', async () => {
    const top = await rows(sql`
      select abbrev, points, games_played as games, conference_rank as rank from nhl_standing
      where season_id = 20242025 and conference_rank = 1 order by abbrev`)
    expect(top).toEqual([
      { abbrev: 'WPG', points: 116, games: 82, rank: 1 },
      { abbrev: 'WSH', points: 111, games: 82, rank: 1 },
    ])
  })

  test('has earlier seasons by the same scoring, a season of 56 games among them', async () => {
    // Draisaitl: 31 + 53, 16 on the power play, 4 winners; one of the lockstep of fields a goalie does not have.
    const seasons = await rows(sql`
      select season_id as season, nhl_team as club, points, games_played as games, team_games_played as of
      from player_season where player_id = 8477934 and season_id < 20242025 order by season_id`)
    expect(seasons.map(({ season }) => season)).toEqual([20202021, 20212022, 20222023, 20232024])
    expect(seasons[0]).toMatchObject({ club: 'EDM', games: 56, of: 56 })
    expect(seasons[3]).toMatchObject({ club: 'EDM', games: 81, of: 82 })
  })

  test('ends with every total as the files and the changes say', { timeout: 180_000 }, async () => {
    // The NHL takes an assist in February from a player of the second team.
    const file = join(altered, 'skater_games_20242025.csv')
    const taken = one(2, 1)
    const text = await readFile(file, 'utf8')
    const row = text.split('\n').find((each) => {
      const cells = each.split(',')
      return cells[2] === String(taken) && (cells[1] ?? '').startsWith('2025-02') && Number(cells[8]) > 0
    })
    expect(row).toBeDefined()
    const cells = (row ?? '').split(',')
    const day = cells[1] ?? ''
    await writeFile(file, text.replace(row ?? '', cells.with(8, String(Number(cells[8]) - 1)).join(',')))
    now = new Date('2025-04-25T13:00:00Z')
    await importDaysAgain(
      { database, source: await openTableFiles(altered, '2025-04-25'), clock: () => now },
      { from: day, through: day },
    )
    await publish(database, now)
    server.context.prepared.forget()

    // By hand.
    const lines = readLines(altered)
    const before = readLines(folder)
    const points = (all: Map<number, Line[]>, playerId: number, holds: (line: Line) => boolean = () => true) =>
      (all.get(playerId) ?? []).filter(holds).reduce((sum, line) => sum + line.points, 0)
    const known = (line: Line) => line.day < '2024-12-20'
    const priceOf = async (playerId: number) => {
      const own = points(before, playerId, known)
      const [{ club = '' } = {}] = await rows<{ club: string }>(
        sql`select nhl_team as club from player where id = ${playerId}`,
      )
      const played = new Set(
        [...before.values()]
          .flat()
          .filter((line) => known(line) && line.club === club)
          .map((line) => line.day),
      ).size
      const projected = (own * 82) / played
      const cents = (exact: number) => Math.round(Number((exact * 100).toFixed(6))) / 100
      return own + Math.min(cents(own * 0.1), cents(projected * 0.05))
    }
    const counted = (playerId: number, satOut: (start: number) => boolean) =>
      points(lines, playerId, ({ start }) => !satOut(start))
    const never = (_: number) => false
    const always = (_: number) => true
    const sinceJanuary = (start: number) => start >= Date.parse(JANUARY)
    const expected = async (team: number): Promise<number> => {
      let cash = START_CASH
      let held = (rosters.get(team) ?? []).map((playerId, index) => ({
        playerId,
        satOut: index >= 9 && index < 12 ? always : never,
      }))
      if (team === 2) cash -= 7.25
      if (team === 3) {
        cash += points(before, one(3, 0), known) - (await priceOf(freeOne(2)))
        held = held.filter(({ playerId }) => playerId !== one(3, 0)).concat({ playerId: freeOne(2), satOut: never })
        held = held.map((each) => {
          if (each.playerId === one(3, 1)) return { ...each, satOut: sinceJanuary }
          return each.playerId === one(3, 9) ? { ...each, satOut: (start: number) => !sinceJanuary(start) } : each
        })
      }
      if (team === 4) held = held.map((each) => (each.playerId === wrong ? { playerId: right, satOut: never } : each))
      return cash + held.reduce((sum, { playerId, satOut }) => sum + counted(playerId, satOut), 0)
    }
    const { body: standings } = await server.ask('owner1', '/stats/teams')
    expect(standings).toHaveLength(4)
    for (const { id, totalScore } of standings) expect(totalScore, `team ${id}`).toBeCloseTo(await expected(id), 6)

    // Members see the corrections, and the late one.
    const { body: ofSecond } = await server.ask('owner3', '/teams/2/corrections')
    expect(ofSecond.lines).toMatchObject([{ gameDate: day, player: { id: taken } }])
    expect(ofSecond.corrections.map(({ kind, reason }: Correction) => `${kind}: ${reason}`)).toEqual([
      'cash: The fee',
      'undo-trade: Made for the wrong team',
    ])

    // The next season begins, and this one is still there as it ended.
    const days = { firstDay: '2025-10-07', lastDay: '2026-04-16' }
    const started = await (await plannedStart(server.ask, days, 'chair'))()
    expect(started.status, JSON.stringify(started.body)).toBe(200)
    server.context.prepared.forget()
    const ended = await server.ask('owner1', '/history/20242025')
    const totals = (rows: { id?: number; teamId?: number; totalScore?: number; total?: number }[]) =>
      Object.fromEntries(rows.map(({ id, teamId, totalScore, total }) => [teamId ?? id, totalScore ?? total]))
    expect(totals(ended.body.season.standings)).toEqual(totals(standings))
    const { body: past } = await server.ask('owner1', '/history/20242025/trades')
    // Two halves each, two of them undone; and the fourth team's repaired pick, which reads as a sale and a purchase.
    expect(past.map(({ team }: { team: { id: number } }) => team.id).sort()).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
    const { body: fresh } = await server.ask('owner1', '/stats/teams')
    expect(fresh.map(({ totalScore }: { totalScore: number }) => totalScore)).toEqual([0, 0, 0, 0])
  })
})
