import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/store/engine/database'
import { openEmbedded } from '#server/store/engine/embedded'
import { migrate } from '#server/store/engine/migrate'
import { fillDisk } from '../support/full-disk.ts'
import { testDatabase } from '../support/test-database.ts'
import { type TestServer, testServer } from '../support/test-server.ts'

const readyz = async ({ app }: TestServer): Promise<number> =>
  (await app.inject({ method: 'GET', url: '/readyz' })).statusCode

/** Which error the database answers with; drizzle wraps it. */
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    ({ cause }: { cause?: { code?: unknown } }) => cause?.code,
  )

const fill = (database: Database) =>
  codeOf(
    database.transaction((queries) =>
      queries.execute(sql`insert into written select md5(n::text) from generate_series(1, 2000) as n`),
    ),
  )

const read = (database: Database) =>
  database.transaction((queries) => queries.execute(sql`select count(*) as rows from written`))

const makeTable = (database: Database) =>
  database.transaction((queries) => queries.execute(sql`create table written (filler text not null)`))

describe.skipIf(process.platform !== 'linux')('a full disk under the embedded database', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hockey-pool-full-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('is not ready after a failed write until one succeeds, and serves what can be read', async () => {
    const engine = await openEmbedded(folder)
    await migrate(engine)
    const lines: string[] = []
    const server = await testServer({ database: engine, log: { write: (line) => void lines.push(line) } })
    const { database } = server.context
    await makeTable(database)
    expect(await readyz(server)).toBe(200)

    const empty = fillDisk()
    expect(await fill(database)).toBe('53100')
    expect(await readyz(server)).toBe(503)
    expect((await read(database)).rows).toEqual([{ rows: 0 }])
    expect(await readyz(server)).toBe(503)
    empty()
    expect(await readyz(server)).toBe(200)
    expect(await fill(database)).toBeNull()
    await server.close()
    const said = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /^The database/.test(msg))
    expect(said).toEqual([
      expect.objectContaining({
        level: 50,
        code: '53100',
        msg: 'The database could not be written: not ready until it can be',
      }),
      expect.objectContaining({ level: 30, msg: 'The database can be written again' }),
    ])
  })
})

const postgres = process.env.TEST_DATABASE_URL

describe.skipIf(!postgres)('a PostgreSQL server that becomes read-only', () => {
  it('is not ready until it can be written again', async () => {
    const server = await testServer({ database: await testDatabase() })
    const { database } = server.context
    await makeTable(database)
    const { rows } = await database.transaction((queries) =>
      queries.execute<{ name: string }>(sql`select current_database() as name`),
    )
    /** For all connections: they are made anew. */
    const setReadOnly = async (value: string) => {
      await database.transaction(async (queries) => {
        await queries.execute(sql`set transaction read write`)
        await queries.execute(sql.raw(`alter database ${rows[0]?.name} set default_transaction_read_only = ${value}`))
      })
      await codeOf(
        database.statement((queries) =>
          queries.execute(sql`
            select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'hockey-pool'`),
        ),
      )
    }
    await setReadOnly('on')
    await expect.poll(() => fill(database)).toBe('25006')
    expect(await readyz(server)).toBe(503)
    await read(database)
    expect(await readyz(server)).toBe(503)
    await setReadOnly('off')
    await expect.poll(() => readyz(server)).toBe(200)
    expect(await fill(database)).toBeNull()
    await server.close()
  })
})

describe('a table that cannot be read', () => {
  it('ends being ready for good, whatever else can be read and written', async () => {
    const found = await testDatabase()
    let damaged = false
    const server = await testServer({
      database: {
        ...found,
        statement: async (work) => {
          if (!damaged) return found.statement(work)
          throw new Error('Failed query', { cause: Object.assign(new Error('invalid page'), { code: 'XX001' }) })
        },
      },
    })
    const { database } = server.context
    expect(await readyz(server)).toBe(200)
    damaged = true
    expect(await codeOf(database.statement((queries) => queries.execute(sql`select 1`)))).toBe('XX001')
    damaged = false
    await makeTable(database)
    expect(await fill(database)).toBeNull()
    expect(await readyz(server)).toBe(503)
    await server.close()
  })
})
