import { expect, test } from 'vitest'
import type { Database } from '#server/db/engine/database'
import { officialLine, officialUpdate, rosterEntry } from '#server/db/tables/tables'
import { ensureDemoLeague } from '#server/demo/ensure-demo-league'
import { currentLeague } from '#server/league/league'
import { standings } from '#server/league/standings/standings'
import { demoDatabase, MORNING } from '../support/demo-members.ts'
import { duringTest } from '../support/during-tests.ts'
import { testDatabase } from '../support/test-database.ts'

const clock = () => MORNING

const readAll = (database: Database) =>
  database.transaction(async (queries) => ({
    updates: await queries.$count(officialUpdate),
    entries: await queries.$count(rosterEntry),
    lines: await queries.$count(officialLine),
    table: await standings(queries, await currentLeague(queries), MORNING.getTime()),
  }))

test('a demo league whose making breaks off is finished by the next start, from the middle of the import as from its end', async () => {
  const database = await duringTest(testDatabase())
  for (const at of [0.3, 0.8]) {
    const broken = ensureDemoLeague({
      database,
      clock,
      report: (done) => {
        if (done > at) throw new Error('killed')
      },
    })
    await expect(broken).rejects.toThrow('killed')
    // No update, so nothing of it is shown: readers see a season that has not begun.
    expect(await readAll(database)).toMatchObject({ updates: 0, entries: 0, lines: 0 })
  }
  await ensureDemoLeague({ database, clock, report: () => {} })
  const made = await readAll(database)
  expect(made.table).toHaveLength(12)
  const unbroken = await duringTest(demoDatabase(MORNING))
  expect(made).toEqual(await readAll(unbroken))
}, 600_000)
