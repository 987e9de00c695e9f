import { expect, test } from 'vitest'
import { openDraft, raceForPlayer, raceInOneTurn } from '../support/draft-races.ts'
import { preseasonServer } from '../support/preseason-server.ts'
import { median, print } from './figures.ts'

const ROUNDS = 200
const REQUESTS = 50
const TEAMS = 12

const processesOn = process.env.TEST_DATABASE_URL
const engine = processesOn ? 'two processes on PostgreSQL' : 'the embedded database'

/** The rounds' outcomes added up, and how long a round took. */
async function rounds(race: (round: number) => Promise<Readonly<Record<string, number>>>) {
  const won: number[] = []
  const seconds: number[] = []
  const refused: Record<string, number> = {}
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    const { DONE = 0, ...others } = await race(round)
    seconds.push((performance.now() - begun) / 1000)
    won.push(DONE)
    for (const [code, count] of Object.entries(others)) refused[code] = (refused[code] ?? 0) + count
  }
  const told = Object.entries(refused).map(([code, count]) => `${count} ${code}`)
  const once = won.filter((count) => count === 1).length
  return {
    once,
    line: `${once} of ${ROUNDS} rounds with exactly one winner; refused: ${told.join(', ')}; ${(median(seconds) * 1000).toFixed(0)} ms a round`,
  }
}

test(`simultaneous picks on ${engine}`, { timeout: 900_000 }, async () => {
  const server = await preseasonServer({ teams: TEAMS, processesOn })
  await openDraft(server)
  const player = await rounds((round) => raceForPlayer(server, round, REQUESTS))
  await server.close()
  const other = await preseasonServer({ teams: TEAMS, processesOn })
  await openDraft(other)
  const turn = await rounds(() => raceInOneTurn(other, 2))
  await other.close()
  print(`Simultaneous picks on ${engine}`, [
    `${REQUESTS} requests for one player: ${player.line}`,
    `two players in one turn: ${turn.line}`,
  ])
  expect([player.once, turn.once]).toEqual([ROUNDS, ROUNDS])
})
