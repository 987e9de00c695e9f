import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/db/engine/database'
import { openPostgres } from '#server/db/engine/postgres'
import { migrate } from '#server/db/migrate'
import { cookieOf, type DemoServer } from './demo-members.ts'
import { type LeagueServer, startLeagueServer } from './league-server.ts'
import { administer } from './postgres-databases.ts'
import { ORIGIN as PUBLIC_URL } from './simulated-device.ts'

export interface ServerProcess
  extends Pick<DemoServer, 'database' | 'ask' | 'cookie'>,
    Pick<LeagueServer, 'origin' | 'start' | 'kill'> {}

interface Processes {
  servers: readonly [ServerProcess, ServerProcess]
  stop(): Promise<void>
}

/**
 * Two built servers, each a separate process, on one new database of that PostgreSQL server: with what `found` puts
 * there, else with a demo league.
 */
export async function twoProcesses(
  postgres: string,
  found?: (database: Database) => Promise<unknown>,
): Promise<Processes> {
  const name = `pool_processes_${randomBytes(6).toString('hex')}`
  await administer(postgres, `create database ${name}`)
  const url = new URL(postgres)
  url.pathname = `/${name}`
  const dataDir = await mkdtemp(join(tmpdir(), 'pool-processes-'))
  const database = await openPostgres(url.href, { warn: () => {} })
  if (found) {
    await migrate(database)
    await found(database)
  }
  const start = () => startLeagueServer({ dataDir, env: { DATABASE_URL: url.href, PUBLIC_URL, LOGIN: 'trial' } })
  const first = await start()
  const second = await start()

  const cookies = new Map<string, Promise<string>>()
  const cookie = (member: string): Promise<string> => {
    const known = cookies.get(member) ?? cookieOf(database, member, PUBLIC_URL, new Date())
    cookies.set(member, known)
    return known
  }
  const asking =
    ({ origin }: LeagueServer): DemoServer['ask'] =>
    async (member, path, { method = 'GET', headers = {}, body } = {}) => {
      const answer = await fetch(`${origin}/api/v1${path}`, {
        method,
        headers: {
          'x-requested-with': 'hockey-pool',
          cookie: await cookie(member ?? ''),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.json() }
    }
  const serverOf = (process: LeagueServer): ServerProcess => ({
    origin: process.origin,
    start: process.start,
    kill: process.kill,
    database,
    cookie,
    ask: asking(process),
  })
  return {
    servers: [serverOf(first), serverOf(second)],
    stop: async () => {
      await Promise.all([first.stop(), second.stop()])
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
      await administer(postgres, `drop database ${name} with (force)`)
    },
  }
}
