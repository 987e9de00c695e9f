import { onTestFinished, test } from 'vitest'
import { demoServer } from '../support/demo-members.ts'
import { addRacers, RACERS, raceExecutions, racePurchases, type Servers } from '../support/races.ts'
import { twoProcesses } from '../support/server-processes.ts'
import { print } from './figures.ts'

const ROUNDS = 200
const postgres = process.env.TEST_DATABASE_URL

const opened = async (): Promise<Servers> => {
  if (postgres) {
    const { servers, stop } = await twoProcesses(postgres)
    onTestFinished(stop)
    return servers
  }
  const server = await demoServer()
  onTestFinished(server.close)
  return [server]
}

test('simultaneous purchases and executions', { timeout: 900_000 }, async () => {
  const servers = await opened()
  await addRacers(servers)
  const lines: string[] = []
  for (const [what, race] of [
    [`${RACERS} purchases of one player`, racePurchases],
    [`${RACERS} executions of one cart`, raceExecutions],
  ] as const) {
    const begun = performance.now()
    await race(servers, ROUNDS)
    const round = (performance.now() - begun) / ROUNDS
    lines.push(
      `${what}: ${ROUNDS} of ${ROUNDS} rounds with exactly one winner and the rule's refusal for the others; ${round.toFixed(0)} ms a round`,
    )
  }
  print(`Trading at the same moment, ${postgres ? 'two processes on PostgreSQL' : 'embedded database'}`, lines)
})
