import { type DemoServer, demoServer } from './demo-members.ts'
import { preseasonLeague } from './preseason-league.ts'
import { draftingOn, type PreseasonServer } from './preseason-server.ts'
import { twoProcesses } from './server-processes.ts'
import { testDatabase } from './test-database.ts'

/** A server that the draft's live channel can be reached at. */
export interface LiveServer extends Pick<DemoServer, 'cookie'> {
  readonly origin: string
}

type AskedServer = LiveServer & Pick<DemoServer, 'ask'>

/** A league before its draft on one or two listening servers; requests of the draft go to the first. */
export interface LiveServers extends PreseasonServer {
  readonly servers: readonly [AskedServer, AskedServer]
}

const listening = async (server: DemoServer, port = 0): Promise<DemoServer & LiveServer> => ({
  ...server,
  origin: await server.app.listen({ port, host: '127.0.0.1' }),
})

/** Two apps in this process on one database of either engine; they share nothing else. */
export async function liveServers(options: { teams: number; heartbeatMs?: number }): Promise<LiveServers> {
  const { teams, heartbeatMs } = options
  const database = await testDatabase()
  const league = await preseasonLeague(database, { teams, now: new Date() })
  const first = await listening(await demoServer({ database, heartbeatMs }))
  const second = await listening(await demoServer({ database, heartbeatMs }))
  const close = async () => {
    await first.app.close()
    await second.close()
  }
  // A member has one login, at whichever server they ask.
  const servers = [first, { ...second, cookie: first.cookie }] as const
  return { ...draftingOn({ league, database, ask: first.ask, close }), servers }
}

/** The same as two built processes on a PostgreSQL server. */
export async function liveProcesses(postgres: string, { teams }: { teams: number }): Promise<LiveServers> {
  const { servers, found, stop } = await twoProcesses(postgres, (database) =>
    preseasonLeague(database, { teams, now: new Date() }),
  )
  const [{ database, ask }] = servers
  return { ...draftingOn({ league: found, database, ask, close: stop }), servers }
}
