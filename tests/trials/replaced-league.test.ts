import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { makeBackup } from '#server/db/backup/backup'
import { type CheckedBackup, checkBackup } from '#server/db/backup/check-backup'
import { restoreBackup } from '#server/db/backup/restore'
import type { Engine } from '#server/db/engine/database'
import { commandOn } from '../support/command-on.ts'
import { cookieOf, demoServer } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { LEAGUE_TEXT } from '../support/league-text.ts'
import { testDatabase } from '../support/test-database.ts'

const ROUNDS = 2
const VISITORS = 12
const READS = ['/user', '/stats/teams', '/trading/trades', '/draft/boxes', '/league/message', '/office/members']
const CART = '/trading/teams/1/shopping-cart'

describe.runIf(process.env.TEST_DATABASE_URL)('a league that is replaced while it is served', () => {
  let database: Engine
  let backup: CheckedBackup
  const replace = () => restoreBackup(database, backup, { replace: true, report: () => {} })

  const server = duringTests(async () => {
    database = await testDatabase()
    await commandOn(database, 'init FILE --anyway', { file: LEAGUE_TEXT })
    backup = await checkBackup(await makeBackup(database, new Date(), () => {}))
    return demoServer({
      database,
      routes: (app) => {
        // Waits within a transaction in which it holds one table, and then wants another.
        app.get('/api/v1/two-tables', async () =>
          database.transaction(async (queries) => {
            await queries.execute(sql`lock table league_message in access share mode`)
            await wait(300)
            await queries.execute(sql`select from league`)
            return {}
          }),
        )
        app.get('/api/v1/other-table', () =>
          database.statement((queries) => queries.execute(sql`select from table_that_is_gone`)),
        )
        app.get('/api/v1/other-number', () =>
          database.statement((queries) =>
            queries.execute(
              sql`do $$ begin raise 'could not open relation with OID 4711' using errcode = 'XX000'; end $$`,
            ),
          ),
        )
      },
    })
  })

  const ask = async (cookie: string, path: string, method: 'GET' | 'DELETE' = 'GET') => {
    const headers = { cookie, 'x-requested-with': 'hockey-pool' }
    const { statusCode, headers: answered } = await server.app.inject({ method, url: `/api/v1${path}`, headers })
    return { status: statusCode, retryAfter: answered['retry-after'] }
  }

  test('answers as ever, that one has to log in again, or that it cannot at the moment', async () => {
    const answers = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const cookie = await cookieOf(database, 'anna', server.context.env.publicUrl, new Date())
      let stopped = false
      const visit = async (visitor: number) => {
        for (let asked = visitor; !stopped; asked += 1) {
          const isChange = asked % 3 === 0
          const path = isChange ? CART : (READS[asked % READS.length] ?? '')
          const { status, retryAfter } = await ask(cookie, path, isChange ? 'DELETE' : 'GET')
          answers.add(status === 503 ? `503 ${retryAfter}` : String(status))
        }
      }
      const visiting = Promise.all(Array.from({ length: VISITORS }, (_, visitor) => visit(visitor)))
      await replace()
      stopped = true
      await visiting
    }
    expect([...answers].filter((answer) => !['200', '401', '404', '503 2'].includes(answer))).toEqual([])
  }, 300_000)

  test('gives way, or has a request give way, where each holds what the other waits for', async () => {
    const cookie = await cookieOf(database, 'anna', server.context.env.publicUrl, new Date())
    const [, ...answers] = await Promise.all([
      replace(),
      ...Array.from({ length: 5 }, () => ask(cookie, '/two-tables')),
    ])
    for (const { status } of answers) expect([200, 503]).toContain(status)
  }, 120_000)

  test.each(['/other-table', '/other-number'])(
    'is away for a statement that had found the old tables: %s',
    async (path) => {
      expect(await ask('', path)).toEqual({ status: 503, retryAfter: '2' })
    },
  )
})
