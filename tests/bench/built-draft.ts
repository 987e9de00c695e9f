import type { Database, Queries } from '#server/db/engine/database'
import { openEmbedded } from '#server/db/engine/embedded'
import { migrate } from '#server/db/migrate'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { cookieOf } from '../support/demo-members.ts'
import { addMembers } from '../support/empty-league.ts'
import { type LeagueServer, startLeagueServer } from '../support/league-server.ts'
import { CHAIR, preseasonLeague } from '../support/preseason-league.ts'
import { draftingOn, type PreseasonServer } from '../support/preseason-server.ts'
import { askingAt, PUBLIC_URL, twoProcesses } from '../support/server-processes.ts'

/** A PostgreSQL server: two processes on it, instead of one with the embedded database. */
const processesOn = process.env.TEST_DATABASE_URL
export const engine = processesOn ? 'two processes on PostgreSQL' : 'one process on the embedded database'

export type BuiltServer = Pick<LeagueServer, 'origin' | 'start' | 'kill'>

/** A league before its draft on built servers, each a separate process. */
export interface BuiltDraft {
  /** Its requests go to the first. */
  readonly server: PreseasonServer
  readonly processes: readonly BuiltServer[]
  cookie(member: string): Promise<string>
  /** Looks into the database, which may end the servers. */
  inspect<T>(read: (queries: Queries) => Promise<T>): Promise<T>
}

interface BuiltDraftOptions {
  readonly teams: number
  /** Members without a team, beside those of the league. */
  readonly guests?: readonly string[]
}

async function onEmbedded({ teams, guests = [] }: BuiltDraftOptions): Promise<BuiltDraft> {
  const dataDir = await temporaryFolder()
  const database = await openEmbedded(dataDir)
  await migrate(database)
  const league = await preseasonLeague(database, { teams, now: new Date() })
  if (guests.length > 0) await addMembers(database, ...guests)
  const cookies = new Map<string, string>()
  for (const member of [CHAIR, ...league.owners.values(), ...guests]) {
    cookies.set(member, await cookieOf(database, member, PUBLIC_URL, new Date()))
  }
  await database.close()
  const running = await startLeagueServer({ dataDir, env: { PUBLIC_URL, SCHEDULE: 'off', LOGIN: 'trial' } })
  const cookie = async (member: string) => cookies.get(member) ?? ''
  // By number: of two addresses for a name a busy process may give up both before it has looked at an answer.
  const ask = askingAt(running.origin.replace('localhost', '127.0.0.1'), cookie)
  const close = async () => {
    await running.stop()
    await removeFolder(dataDir)
  }
  const inspect = async <T>(read: (queries: Queries) => Promise<T>): Promise<T> => {
    await running.stop()
    const found: Database = await openEmbedded(dataDir)
    try {
      return await found.transaction(read)
    } finally {
      await found.close()
    }
  }
  return { server: draftingOn({ league, database, ask, close }), processes: [running], cookie, inspect }
}

async function onProcesses(postgres: string, { teams, guests = [] }: BuiltDraftOptions): Promise<BuiltDraft> {
  const { servers, found, stop } = await twoProcesses(postgres, async (database) => {
    const league = await preseasonLeague(database, { teams, now: new Date() })
    if (guests.length > 0) await addMembers(database, ...guests)
    return league
  })
  const [{ database, ask, cookie }] = servers
  const server = draftingOn({ league: found, database, ask, close: stop })
  return { server, processes: servers, cookie, inspect: (read) => database.transaction(read) }
}

export const builtDraft = (options: BuiltDraftOptions): Promise<BuiltDraft> =>
  processesOn ? onProcesses(processesOn, options) : onEmbedded(options)
