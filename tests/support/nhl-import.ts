import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Database } from '#server/db/engine/database'
import { NhlApi } from '#server/nhl/api/nhl-api'
import { politeClient } from '#server/nhl/api/polite-client'
import type { ImportRun } from '#server/nhl/import/import-run'
import { emptyLeague, resetLeague, season2425 } from './empty-league.ts'
import { type FakeNhl, startFakeNhl } from './fake-nhl.ts'
import { type FakeRow, fakeLeague } from './fake-nhl-league.ts'
import { publish } from './publish.ts'
import { rowsIn } from './test-database.ts'

interface Options {
  report?: (done: number, what: string) => void
  signal?: AbortSignal
  database?: Database
}

/** A league without statistics beside a small NHL, a new one for each test of the file. */
export interface NhlImport {
  /** It has played the seven days from 14 to 20 October: twice eight skaters and two goalies a day. */
  nhl: FakeNhl
  database: Database
  now: string
  /** What an import is given. */
  run(options?: Options): ImportRun
  publish(): Promise<void>
  rows(query: SQL): Promise<Record<string, unknown>[]>
  /** What the reports by game have of a player on that day; a test may change it. */
  rowOf(day: string, playerId: number): FakeRow
  /** A player's published points and games of the season. */
  points(playerId: number): Promise<Record<string, unknown> | undefined>
}

/** Sets up what the tests of a file import with; it is there when a test runs. */
export function nhlImport(): () => NhlImport {
  let database: Database
  let current: NhlImport

  const rows = (query: SQL): Promise<Record<string, unknown>[]> => rowsIn(database, query)

  beforeAll(async () => {
    database = await emptyLeague(season2425)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await resetLeague(database, season2425)
    current = {
      nhl: await startFakeNhl(fakeLeague(7)),
      database,
      now: '2024-10-21T10:00:00-04:00',
      run: ({ database: given = database, ...options } = {}) => ({
        ...options,
        database: given,
        source: new NhlApi(current.nhl, politeClient({ pauseMs: 0, backOffMs: 1, tries: 3, signal: options.signal })),
        clock: () => new Date(current.now),
      }),
      publish: () => publish(database, new Date(current.now)),
      rows,
      rowOf: (day, playerId) => {
        const { skaters, goalies } = current.nhl.league
        const found = [...skaters, ...goalies].find((row) => row.gameDate === day && row.playerId === playerId)
        if (!found) throw new Error(`There is no row of ${playerId} on ${day}.`)
        return found
      },
      points: async (playerId) =>
        (
          await rows(sql`
            select points, games_played as games from player_season
            where player_id = ${playerId} and season_id = 20242025`)
        )[0],
    }
  })
  afterEach(() => current.nhl.close())
  return () => current
}
