import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '#contract/call'
import { auditRecord, keptAnswer } from '#server/db/tables/tables'
import { HttpError } from '#server/http/answers/http-error'
import { type ChangeOptions, serveChange } from '#server/http/serve-change'
import { type DemoServer, demoServer, type Request } from '../support/demo-members.ts'
import { addMembers } from '../support/empty-league.ts'
import { refusal } from '../support/preseason-server.ts'
import { testDatabase } from '../support/test-database.ts'
import type { TestServerOptions } from '../support/test-server.ts'

const note = call({
  method: 'POST',
  path: '/api/v1/test/notes/{id}',
  summary: '',
  params: Type.Object({ id: Type.Integer() }),
  query: Type.Object({ box: Type.Optional(Type.String()) }),
  body: Type.Object({ text: Type.String(), inner: Type.Optional(Type.Object({ known: Type.Integer() })) }),
  answer: Type.Unknown(),
  failure: '',
  record: ['id', 'box', 'text', 'inner'],
  offline: 'online',
})
const word = call({ ...note, path: '/api/v1/test/words/{id}', body: Type.String(), record: ['id'] })

describe('what a login can have stored', () => {
  let server: DemoServer
  let asked: unknown[] = []
  let time = Date.parse('2026-11-21T12:00:00Z')

  const start = async (env: Record<string, string> = {}) => {
    const database = await testDatabase()
    await addMembers(database, 'member', 'other')
    const options: TestServerOptions = {
      database,
      env,
      // With every look: of two answers one is the older.
      clock: () => {
        time += 1
        return new Date(time)
      },
      routes: (app, context) => {
        const handle: ChangeOptions<typeof note>['handle'] = async ({ params, query, body }) => {
          asked.push({ params, query, body })
          if (body.text === 'refused') throw new HttpError(409, 'TRADING_CLOSED')
          return { nr: asked.length }
        }
        serveChange(app, context, note, { access: 'member', handle })
        serveChange(app, context, word, { access: 'member', handle: async ({ body }) => asked.push(body) })
      },
    }
    server = await demoServer(options)
  }
  beforeEach(async () => {
    asked = []
    // A machine may be so slow that an allowance comes back meanwhile.
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await server.close()
  })

  const post = (
    body: object | string,
    { path = 'notes/1', headers, who = 'member' }: { path?: string; who?: string } & Request = {},
  ) => server.ask(who, `/test/${path}`, { method: 'POST', body, headers })
  const stored = () =>
    server.database.transaction(async (queries) => ({
      audit: await queries.select().from(auditRecord).orderBy(auditRecord.id),
      kept: await queries.select().from(keptAnswer),
    }))

  it('is what the contract knows, and makes requests equal', async () => {
    await start()
    const headers = { 'idempotency-key': 'key-1' }
    const first = await post(
      { text: 'a', other: ['x'.repeat(10_000)], inner: { known: 1, unknown: 2 } },
      { path: 'notes/1?box=2.OUT&more=5', headers },
    )
    const again = await post({ text: 'a', inner: { known: 1 } }, { path: 'notes/1?box=2.OUT', headers })
    expect([first.status, again.status, again.body]).toEqual([200, 200, { nr: 1 }])
    const known = { text: 'a', inner: { known: 1 } }
    expect(asked).toEqual([{ params: { id: 1 }, query: { box: '2.OUT' }, body: known }])
    const { audit } = await stored()
    expect(audit.map(({ params }) => params)).toEqual([{ id: 1, box: '2.OUT', body: known }])
  })

  it('is at most 2 kB a record, whatever the text', async () => {
    await start()
    const texts = ['x'.repeat(60_000), '\u{1f3d2}'.repeat(12_000), '"\\'.repeat(10_000), '\u0001'.repeat(10_000)]
    for (const text of texts) {
      expect((await post({ text })).status).toBe(200)
      expect((await post(text, { path: 'words/1' })).status).toBe(200)
    }
    const { audit } = await stored()
    expect(audit).toHaveLength(2 * texts.length)
    for (const record of audit) expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThan(2_000)
    const notes = audit.filter((_, index) => index % 2 === 0)
    for (const { params } of notes) expect(JSON.stringify(params)).toContain('body')
  })

  it('is the latest thousand answers of a login', async () => {
    await start()
    const ask = (key: number, who = 'member') =>
      post({ text: 'a' }, { who, headers: { 'idempotency-key': `key-${key}` } })
    await ask(1, 'other')
    for (let key = 1; key <= 3; key += 1) expect((await ask(key)).status).toBe(200)
    const more = Array.from({ length: 998 }, (_, index) => ({
      ...{ subject: 'member', key: `key-${index + 4}`, requestHash: '', status: 200, answer: '{}' },
      keptAt: new Date(time + 1 + index),
    }))
    time += more.length
    await server.database.transaction((queries) => queries.insert(keptAnswer).values(more))
    expect((await ask(1_002)).status).toBe(200)
    expect((await ask(1_003)).status).toBe(200)
    const { kept } = await stored()
    expect(kept.filter(({ subject }) => subject === 'other')).toHaveLength(1)
    const own = kept.filter(({ subject }) => subject === 'member').map(({ key }) => Number(key.slice(4)))
    expect(own.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 4))
    // The latest is still known, and does nothing.
    const before = asked.length
    expect((await ask(1_003)).body).toEqual({ nr: before })
    expect(asked).toHaveLength(before)
  })

  it('is nothing of refusals, and they have an end', async () => {
    await start({ RATE_LIMIT: '100000' })
    const refuse = () => post({ text: 'refused' }, { headers: { 'idempotency-key': `key-${Math.random()}` } })
    for (let turn = 0; turn < 60; turn += 1) expect(refusal(await refuse())).toEqual([409, 'TRADING_CLOSED'])
    const { status, headers, body } = await refuse()
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'TOO_MANY_REQUESTS', '2'])
    // Nothing else either, until one comes back; others change what they like.
    expect((await post({ text: 'a' })).status).toBe(429)
    expect((await post({ text: 'a' }, { who: 'other' })).status).toBe(200)
    const { audit } = await stored()
    expect(audit.map(({ subject }) => subject)).toEqual(['other'])
    vi.advanceTimersByTime(2_000)
    expect((await post({ text: 'a' })).status).toBe(200)
    expect((await refuse()).status).toBe(409)
    expect((await post({ text: 'a' })).status).toBe(429)
  })

  it('has the same end for refusals that are asked for all at once, and none for what is done meanwhile', async () => {
    await start({ RATE_LIMIT: '100000' })
    // Two run and a hundred wait.
    const answers = await Promise.all(Array.from({ length: 102 }, () => post({ text: 'refused' })))
    const withStatus = (asked: number) => answers.filter(({ status }) => status === asked).length
    expect([withStatus(409), withStatus(429)]).toEqual([60, 42])
    const others = await Promise.all(Array.from({ length: 102 }, () => post({ text: 'a' }, { who: 'other' })))
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('has an end when it is changes that are made', async () => {
    await start({ RATE_LIMIT: '100000' })
    for (let turn = 0; turn < 300; turn += 1) expect((await post({ text: 'a' })).status).toBe(200)
    const { status, headers } = await post({ text: 'a' })
    expect([status, headers['retry-after']]).toEqual([429, '1'])
    expect(asked).toHaveLength(300)
    expect((await server.ask('member', '/user')).status).toBe(200)
    vi.advanceTimersByTime(1_000)
    expect((await post({ text: 'a' })).status).toBe(200)
    expect((await post({ text: 'a' })).status).toBe(429)
  }, 60_000)
})
