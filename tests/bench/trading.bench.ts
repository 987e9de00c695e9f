import { onTestFinished, test } from 'vitest'
import { demoServer } from '../support/demo-members.ts'
import { addRacers, type Servers, timeExecutions } from '../support/races.ts'
import { twoProcesses } from '../support/server-processes.ts'
import { median, percentile, print } from './figures.ts'

const postgres = process.env.TEST_DATABASE_URL

const opened = async (): Promise<Servers> => {
  if (postgres) {
    const { servers, stop } = await twoProcesses(postgres, async () => {})
    onTestFinished(stop)
    return servers
  }
  const server = await demoServer()
  onTestFinished(server.close)
  return [server]
}

const TRADING_TEAMS = 20
const TRADING_ROUNDS = 25

test('twenty teams trade at once', { timeout: 600_000 }, async () => {
  const servers = await opened()
  await addRacers(servers)
  // The first round prepares what is prepared once.
  await timeExecutions(servers, TRADING_TEAMS, 1)
  const waits = await timeExecutions(servers, TRADING_TEAMS, TRADING_ROUNDS)
  print(`${TRADING_TEAMS} teams execute a trade each at once, ${postgres ? 'PostgreSQL' : 'embedded database'}`, [
    `median ${median(waits).toFixed(0)} ms, p99 ${percentile(waits, 99).toFixed(0)} ms, of ${waits.length} trades, all executed`,
  ])
})
