import { describe, expect, it } from 'vitest'
import type { Database } from '#server/db/engine/database'
import { duringTests } from '../support/during-tests.ts'
import { testDatabase } from '../support/test-database.ts'
import { testServer } from '../support/test-server.ts'

const levels = (count: number): string => `${'['.repeat(count)}${']'.repeat(count)}`
const objects = (count: number): string => `${'{"a":'.repeat(count)}1${'}'.repeat(count)}`
const path = '/api/v1/stats/teams/1'

describe('what cannot be stored', () => {
  let asked = 0
  const server = duringTests(async () => {
    const database = await testDatabase()
    const counted: Database = {
      ...database,
      transaction: (work) => {
        asked += 1
        return database.transaction(work)
      },
    }
    return testServer({ database: counted })
  })

  // With the cookie of a session that would have to be looked up.
  const headers = { 'x-requested-with': 'hockey-pool', cookie: 'pool-session=unknown' }
  const send = (url: string, body?: string, type = 'application/json') =>
    server.app.inject({
      method: body === undefined ? 'GET' : 'PATCH',
      url,
      headers: body === undefined ? headers : { ...headers, 'content-type': type },
      payload: body,
    })

  it.each([
    ['NUL in a path', '/api/v1/stats/teams/a%00b', undefined],
    ['NUL in a query', '/api/v1/stats/players?type=a%00', undefined],
    ['NUL in what no call asks for', '/api/v1/user?any=%00', undefined],
    ['NUL in an address that is none', '/nothing/%00', undefined],
    ['half a character in a path', '/api/v1/stats/teams/%ed%a0%80', undefined],
    ['NUL in a text', path, '{"name":"a\\u0000b","shortName":"a"}'],
    ['NUL in a name', path, '{"a\\u0000b":1}'],
    ['NUL deep inside', path, '{"a":[{"b":["\\u0000"]}]}'],
    ['a high surrogate alone', path, '{"name":"a\\ud83c"}'],
    ['a low surrogate alone', path, '{"name":"\\udfd2b"}'],
    ['a lone surrogate in a name', path, '{"\\ud83c":1}'],
    ['a lone surrogate as all there is', path, '"\\ud83c"'],
    ['21 levels of lists', path, levels(21)],
    ['21 levels of objects', path, objects(21)],
    ['30,000 levels', path, levels(30_000)],
    ['10,000 levels of objects', path, objects(10_000)],
  ])('is refused before the database: %s', async (_what, url, body) => {
    asked = 0
    const { statusCode, body: answer } = await send(url, body)
    expect([statusCode, JSON.parse(answer).code, asked]).toEqual([400, 'BAD_REQUEST', 0])
  })

  it('is refused on the way to the login, with a page', async () => {
    asked = 0
    const { statusCode, headers: answered } = await send('/auth/login?return=/a%00')
    expect([statusCode, answered['content-type'], asked]).toEqual([400, 'text/html; charset=utf-8', 0])
  })

  it('is refused in plain text, too', async () => {
    asked = 0
    expect((await send(path, 'a\u0000b', 'text/plain')).statusCode).toBe(400)
    expect(asked).toBe(0)
  })

  it.each([
    ['20 levels of lists', levels(20)],
    ['20 levels of objects', objects(20)],
    ['whole characters beyond the first 65,536', '{"name":"\\ud83c\\udfd2","shortName":"🏒"}'],
    ['other control characters', '{"name":"\\u0001"}'],
  ])('is not %s: that is up to the call', async (_what, body) => {
    asked = 0
    expect((await send(path, body)).statusCode).toBe(401)
    expect(asked).toBe(1)
  })

  it('is not the sequence %00 itself, written as an address writes it', async () => {
    expect((await send('/api/v1/user?any=%2500')).statusCode).toBe(401)
  })
})
