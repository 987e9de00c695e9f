import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Database } from '#server/db/engine/database'
import { importGames, importLeague } from '#server/nhl/import/import-league'
import type { ImportOutcome } from '#server/nhl/import/import-run'
import { SourceDown } from '#server/nhl/source'
import { dyingDatabase } from '../support/dying-database.ts'
import { emptyLeague, season2425 } from '../support/empty-league.ts'
import { nhlImport } from '../support/nhl-import.ts'
import { listCorrections } from '../support/noted-corrections.ts'
import { rowsIn } from '../support/test-database.ts'

const pool = nhlImport()

describe('several at once', () => {
  test("imports and official updates in each other's way end as one after the other", async () => {
    await importLeague(pool().run())
    await pool().publish()
    for (const row of pool().nhl.league.skaters) if (row.gameDate >= '2024-10-18') row.assists = 1
    await Promise.all([
      importLeague(pool().run()),
      importGames(pool().run()),
      pool().publish(),
      importGames(pool().run()),
      pool().publish(),
    ])
    await pool().publish()
    expect(await pool().rows(sql`select * from pending_line`)).toEqual([])
    expect(await pool().points(101)).toEqual({ points: 31, games: 7 })
    // Once each: three days with sixteen skaters.
    expect(await listCorrections(pool().database, 20242025)).toHaveLength(48)
  })
})

describe('an import that is cut off', () => {
  test('anywhere is repaired by the next run', async () => {
    const whole = await emptyLeague(season2425)
    await importLeague(pool().run({ database: whole }))
    const lines = async (of: Database) => ({
      found: await rowsIn(of, sql`select * from pending_line order by game_id, player_id`),
      past: await rowsIn(of, sql`select * from player_season order by player_id, season_id`),
      players: await rowsIn(of, sql`select * from player order by id`),
    })
    const expected = await lines(whole)
    await whole.close()
    let kills = 0
    for (let at = 1; ; at++) {
      let outcome: ImportOutcome | null = null
      for (const when of ['before', 'after'] as const) {
        const database = dyingDatabase(pool().database, when, (nth) => nth === at)
        outcome = await importLeague(pool().run({ database })).catch((error: Error) => {
          expect(error.message).toBe('killed')
          kills++
          return null
        })
      }
      if (outcome) break
    }
    expect(kills).toBeGreaterThan(15)
    expect(await lines(pool().database)).toEqual(expected)
  })

  test('by a source that is gone says so, and keeps the days that are whole', async () => {
    pool().nhl.pageSize = 10
    pool().nhl.alter('skater/summary', (answer: object) => {
      pool().nhl.fail('', ...Array.from({ length: 60 }, () => ({ status: 503 })))
      return answer
    })
    const { brokeOff, withoutLines } = await importLeague(pool().run())
    expect([brokeOff, withoutLines]).toEqual([expect.any(SourceDown), true])
    expect(await pool().rows(sql`select * from pending_line`)).toEqual([])
    pool().nhl.healed()
    expect(await importLeague(pool().run())).toMatchObject({ days: 7, changedLines: 140, refused: [] })
  })

  test('by the server that stops ends between two steps', async () => {
    const stop = new AbortController()
    const told = (_: number, what: string) => {
      if (what.startsWith('games')) stop.abort(new Error('the server stops'))
    }
    await expect(importLeague(pool().run({ report: told, signal: stop.signal }))).rejects.toThrow('the server stops')
    expect(await importLeague(pool().run())).toMatchObject({ days: 7, changedLines: 140 })
  })
})
