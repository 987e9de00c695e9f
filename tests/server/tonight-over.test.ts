import { expect, test } from 'vitest'
import type { Tonight } from '#contract/tonight'
import { followScores } from '#server/schedule/follow-scores'
import { demoDatabase, demoServer, MORNING } from '../support/demo-members.ts'
import { scheduledProcess } from '../support/scheduled-process.ts'

// The night of the demo league when no process has looked before all its games were official.

const MINUTE_MS = 60_000

test('a server that starts when all games are over reads the scores of games whose reports it has, once', async () => {
  let now = new Date('2026-11-22T07:30:00Z')
  const server = await demoServer({ database: await demoDatabase(MORNING), clock: () => now })
  const tonight = async (): Promise<Tonight> => {
    server.context.prepared.forget()
    return (await server.ask('member', '/tonight')).body
  }
  const { given, work } = scheduledProcess(server.database, () => now)
  await work()
  const reported = await tonight()
  expect(reported.games.every(({ state }) => state === 'OFF')).toBe(true)
  expect(reported.asOf).toBeUndefined()
  const follow = followScores(given)
  await follow()
  const { asOf, teams, lines } = await tonight()
  expect(asOf).toBe(now.toISOString())
  expect({ teams, lines }).toEqual({ teams: reported.teams, lines: reported.lines })
  for (let minutes = 0; minutes < 30; minutes += 5) {
    now = new Date(now.getTime() + 5 * MINUTE_MS)
    await follow()
  }
  expect((await tonight()).asOf).toBe(asOf)
  await server.close()
})
