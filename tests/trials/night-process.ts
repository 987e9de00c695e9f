// A server whose clock is where the test puts it: it follows scores and does what is scheduled when it gets the order,
// and dies at the write that it is given.
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { createApp } from '#server/app/app'
import { createContext } from '#server/app/create-context'
import { leagueSources, leagueStatistics } from '#server/app/league-statistics'
import { prepareLeague } from '#server/app/prepare-league'
import type { Database, Queries } from '#server/db/engine/database'
import { migrate } from '#server/db/migrate'
import { openDatabase } from '#server/db/open-database'
import { followScores } from '#server/schedule/follow-scores'
import { scheduledWork } from '#server/schedule/scheduled-work'
import { readEnv } from '#server/settings/env'
import { createLog } from '#server/settings/logging'
import type { KillPoint, Order, What } from './night-server.ts'

/** What is done for an order: requests do not count. */
const order = new AsyncLocalStorage<{ kill: KillPoint | null; writes: number }>()

const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}

const hasWritten = async (queries: Queries): Promise<boolean> => {
  const { rows } = await queries.execute(sql`select pg_current_xact_id_if_assigned() is not null as written`)
  return rows[0]?.written === true
}

/** `kill`: at which of an order's transactions that write, and whether before or after its commit. */
const mortal = (database: Database): Database => ({
  ...database,
  transaction: async (work) => {
    const doing = order.getStore()
    const kill = doing?.kill
    if (!doing || !kill) return database.transaction(work)
    let isLast = false
    const answer = await database.transaction(async (queries) => {
      const done = await work(queries)
      if (await hasWritten(queries)) {
        doing.writes += 1
        isLast = doing.writes === kill.at
        if (isLast && kill.when === 'before') await die()
      }
      return done
    })
    return isLast ? die() : answer
  },
})

let now = Number(process.argv[2])
const clock = () => new Date(now)
const env = readEnv(process.env)
const log = createLog(env)
const engine = await openDatabase(env, log, 'serving')
await migrate(engine)
const context = await createContext(env, { log, clock, database: mortal(engine) })
const { host, port } = env
await (await createApp(context)).listen({ host, port })
const { signal } = new AbortController()
await prepareLeague(context, signal)

const statistics = leagueStatistics(leagueSources(env.nhlApi, clock), { importEveryMinutes: 30, publishAtMinutes: 300 })
const given = { ...context, statistics, signal }
const orders: Record<What, () => Promise<unknown>> = {
  follow: followScores(given),
  work: scheduledWork(given),
  look: async () => {},
}

process.on('message', async ({ what, at, kill }: Order) => {
  now = at
  const failure = await order
    .run({ kill, writes: 0 }, orders[what])
    .then(() => null)
    .catch((error: unknown) => String(error instanceof Error ? error.stack : error))
  process.send?.({ failure })
})
process.on('disconnect', () => process.exit())
process.send?.({ failure: null })
