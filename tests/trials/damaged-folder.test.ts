import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, open, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbedded } from '#server/db/engine/embedded'
import { migrate } from '#server/db/migrate'
import { freePort } from '../support/free-port.mjs'
import { BRIEF, projectRoot } from '../support/league-server.ts'

const PAGE_BYTES = 8192
/** Less than the ten seconds of the engine's own timer, which would hold a process that has nothing left to do. */
const AT_ONCE_MS = 8_000
/** Of a start that hangs. An ordinary one takes a second or two. */
const LIMIT_MS = 60_000

/** Changes bytes of a file in place, as a failing disk does. */
async function flip(path: string, from: number, count = 32): Promise<void> {
  const file = await open(path, 'r+')
  const bytes = Buffer.alloc(count)
  await file.read(bytes, 0, count, from)
  await file.write(
    bytes.map((byte) => byte ^ 0x5a),
    0,
    count,
    from,
  )
  await file.close()
}

describe('a damaged data folder', { timeout: LIMIT_MS }, () => {
  let aside: string
  const files = new Map<string, string>()
  let writtenBy: number
  const fileOf = (relation: string): string => files.get(relation) ?? ''

  /** The league's tables, and one of several pages. */
  beforeAll(async () => {
    aside = await mkdtemp(join(tmpdir(), 'hockey-pool-damage-'))
    const database = await openEmbedded(join(aside, 'whole'))
    await migrate(database)
    // Half of the files that are copied for each test, and no league looks at them.
    await database.statement((queries) => queries.execute(sql`update pg_database set datistemplate = false`))
    for (const template of ['template0', 'template1']) {
      await database.statement((queries) => queries.execute(sql`drop database ${sql.identifier(template)}`))
    }
    await database.transaction(async (queries) => {
      await queries.execute(sql`create table written (id integer primary key, filler text not null)`)
      await queries.execute(sql`insert into written select id, repeat('x', 500) from generate_series(1, 2000) as id`)
      const { rows } = await queries.execute<{ name: string; path: string }>(sql`
        select relname as name, pg_relation_filepath(oid) as path from pg_class where pg_relation_filepath(oid) is not null`)
      for (const { name, path } of rows) files.set(name, path)
    })
    // Whatever was read once is remembered in its page as committed.
    const { rows } = await database.transaction((queries) =>
      queries.execute<{ xid: number }>(sql`select max(xmin::text)::integer as xid from written`),
    )
    writtenBy = rows[0]?.xid ?? 0
    await database.close()
  })
  afterAll(() => rm(aside, { recursive: true, force: true }))

  /** A copy of the folder, damaged. */
  async function damagedCopy(damage: (database: string) => Promise<void>): Promise<string> {
    const folder = await mkdtemp(join(aside, 'copy-'))
    await cp(join(aside, 'whole'), folder, { recursive: true })
    await damage(join(folder, 'database'))
    return folder
  }

  it('is opened as long as nothing is wrong with it, again and again', async () => {
    const folder = await damagedCopy(async () => {})
    for (let round = 0; round < 2; round += 1) {
      const database = await openEmbedded(folder)
      const { rows } = await database.transaction((queries) =>
        queries.execute(sql`
          select (select count(*) from written) as written, (select count(*) from pg_extension) as extensions`),
      )
      // plpgsql alone: the check leaves nothing behind.
      expect(rows).toEqual([{ written: 2000, extensions: 1 }])
      await database.close()
    }
  })

  const ways: [string, string | RegExp, (database: string) => Promise<void>][] = [
    [
      'a table cut within a page',
      'could not read blocks 50..50',
      (d) => truncate(join(d, fileOf('written')), 50 * PAGE_BYTES + 100),
    ],
    [
      'a table cut between two pages',
      'could not read blocks 50..50',
      (d) => truncate(join(d, fileOf('written')), 50 * PAGE_BYTES),
    ],
    ['a table cut to nothing', 'could not read blocks 0..0', (d) => truncate(join(d, fileOf('written')), 0)],
    ['a missing table', 'could not open file', (d) => rm(join(d, fileOf('written')))],
    [
      'changed bytes in a table',
      'invalid page in block 70',
      (d) => flip(join(d, fileOf('written')), 70 * PAGE_BYTES + 4000),
    ],
    [
      'changed bytes in a small table',
      'invalid page in block 0',
      (d) => flip(join(d, fileOf('schema_migration')), PAGE_BYTES - 40),
    ],
    ['a cut index', 'could not read blocks', (d) => truncate(join(d, fileOf('written_pkey')), 2 * PAGE_BYTES)],
    ['a missing index', 'index "written_pkey" lacks a main relation fork', (d) => rm(join(d, fileOf('written_pkey')))],
    [
      'changed bytes in an index',
      'invalid page in block 3',
      (d) => flip(join(d, fileOf('written_pkey')), 3 * PAGE_BYTES + 4000),
    ],
    [
      'changed bytes in the list of tables',
      'invalid page in block 1',
      (d) => flip(join(d, fileOf('pg_class')), PAGE_BYTES + 3000),
    ],
    [
      'changed bytes in the list of functions',
      'invalid page in block 30',
      (d) => flip(join(d, fileOf('pg_proc')), 30 * PAGE_BYTES + 3000),
    ],
    [
      'an empty pg_control',
      'could not read file "global/pg_control"',
      (d) => truncate(join(d, 'global/pg_control'), 0),
    ],
    ['a missing pg_control', 'could not open file "global/pg_control"', (d) => rm(join(d, 'global/pg_control'))],
    [
      'changed bytes in pg_control',
      'incorrect checksum in control file',
      (d) => flip(join(d, 'global/pg_control'), 40, 8),
    ],
    [
      'missing WAL',
      'could not locate a valid checkpoint record',
      async (d) => {
        for (const name of await readdir(join(d, 'pg_wal'))) {
          if (/^[0-9A-F]{24}$/.test(name)) await rm(join(d, 'pg_wal', name))
        }
      },
    ],
    [
      'a missing folder of WAL',
      'required WAL directory "pg_wal" does not exist',
      (d) => rm(join(d, 'pg_wal'), { recursive: true }),
    ],
    [
      'changed bytes where WAL is read',
      'could not locate a valid checkpoint record',
      async (d) => {
        // ControlFileData.checkPoint: where the last checkpoint's record stands, in segments of 16 MB.
        const lsn = (await readFile(join(d, 'global/pg_control'))).readBigUInt64LE(32)
        const segment = (lsn >> 24n).toString(16).toUpperCase().padStart(8, '0')
        await flip(join(d, 'pg_wal', `0000000100000000${segment}`), Number(lsn & 0xff_ffffn))
      },
    ],
    ['a missing PG_VERSION', 'PG_VERSION is missing', (d) => rm(join(d, 'PG_VERSION'))],
    ['an empty PG_VERSION', 'PG_VERSION names no version', (d) => truncate(join(d, 'PG_VERSION'), 0)],
    ['a missing map of tables', 'pg_filenode.map', (d) => rm(join(d, 'base/5/pg_filenode.map'))],
    ['missing notes on transactions', 'could not access status of transaction', (d) => rm(join(d, 'pg_xact/0000'))],
    [
      'a forgotten transaction',
      /it shows rows of transaction \d+, which is noted as aborted/,
      async (d) => {
        const path = join(d, 'pg_xact/0000')
        const notes = await readFile(path)
        // Two bits for each.
        notes.writeUInt8(notes.readUInt8(writtenBy >> 2) & ~(0b11 << ((writtenBy & 3) * 2)), writtenBy >> 2)
        await writeFile(path, notes)
      },
    ],
    ['missing tables', 'does not exist', (d) => rm(join(d, 'base/5'), { recursive: true })],
    ['a missing configuration', 'PGlite failed to initialize properly', (d) => rm(join(d, 'postgresql.conf'))],
    [
      'nothing left in it',
      'it is empty',
      async (d) => {
        await rm(d, { recursive: true })
        await mkdir(d)
      },
    ],
    [
      'a file in its place',
      'ENOTDIR',
      async (d) => {
        await rm(d, { recursive: true })
        await writeFile(d, '')
      },
    ],
  ]

  it.each(ways)('is reported, with %s', async (_, why, damage) => {
    const folder = await damagedCopy(damage)
    const opened = openEmbedded(folder)
    await expect(opened).rejects.toThrow(why)
    await expect(opened).rejects.toThrow(
      new RegExp(
        `^The database in ${folder}/database is damaged \\(.+\\)\\. Rename that folder to keep what is left of it, and put the last backup in its place: npm run league -- restore FILE$`,
      ),
    )
    await rm(folder, { recursive: true })
  })

  it('is not meant where another version has made it, which says how to move', async () => {
    const folder = await damagedCopy((database) => writeFile(join(database, 'PG_VERSION'), '14\n'))
    await expect(openEmbedded(folder)).rejects.toThrow(
      `The database in ${folder}/database was made by PostgreSQL 14, and this version of Hockey Pool holds PostgreSQL 18. Make a backup with the version that made it, rename that folder, and restore the backup with this one: npm run league -- restore FILE`,
    )
  })

  it('can be replaced at once', async () => {
    const folder = await damagedCopy((database) => truncate(join(database, 'global/pg_control'), 0))
    await expect(openEmbedded(folder)).rejects.toThrow('is damaged')
    await rename(join(folder, 'database'), join(folder, 'database.damaged'))
    await (await openEmbedded(folder)).close()
  })

  async function run(words: readonly string[], folder: string) {
    const env = { PATH: process.env.PATH, PORT: String(await freePort()), DATA_DIR: folder, LOG_LEVEL: 'warn' }
    const child = spawn(process.execPath, [...BRIEF, ...words], { cwd: projectRoot, env, timeout: LIMIT_MS })
    let err = ''
    let saidAt = 0
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
      saidAt = performance.now()
    })
    const [code] = await once(child, 'close')
    return { code, err, stayedMs: performance.now() - saidAt }
  }

  it.each([
    ['the server', ['dist/server/main.js']],
    ['a command', ['dist/server/cli/league.js', 'members']],
  ])('ends %s at once, with that sentence alone and exit code 1', async (_, words) => {
    const folder = await damagedCopy((database) => flip(join(database, fileOf('written')), 70 * PAGE_BYTES + 4000))
    const { code, err, stayedMs } = await run(words, folder)
    expect(code).toBe(1)
    expect(stayedMs).toBeLessThan(AT_ONCE_MS)
    expect(err).toMatch(/^The database in .+ is damaged \(invalid page in block 70 of .+\)\. .+ restore FILE\n$/)
  })
})
