import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/engine/database'
import { readTable } from '#server/nhl/files/csv'
import { openTableFiles } from '#server/nhl/files/table-files'
import { importLeague } from '#server/nhl/import/import-league'
import type { ImportOutcome } from '#server/nhl/import/import-run'
import { emptyLeague, season2425 } from '../support/empty-league.ts'
import { nhlDataDir } from '../support/nhl-data.ts'
import { publish } from '../support/publish.ts'
import { rowVersions } from '../support/row-versions.ts'

const folder = join(nhlDataDir, 'season-2024-25')
const summer = () => new Date('2025-06-01T12:00:00Z')

const table = (file: string, ...columns: string[]) =>
  Array.from(readTable(readFileSync(join(folder, file), 'utf8'), file, columns))

if (existsSync(folder)) {
  describe('the real season 2024-25, imported from its files and published', () => {
    let database: Database
    let outcome: ImportOutcome
    const rows = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
      database.transaction(async (queries) => (await queries.execute<Row>(query)).rows)

    beforeAll(async () => {
      database = await emptyLeague(season2425)
      const source = await openTableFiles(folder, '2025-06-01')
      const began = performance.now()
      outcome = await importLeague({ database, source, clock: summer })
      const imported = performance.now()
      await publish(database, summer())
      const published = performance.now()
      process.stdout.write(
        `${outcome.lines} lines imported in ${((imported - began) / 1000).toFixed(1)} s, published in ${((published - imported) / 1000).toFixed(1)} s\n`,
      )
    }, 120_000)
    afterAll(() => database?.close())

    test('takes every line of every game and refuses nothing', () => {
      expect(outcome.refused).toEqual([])
      expect(outcome.lines).toBe(49_988)
      expect(outcome.changedLines).toBe(49_988)
    })

    test('gives the season totals of all 1,023 players', async () => {
      const files = [
        ...table('skaters_20242025.csv', 'playerId', 'gamesPlayed', 'toiSecondsTotal', 'poolPoints').map((row) => ({
          id: row.count('playerId'),
          games: row.count('gamesPlayed'),
          toi: row.count('toiSecondsTotal'),
          points: row.count('poolPoints'),
        })),
        ...table('goalies_20242025.csv', 'playerId', 'gamesPlayed', 'timeOnIce', 'poolPoints').map((row) => ({
          id: row.count('playerId'),
          games: row.count('gamesPlayed'),
          toi: row.count('timeOnIce'),
          points: row.count('poolPoints'),
        })),
      ].sort((one, other) => one.id - other.id)
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

    test('writes nothing when it is imported a second time', async () => {
      const before = await rowVersions(database)
      const again = await importLeague({ database, source: await openTableFiles(folder, '2025-06-01'), clock: summer })
      expect(again).toMatchObject({ changedLines: 0, changedRest: 0, refused: [] })
      expect(await rowVersions(database)).toEqual(before)
    }, 60_000)
  })
} else {
  test.skip(`the real season 2024-25: skipped, there is no ${folder} (set NHL_DATA_DIR)`)
}
