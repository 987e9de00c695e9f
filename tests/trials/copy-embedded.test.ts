import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseFolder } from '#server/db/engine/data-folder'
import type { Database, Engine } from '#server/db/engine/database'
import { openEmbedded } from '#server/db/engine/embedded'
import { copyEmbedded } from '#server/db/engine/read-copy'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { rowsIn } from '../support/test-database.ts'

interface Books extends Record<string, unknown> {
  paid: number
  got: number
  entries: number
}

const TABLES = `
  create table payer (paid integer not null);
  create table payee (got integer not null);
  create table entry (id integer primary key, filler text not null);
  insert into payer values (0);
  insert into payee values (0)`

const books = async (database: Database): Promise<Books | undefined> =>
  (
    await rowsIn<Books>(
      database,
      sql`select paid, got, (select count(*) from entry) as entries from payer cross join payee`,
    )
  )[0]

describe('a copy of an embedded database that is in use', () => {
  let folder: string
  let database: Engine
  let stopped = false
  let paying: Promise<void>
  beforeEach(async () => {
    folder = await temporaryFolder()
  })
  afterEach(async () => {
    stopped = true
    await paying
    await database.close()
    await removeFolder(folder)
  })

  test('is of the very instant at which it is done, whatever is written meanwhile', async () => {
    const [from, to] = [join(folder, 'league'), join(folder, 'copy')]
    database = await openEmbedded(from)
    await database.scripts((run) => run(TABLES))
    let paid = 0
    // One step a transaction at a time, which makes a copy of any other instant show.
    const pay = async () => {
      while (!stopped) {
        await database.transaction(async (queries) => {
          await queries.execute(sql`update payer set paid = paid + 1`)
          await queries.execute(sql`insert into entry values (${paid}, repeat('x', 3000))`)
          await queries.execute(sql`update payee set got = got + 1`)
        })
        paid += 1
        if (paid % 50 === 0) await database.scripts((run) => run('create table later (id integer); drop table later'))
        // As a server does between requests; the copy goes on in these turns.
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    paying = pay()
    await copyEmbedded(databaseFolder(from), databaseFolder(to))
    const done = paid
    expect(done).toBeGreaterThan(10)
    stopped = true
    await paying
    expect(await books(database)).toEqual({ paid, got: paid, entries: paid })
    const copy = await openEmbedded(to)
    const copied = await books(copy)
    await copy.close()
    // The engine may have committed what its caller has not yet heard of.
    expect([done, done + 1]).toContain(copied?.paid)
    expect(copied).toEqual({ paid: copied?.paid, got: copied?.paid, entries: copied?.paid })
  }, 120_000)
})
