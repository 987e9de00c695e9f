import { randomBytes } from 'node:crypto'
import type { Database } from '#server/db/engine/database'
import { openPostgres } from '#server/db/engine/postgres'
import { migrate } from '#server/db/migrate'
import { removeFolder, temporaryFolder } from './demo-league.ts'
import { cookieOf, type DemoServer } from './demo-members.ts'
import { type LeagueServer, startLeagueServer } from './league-server.ts'
import { administer } from './postgres-databases.ts'

/** What the members' browsers take the servers for, wherever they listen. */
export const PUBLIC_URL = 'http://localhost:5199'

export interface ServerProcess
  extends Pick<DemoServer, 'database' | 'ask' | 'cookie'>,
    Pick<LeagueServer, 'origin' | 'start' | 'kill'> {}

interface Processes<Found> {
  readonly servers: readonly [ServerProcess, ServerProcess]
  readonly found: Found
  stop(): Promise<void>
}

/** Requests of members to a server at that origin. */
export const askingAt =
  (origin: string, cookie: (member: string) => string | Promise<string>): DemoServer['ask'] =>
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

/**
 * Two built servers, each a separate process, on one new database of that PostgreSQL server with what `find` puts there.
 * They make a demo league where it puts nothing there.
 */
export async function twoProcesses<Found>(
  postgres: string,
  find: (database: Database) => Promise<Found>,
): Promise<Processes<Found>> {
  const name = `pool_processes_${randomBytes(6).toString('hex')}`
  await administer(postgres, `create database ${name}`)
  const url = new URL(postgres)
  url.pathname = `/${name}`
  const dataDir = await temporaryFolder()
  const database = await openPostgres(url.href, { warn: () => {} })
  await migrate(database)
  const found = await find(database)
  const start = () => startLeagueServer({ dataDir, env: { DATABASE_URL: url.href, PUBLIC_URL, LOGIN: 'trial' } })
  const first = await start()
  const second = await start()

  const cookies = new Map<string, Promise<string>>()
  const cookie = (member: string): Promise<string> => {
    const known = cookies.get(member) ?? cookieOf(database, member, PUBLIC_URL, new Date())
    cookies.set(member, known)
    return known
  }
  const serverOf = (process: LeagueServer): ServerProcess => ({
    origin: process.origin,
    start: process.start,
    kill: process.kill,
    database,
    cookie,
    ask: askingAt(process.origin, cookie),
  })
  return {
    servers: [serverOf(first), serverOf(second)],
    found,
    stop: async () => {
      await Promise.all([first.stop(), second.stop()])
      await database.close()
      await removeFolder(dataDir)
      await administer(postgres, `drop database ${name} with (force)`)
    },
  }
}
