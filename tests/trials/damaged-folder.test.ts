import { once } from 'node:events'
import { cp, mkdir, mkdtemp, open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbedded } from '#server/db/engine/embedded'
import { migrate } from '#server/db/migrate'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { duringTest } from '../support/during-tests.ts'
import { startCommand } from '../support/process-output.ts'
import { rowsIn } from '../support/test-database.ts'

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
    aside = await temporaryFolder()
    const database = await openEmbedded(join(aside, 'whole'))
    await migrate(database)
    // Half of the files that are copied for each test, and no league looks at them.
    await database.statement((queries) => queries.execute(sql`update pg_database set datistemplate = false`))
    for (const template of ['template0', 'template1']) {
      await database.statement((queries) => queries.execute(sql`drop database ${sql.identifier(template)}`))
    }
    await rowsIn(database, sql`create table written (id integer primary key, filler text not null)`)
    await rowsIn(database, sql`insert into written select id, repeat('x', 500) from generate_series(1, 2000) as id`)
    const relations = await rowsIn<{ name: string; path: string }>(
      database,
      sql`select relname as name, pg_relation_filepath(oid) as path from pg_class where pg_relation_filepath(oid) is not null`,
    )
    for (const { name, path } of relations) files.set(name, path)
    // Whatever was read once is remembered in its page as committed.
    const [{ xid } = { xid: 0 }] = await rowsIn<{ xid: number }>(
      database,
      sql`select max(xmin::text)::integer as xid from written`,
    )
    writtenBy = xid
    await database.close()
  })
  afterAll(() => removeFolder(aside))

  /** A copy of the folder, damaged. */
  async function damagedCopy(damage: (database: string) => Promise<void>): Promise<string> {
    const folder = await mkdtemp(join(aside, 'copy-'))
    await cp(join(aside, 'whole'), folder, { recursive: true })
    await damage(join(folder, 'database'))
    return folder
  }

  it('is opened as long as nothing is wrong with it', async () => {
    const database = await duringTest(openEmbedded(await damagedCopy(async () => {})))
    const counts = sql`select (select count(*) from written) as written, (select count(*) from pg_extension) as extensions`
    // plpgsql alone: the check leaves nothing behind.
    expect(await rowsIn(database, counts)).toEqual([{ written: 2000, extensions: 1 }])
  })

  async function expectReported(folder: string, why: string | RegExp): Promise<void> {
    const opened = openEmbedded(folder)
    await expect(opened).rejects.toThrow(why)
    await expect(opened).rejects.toThrow(
      new RegExp(
        `^The database in ${folder}/database is damaged \\(.+\\)\\. Rename that folder to keep what is left of it, and put the last backup in its place: npm run league -- restore FILE$`,
      ),
    )
  }

  // One for each way in which it is found out: PostgreSQL gives up at its start, or a query of the check fails or finds.
  it.each<[string, string | RegExp, (database: string) => Promise<void>]>([
    [
      'an empty pg_control',
      'could not read file "global/pg_control"',
      (d) => truncate(join(d, 'global/pg_control'), 0),
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
    ['missing tables', 'does not exist', (d) => rm(join(d, 'base/5'), { recursive: true })],
    ['a missing configuration', 'PGlite failed to initialize properly', (d) => rm(join(d, 'postgresql.conf'))],
    [
      'changed bytes in an index',
      'invalid page in block 3',
      (d) => flip(join(d, fileOf('written_pkey')), 3 * PAGE_BYTES + 4000),
    ],
    [
      'changed bytes in the list of functions',
      'invalid page in block 30',
      (d) => flip(join(d, fileOf('pg_proc')), 30 * PAGE_BYTES + 3000),
    ],
    [
      'a table cut between two pages',
      'could not read blocks 50..50',
      (d) => truncate(join(d, fileOf('written')), 50 * PAGE_BYTES),
    ],
    ['a missing table', 'could not open file', (d) => rm(join(d, fileOf('written')))],
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
  ])('is reported, with %s', async (_, why, damage) => {
    const folder = await damagedCopy(damage)
    await expectReported(folder, why)
    await rm(folder, { recursive: true })
  })

  const emptyFolder = async (): Promise<string> => {
    const folder = await mkdtemp(join(aside, 'empty-'))
    await mkdir(join(folder, 'database'))
    return folder
  }

  it.each<[string, string, (database: string) => Promise<void>]>([
    ['a missing PG_VERSION', 'PG_VERSION is missing', (d) => writeFile(join(d, 'postgresql.conf'), '')],
    ['an empty PG_VERSION', 'PG_VERSION names no version', (d) => writeFile(join(d, 'PG_VERSION'), '')],
    [
      'a file in its place',
      'ENOTDIR',
      async (d) => {
        await rm(d, { recursive: true })
        await writeFile(d, '')
      },
    ],
  ])('is reported before it is opened, with %s', async (_, why, damage) => {
    const folder = await emptyFolder()
    await damage(join(folder, 'database'))
    await expectReported(folder, why)
  })

  it('is reported when it is empty, and can be replaced at once', async () => {
    const folder = await emptyFolder()
    await expectReported(folder, 'it is empty')
    await rename(join(folder, 'database'), join(folder, 'database.damaged'))
    await (await openEmbedded(folder)).close()
  })

  it('is not meant where another version has made it, which says how to move', async () => {
    const folder = await emptyFolder()
    await writeFile(join(folder, 'database/PG_VERSION'), '14\n')
    await expect(openEmbedded(folder)).rejects.toThrow(
      `The database in ${folder}/database was made by PostgreSQL 14, and this version of Hockey Pool holds PostgreSQL 18. Make a backup with the version that made it, rename that folder, and restore the backup with this one: npm run league -- restore FILE`,
    )
  })

  it('ends a command at once, with that sentence alone and exit code 1', async () => {
    const folder = await damagedCopy((database) => flip(join(database, fileOf('written')), 70 * PAGE_BYTES + 4000))
    const child = startCommand(['members'], { env: { DATA_DIR: folder }, timeout: LIMIT_MS })
    let err = ''
    let saidAt = 0
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      err += text
      saidAt = performance.now()
    })
    const [code] = await once(child, 'close')
    expect(code).toBe(1)
    expect(performance.now() - saidAt).toBeLessThan(AT_ONCE_MS)
    expect(err).toMatch(/^The database in .+ is damaged \(invalid page in block 70 of .+\)\. .+ restore FILE\n$/)
  })
})
