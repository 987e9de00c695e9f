import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/engine/database'
import { DatabaseUnavailable, OutcomeUnknown, sqlErrorOf } from '#server/db/engine/database-errors'
import { openEmbedded } from '#server/db/engine/embedded'
import { migrate } from '#server/db/migrate'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { demoServer } from '../support/demo-members.ts'
import { duringTest, duringTests } from '../support/during-tests.ts'
import { preseasonLeague } from '../support/preseason-league.ts'
import { addressOf, rowsIn, testDatabase } from '../support/test-database.ts'
import { type TestServer, testServer } from '../support/test-server.ts'
import { fillDisk } from './full-disk.ts'

const readyz = async ({ app }: TestServer): Promise<number> =>
  (await app.inject({ method: 'GET', url: '/readyz' })).statusCode

/** Which error the database answers with. */
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error) => sqlErrorOf(error)?.code,
  )

const UNWRITABLE = {
  code: 'UNAVAILABLE',
  message: 'The league cannot save anything at the moment. Nothing was changed; please try again later.',
}

const fill = (database: Database) =>
  codeOf(rowsIn(database, sql`insert into written select md5(n::text) from generate_series(1, 2000) as n`))

const makeTable = (database: Database) => rowsIn(database, sql`create table written (filler text not null)`)

describe.skipIf(process.platform !== 'linux')('a full disk under the embedded database', () => {
  let folder: string
  beforeAll(async () => {
    folder = await temporaryFolder()
  })
  afterAll(() => removeFolder(folder))

  it('answers a change that finds no room with 503, is not ready until one succeeds, and serves what can be read', async () => {
    const engine = await openEmbedded(folder)
    await migrate(engine)
    await preseasonLeague(engine, { teams: 2, now: new Date() })
    const lines: string[] = []
    const server = await demoServer({ database: engine, log: { write: (line) => void lines.push(line) } })
    const rename = (name: string) =>
      server.ask('premium', '/stats/teams/2', {
        method: 'PATCH',
        body: { name, shortName: 'SHORT' },
        headers: { 'idempotency-key': `to-${name}` },
      })
    const nameOfTeam = async () => (await server.ask('premium', '/stats/teams/2')).body.name
    expect((await rename('Name0')).status).toBe(200)
    expect(await readyz(server)).toBe(200)

    const empty = fillDisk()
    // Each leaves a record of about 200 bytes, and a page that has room for them 8 kB.
    let changes = 1
    let answer = await rename('Name1')
    while (answer.status === 200 && changes < 200) {
      changes += 1
      answer = await rename(`Name${changes}`)
    }
    expect([answer.status, answer.headers['retry-after'], answer.body]).toEqual([503, '2', UNWRITABLE])
    expect(await readyz(server)).toBe(503)
    expect(await nameOfTeam()).toBe(`Name${changes - 1}`)
    expect(await readyz(server)).toBe(503)
    empty()
    expect(await readyz(server)).toBe(200)
    // Under the same key: that it failed was not kept as its answer.
    expect((await rename(`Name${changes}`)).status).toBe(200)
    expect(await nameOfTeam()).toBe(`Name${changes}`)
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

describe('a change that the database cannot write', () => {
  const sqlError = (code: string) => new Error('Failed query', { cause: Object.assign(new Error('no'), { code }) })
  let error: Error
  const server = duringTests(async () => {
    const found = await testDatabase()
    return testServer({
      database: { ...found, statement: () => Promise.reject(error) },
      routes: (app, { database }) => {
        app.get('/change', () => database.statement(async () => {}))
      },
    })
  })
  const answered = async (how: Error) => {
    error = how
    const { statusCode, headers, body } = await server.app.inject('/change')
    return [statusCode, headers['retry-after'], JSON.parse(body)]
  }

  it.each(['53000', '53100', '53200', '58030', '25006', '42501'])('is answered with 503: %s', async (code) => {
    expect(await answered(sqlError(code))).toEqual([503, '2', UNWRITABLE])
    expect(await answered(new DatabaseUnavailable(sqlError(code)))).toEqual([503, '2', UNWRITABLE])
  })

  it('is told apart from one that may have been made, and from a fault', async () => {
    const lost = { message: 'The league stopped answering. Whether this was done shows in a moment.' }
    for (const how of [sqlError('53100'), new Error('Connection terminated')]) {
      expect(await answered(new OutcomeUnknown(how))).toEqual([503, '2', lost])
    }
    expect(await answered(sqlError('22012'))).toMatchObject([500, undefined, { code: 'INTERNAL' }])
  })
})

const postgres = process.env.TEST_DATABASE_URL

describe.skipIf(!postgres)('a PostgreSQL server that becomes read-only', () => {
  it('is not ready until it can be written again', async () => {
    const server = await duringTest(testServer({ database: await testDatabase() }))
    const { database } = server.context
    await makeTable(database)
    const name = new URL(await addressOf(database)).pathname.slice(1)
    const administrator = new pg.Client({ connectionString: postgres })
    await administrator.connect()
    /** For this database alone, and for new connections: those of the pool are ended. */
    const setReadOnly = async (value: string) => {
      await administrator.query(`alter database ${name} set default_transaction_read_only = ${value}`)
      await administrator.query(
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity
          where datname = $1 and application_name <> 'hockey-pool listen'`,
        [name],
      )
    }
    await setReadOnly('on')
    // The first may meet a connection that has just been ended.
    await expect.poll(() => fill(database)).toBe('25006')
    expect(await readyz(server)).toBe(503)
    await rowsIn(database, sql`select count(*) as rows from written`)
    expect(await readyz(server)).toBe(503)
    await setReadOnly('off')
    await expect.poll(() => readyz(server)).toBe(200)
    expect(await fill(database)).toBeNull()
    await administrator.end()
  })
})

describe('a table that cannot be read', () => {
  it('ends being ready for good, whatever else can be read and written', async () => {
    const found = await testDatabase()
    let damaged = false
    const server = await duringTest(
      testServer({
        database: {
          ...found,
          statement: async (work) => {
            if (!damaged) return found.statement(work)
            throw new Error('Failed query', { cause: Object.assign(new Error('invalid page'), { code: 'XX001' }) })
          },
        },
      }),
    )
    const { database } = server.context
    expect(await readyz(server)).toBe(200)
    damaged = true
    expect(await codeOf(database.statement((queries) => queries.execute(sql`select 1`)))).toBe('XX001')
    damaged = false
    await makeTable(database)
    expect(await fill(database)).toBeNull()
    expect(await readyz(server)).toBe(503)
  })
})
