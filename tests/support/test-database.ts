import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { type SQL, sql } from 'drizzle-orm'
import { inject } from 'vitest'
import type { Database, Engine } from '#server/db/engine/database'
import { embeddedEngine } from '#server/db/engine/embedded'
import { hasCode } from '#server/db/engine/folder-lock'
import { migrate, readMigrations } from '#server/db/migrate'
import { PackedFiles, packFiles } from './packed-files.ts'
import { copyOnServer, databaseOnServer } from './postgres-databases.ts'

const cache = join(import.meta.dirname, '../../node_modules/.cache/hockey-pool')

/** A fresh database with every migration: in memory, or with TEST_DATABASE_URL a new one on that PostgreSQL server. */
export async function testDatabase(): Promise<Engine> {
  const server = process.env.TEST_DATABASE_URL
  return server ? onServer(server, 'migrated', migrate) : inMemory(await migratedPack())
}

/** The same without tables. */
export async function emptyDatabase(): Promise<Engine> {
  const server = process.env.TEST_DATABASE_URL
  return server ? databaseOnServer(server) : inMemory(await emptyPack())
}

/** A fresh database with what `fill` puts into it: done once per run, and copied for each further test that wants the same. */
export async function filledDatabase(name: string, fill: (database: Database) => Promise<void>): Promise<Engine> {
  const make = async (engine: Engine) => {
    await migrate(engine)
    await fill(engine)
  }
  const server = process.env.TEST_DATABASE_URL
  if (server) return onServer(server, name, make)
  const kept = inject('databases')
  if (!kept) {
    const engine = await testDatabase()
    await fill(engine)
    return engine
  }
  const inPack = () =>
    packed(kept.folder, name, async () => {
      const pglite = await open(await migratedPack())
      await fill(embeddedEngine(pglite, 'memory'))
      return pglite
    })
  return inMemory(await byOneWorker(join(kept.folder, `${name}.lock`), inPack))
}

/** What one query finds. */
export const rowsIn = async <Row extends Record<string, unknown>>(
  database: Pick<Database, 'transaction'>,
  query: SQL,
): Promise<Row[]> => (await database.transaction((queries) => queries.execute<Row>(query))).rows

/** Where another process finds the database, on the server of TEST_DATABASE_URL. */
export async function addressOf(database: Database): Promise<string> {
  const [{ name } = { name: '' }] = await rowsIn<{ name: string }>(database, sql`select current_database() as name`)
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${name}`
  return url.href
}

/** Does the work while no other worker does it: a second one finds what the first has made. */
async function byOneWorker<Made>(lock: string, work: () => Promise<Made>): Promise<Made> {
  while (!(await hasTaken(lock))) await wait(50)
  try {
    return await work()
  } finally {
    await rmdir(lock)
  }
}

/** Takes the lock where it can be had. */
async function hasTaken(lock: string): Promise<boolean> {
  try {
    await mkdir(lock)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

async function onServer(server: string, name: string, make: (engine: Engine) => Promise<unknown>): Promise<Engine> {
  const kept = inject('databases')
  if (kept) {
    const template = kept.prefix + name
    return byOneWorker(join(kept.folder, `${template}.lock`), () => copyOnServer(server, template, make))
  }
  const engine = await databaseOnServer(server)
  await make(engine)
  return engine
}

/** With PGlite's own 128 MB of buffers, opening one takes twice as long. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

const open = (pack: Buffer): Promise<PGlite> => PGlite.create({ fs: new PackedFiles(pack), startParams })

const inMemory = async (pack: Buffer): Promise<Engine> => embeddedEngine(await open(pack), 'memory')

/** Only the database that tests use, and little room for its log: a third of the files and bytes that `initdb` makes. */
const emptyPack = (): Promise<Buffer> =>
  packed(cache, 'empty', async () => {
    const pglite = await PGlite.create('memory://', { initDbStartParams: ['--wal-segsize=1'] })
    await pglite.exec('update pg_database set datistemplate = false')
    await pglite.exec('drop database template0')
    await pglite.exec('drop database template1')
    await pglite.exec('checkpoint')
    return pglite
  })

async function migratedPack(): Promise<Buffer> {
  const hash = createHash('sha256')
    .update(JSON.stringify(await readMigrations()))
    .digest('hex')
    .slice(0, 16)
  return packed(cache, `migrated-${hash}`, async () => {
    const pglite = await open(await emptyPack())
    await migrate(embeddedEngine(pglite, 'memory'))
    return pglite
  })
}

/** A database's files, made once and kept: creating one takes seconds. */
async function packed(folder: string, name: string, make: () => Promise<PGlite>): Promise<Buffer> {
  const path = join(folder, `${name}.pack`)
  const known = await readFile(path).catch(() => null)
  if (known) return known
  const pglite = await make()
  // Files that PostgreSQL has not closed it would read through again at each opening.
  const { FS } = pglite.Module
  await pglite.close()
  const pack = packFiles(FS)
  await mkdir(folder, { recursive: true })
  const aside = `${path}.${process.pid}`
  await writeFile(aside, pack)
  await rename(aside, path)
  return pack
}
