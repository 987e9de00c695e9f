import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Engine } from '#server/db/engine/database'
import { openPostgres } from '#server/db/engine/postgres'

/** A new database on the server; dropped when it is closed. */
export async function databaseOnServer(server: string, template = 'template1'): Promise<Engine> {
  const name = await createDatabase(server, template)
  const engine = await open(server, name)
  return {
    ...engine,
    close: async () => {
      await engine.close()
      await drop(server, name)
    },
  }
}

/** A copy of `template`, which is made if there is none yet, by one caller at a time, and `dropTemplates` drops. */
export async function copyOnServer(
  server: string,
  template: string,
  make: (engine: Engine) => Promise<unknown>,
): Promise<Engine> {
  const [known] = await administer(server, 'select 1 from pg_database where datname = $1', [template])
  if (!known) await makeTemplate(server, template, make)
  return databaseOnServer(server, template)
}

/** Drops the templates whose names begin so. */
export async function dropTemplates(server: string, prefix: string): Promise<void> {
  const found = await administer(server, 'select datname from pg_database where starts_with(datname, $1)', [prefix])
  for (const { datname } of found) await drop(server, datname)
}

/** It has its name when it is whole. */
async function makeTemplate(
  server: string,
  template: string,
  make: (engine: Engine) => Promise<unknown>,
): Promise<void> {
  const name = await createDatabase(server, 'template1')
  const engine = await open(server, name)
  await make(engine)
  await engine.close()
  await administer(server, `alter database "${name}" rename to "${template}"`)
}

/** As files: page by page, PostgreSQL's other way, takes twice the processor time. */
async function createDatabase(server: string, template: string): Promise<string> {
  const name = `pool_test_${randomBytes(6).toString('hex')}`
  await administer(server, `create database "${name}" template "${template}" strategy file_copy`)
  return name
}

const drop = (server: string, name: string) => administer(server, `drop database "${name}" with (force)`)

function open(server: string, name: string): Promise<Engine> {
  const url = new URL(server)
  url.pathname = `/${name}`
  return openPostgres(url.href, { warn: () => {} })
}

/** By the address of their server. A connection costs as much as a database: each worker keeps its own. */
const pools = new Map<string, pg.Pool>()

function poolOf(server: string): pg.Pool {
  const known = pools.get(server)
  if (known) return known
  const pool = new pg.Pool({ connectionString: server, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server may be gone before the worker is.
  pool.on('error', () => {})
  pools.set(server, pool)
  return pool
}

export const administer = async (
  server: string,
  statement: string,
  values?: string[],
): Promise<{ datname: string }[]> => (await poolOf(server).query<{ datname: string }>(statement, values)).rows
