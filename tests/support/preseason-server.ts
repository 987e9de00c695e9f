import type { DraftBox, DraftBoxPlayer, Pick as PickAnswer } from '#contract/draft'
import type { Database } from '#server/db/engine/database'
import { type DemoServer, demoServer, type Reply } from './demo-members.ts'
import { CHAIR, type PreseasonLeague, preseasonLeague } from './preseason-league.ts'
import { twoProcesses } from './server-processes.ts'
import { testDatabase } from './test-database.ts'
import type { TestServerOptions } from './test-server.ts'

export type Sequence = readonly PickAnswer[]

/** The real server with a league before its draft. */
export interface PreseasonServer {
  readonly league: PreseasonLeague
  readonly database: Database
  readonly ask: DemoServer['ask']
  /** The chair's action; fails when it is refused. */
  act(method: 'POST' | 'PATCH' | 'DELETE', action: string): Promise<Sequence>
  ownerOf(teamId: number): string
  sequence(): Promise<Sequence>
  /** Whose turn it is; null: no one's, or everybody's. */
  picking(): Promise<number | null>
  board(): Promise<DraftBox[]>
  /** The best player of a box who is not drafted. */
  free(boxName: string): Promise<DraftBoxPlayer>
  /** A team's request to draft; `box` for a player from outside. */
  draft(teamId: number, playerId: number, box?: string): Promise<Reply>
  close(): Promise<void>
}

/** A server with such a league, however it came about. */
export type Opened = Pick<PreseasonServer, 'league' | 'database' | 'ask' | 'close'>

/** The same with all that a server in the test's own process has. */
export async function preseasonInProcess({
  teams,
  ...options
}: { teams: number } & TestServerOptions): Promise<PreseasonServer & DemoServer> {
  const database = await testDatabase()
  const now = options.clock?.() ?? new Date()
  const league = await preseasonLeague(database, { teams, now })
  const server = await demoServer({ ...options, database })
  return { ...server, ...draftingOn({ league, database, ask: server.ask, close: server.close }) }
}

async function inThisProcess(teams: number): Promise<PreseasonServer> {
  let time = Date.parse('2026-09-26T23:00:00Z')
  // Time passes with every look at the clock.
  const clock = () => {
    time += 1_000
    return new Date(time)
  }
  return preseasonInProcess({ teams, clock })
}

/** Two built servers on one database; requests go to them in turn. */
async function inProcesses(postgres: string, teams: number): Promise<Opened> {
  const { servers, found, stop } = await twoProcesses(postgres, (database) =>
    preseasonLeague(database, { teams, now: new Date() }),
  )
  let asked = 0
  return {
    league: found,
    database: servers[0].database,
    ask: (...request) => {
      asked += 1
      return (servers[asked % servers.length] ?? servers[0]).ask(...request)
    },
    close: stop,
  }
}

export async function preseasonServer({
  teams,
  processesOn,
}: {
  teams: number
  /** A PostgreSQL server: two server processes on it, instead of one in the test's own. */
  processesOn?: string | undefined
}): Promise<PreseasonServer> {
  return processesOn ? draftingOn(await inProcesses(processesOn, teams)) : inThisProcess(teams)
}

export function draftingOn({ league, database, ask, close }: Opened): PreseasonServer {
  const ownerOf = (teamId: number) => league.owners.get(teamId) ?? ''
  const read = async (path: string) => (await ask(CHAIR, path)).body
  const sequence = (): Promise<Sequence> => read('/draft/pick-sequence')
  const board = (): Promise<DraftBox[]> => read('/draft/boxes')
  return {
    league,
    database,
    ask,
    close,
    ownerOf,
    sequence,
    board,
    act: async (method, action) => {
      const { status, body } = await ask(CHAIR, `/draft/${action}`, { method })
      if (status !== 200) throw new Error(`${action}: ${status} ${JSON.stringify(body)}`)
      return body
    },
    picking: async () => {
      const [turn, another] = (await sequence()).filter(({ pickStatus }) => pickStatus === 'ACTIVE')
      return turn && !another ? turn.teamId : null
    },
    free: async (boxName) => {
      const box = (await board()).find((each) => each.boxName === boxName)
      const free = box?.players.find(({ isDrafted }) => !isDrafted)
      if (!free) throw new Error(`No one is left in ${boxName}`)
      return free
    },
    draft: (teamId, playerId, box) =>
      ask(ownerOf(teamId), `/draft/teams/${teamId}/players/${playerId}${box === undefined ? '' : `?box=${box}`}`, {
        method: 'POST',
      }),
  }
}

/** What a refused member reads. */
export const refusal = ({ status, body }: Reply): [number, string] => [status, body?.code]
