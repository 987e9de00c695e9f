import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { welcome } from '#server/app/welcome'
import { announce, progressOf } from '#server/settings/logging'
import { duringTest } from '../support/during-tests.ts'
import { addMembers, emptyLeague, season2425 } from '../support/empty-league.ts'
import { type TestServer, testServer } from '../support/test-server.ts'

function listening(level = 'info') {
  const said: string[] = []
  const log = pino({ level }, { write: (line: string) => void said.push(JSON.parse(line).msg) })
  return { log, said }
}

async function served(userNames: readonly string[], env: Record<string, string>): Promise<TestServer> {
  const database = await emptyLeague(season2425)
  await addMembers(database, ...userNames)
  return duringTest(testServer({ database, env: { PORT: '3001', DATA_DIR: '/srv/pool', ...env } }))
}

test('the progress of a start is a line for every tenth of it, however many steps it has', () => {
  const { log, said } = listening()
  const report = progressOf(log)
  for (let step = 0; step < 1_000; step += 1) report(step / 1_000, `Step ${step}`)
  report(1, 'The demo league is ready')
  expect(said).toEqual([
    ...Array.from({ length: 10 }, (_, tenth) => `Step ${tenth * 100} (${tenth * 10} %)`),
    'The demo league is ready (100 %)',
  ])
  const silent = listening('warn')
  progressOf(silent.log)(0.5, 'Step')
  announce(silent.log, ['Ready'])
  expect(silent.said).toEqual([])
})

test('a start of the demo ends with where it is, who to log in as, how to stop and how to start over', async () => {
  const { context } = await served(['admin', 'premium', 'member', 'owner9', 'newcomer'], { LOGIN: 'trial' })
  await context.database.transaction((queries) => queries.execute(sql`update league set demo_seed = 1`))
  const { log, said } = listening()
  announce(log, await welcome(context))
  expect(said).toEqual([
    'Hockey Pool is ready at http://localhost:3001',
    'Log in, without a password, as admin (administers the league), premium (has the extra views), member (has a team) or newcomer (has no team).',
    'To stop: Ctrl+C.',
    'To start over: stop, delete the folder /srv/pool/database, and start again.',
  ])
})

test('a start of a real league ends with where it is', async () => {
  const { context } = await served(['anna'], { LOGIN: 'accounts' })
  expect(await welcome(context)).toEqual(['Hockey Pool is ready at http://localhost:3001'])
})
