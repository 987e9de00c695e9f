import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { Database, Engine } from '#server/store/database'
import { embeddedEngine } from '#server/store/embedded'
import { migrate, readMigrations } from '#server/store/migrate'
import { openPostgres } from '#server/store/postgres'

const cache = join(import.meta.dirname, '../../node_modules/.cache/hockey-pool')
const silent = { warn: () => {} }

/** A fresh database with every migration: in memory, or with TEST_DATABASE_URL a new one on that PostgreSQL server. */
export async function testDatabase(): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL
  return server
    ? onServer(server)
    : embeddedEngine(await PGlite.create('memory://', { loadDataDir: await migrated() }), 'memory')
}

/** The migrated database packed, made once for each set of migrations. */
async function migrated(): Promise<Blob> {
  const hash = createHash('sha256')
    .update(JSON.stringify(await readMigrations()))
    .digest('hex')
    .slice(0, 16)
  const path = join(cache, `migrated-${hash}.tar`)
  const known = await readFile(path).catch(() => null)
  if (known) return new Blob([known])
  const pglite = await PGlite.create('memory://')
  await migrate(embeddedEngine(pglite, 'memory'))
  const packed = await pglite.dumpDataDir('none')
  await pglite.close()
  await mkdir(cache, { recursive: true })
  const aside = `${path}.${process.pid}`
  await writeFile(aside, Buffer.from(await packed.arrayBuffer()))
  await rename(aside, path)
  return packed
}

async function onServer(server: string): Promise<Engine> {
  const name = `pool_test_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const engine = await openPostgres(url.href, silent)
  await migrate(engine)
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
