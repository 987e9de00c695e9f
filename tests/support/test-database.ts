import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database, Engine } from '#server/store/engine/database'
import { embeddedEngine } from '#server/store/engine/embedded'
import { migrate, readMigrations } from '#server/store/engine/migrate'
import { openPostgres } from '#server/store/engine/postgres'

const cache = join(import.meta.dirname, '../../node_modules/.cache/hockey-pool')
const silent = { warn: () => {} }

/** A fresh database with every migration: in memory, or with TEST_DATABASE_URL a new one on that PostgreSQL server. */
export async function testDatabase(): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return inMemory(await migratedPack())
  const engine = await onServer(server)
  await migrate(engine)
  return engine
}

/** The same without tables. */
export async function emptyDatabase(): Promise<Engine> {
  const server = process.env.TEST_DATABASE_URL
  return server ? onServer(server) : inMemory(await emptyPack())
}

const inMemory = async (pack: Blob): Promise<Engine> =>
  embeddedEngine(await PGlite.create('memory://', { loadDataDir: pack }), 'memory')

const emptyPack = (): Promise<Blob> => packed(cache, 'empty', () => PGlite.create('memory://'))

/** A fresh database with what `fill` puts into it: done once per run, and copied for each further test that wants the same. */
export async function filledDatabase(name: string, fill: (database: Database) => Promise<void>): Promise<Database> {
  const folder = inject('databases')
  if (process.env.TEST_DATABASE_URL || !folder) {
    const database = await testDatabase()
    await fill(database)
    return database
  }
  const pack = await packed(folder, name, async () => {
    const pglite = await PGlite.create('memory://', { loadDataDir: await migratedPack() })
    await fill(embeddedEngine(pglite, 'memory'))
    return pglite
  })
  return inMemory(pack)
}

async function migratedPack(): Promise<Blob> {
  const hash = createHash('sha256')
    .update(JSON.stringify(await readMigrations()))
    .digest('hex')
    .slice(0, 16)
  return packed(cache, `migrated-${hash}`, async () => {
    const pglite = await PGlite.create('memory://', { loadDataDir: await emptyPack() })
    await migrate(embeddedEngine(pglite, 'memory'))
    return pglite
  })
}

/** A database's files, made once and kept: creating one takes seconds. */
async function packed(folder: string, name: string, make: () => Promise<PGlite>): Promise<Blob> {
  const path = join(folder, `${name}.tar`)
  const known = await readFile(path).catch(() => null)
  if (known) return new Blob([known])
  const pglite = await make()
  const pack = await pglite.dumpDataDir('none')
  await pglite.close()
  await mkdir(folder, { recursive: true })
  const aside = `${path}.${process.pid}`
  await writeFile(aside, Buffer.from(await pack.arrayBuffer()))
  await rename(aside, path)
  return pack
}

async function onServer(server: string): Promise<Engine> {
  const name = `pool_test_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const engine = await openPostgres(url.href, silent)
  return {
    ...engine,
    close: async () => {
      await engine.close()
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
