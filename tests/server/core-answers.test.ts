import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { call } from '#contract/call'
import { serve, servePrepared } from '#server/http/serve'
import { duringTests } from '../support/during-tests.ts'
import { TEST_CALL, testServer } from '../support/test-server.ts'

const List = Type.Array(Type.Object({ name: Type.String() }))
const listed = (path: `/api/v1/${string}`) =>
  call({
    method: 'GET',
    path,
    ...TEST_CALL,
    query: Type.Object({ type: Type.Union([Type.Literal('a'), Type.Literal('b')]) }),
    answer: List,
  })
const prepared = listed('/api/v1/test/prepared')
const failing = listed('/api/v1/test/failing')
const numbered = call({
  method: 'POST',
  path: '/api/v1/test/{teamId}/numbered',
  ...TEST_CALL,
  params: Type.Object({ teamId: Type.Integer({ minimum: 1 }) }),
  body: Type.Object({ name: Type.String() }),
  answer: Type.Object({ teamId: Type.Integer(), name: Type.String() }),
})
const tagged = call({
  method: 'PUT',
  path: '/api/v1/test/tag',
  ...TEST_CALL,
  body: Type.String(),
  answer: Type.String(),
})

const fromApp = { 'sec-fetch-site': 'same-origin' }

describe('answers of the API', () => {
  let made = 0
  let now = new Date('2026-11-21T12:00:00Z')

  const server = duringTests(() =>
    testServer({
      clock: () => now,
      routes: (app, context) => {
        servePrepared(app, context, prepared, { access: 'anyone' }, async (_queries, { query: { type } }) => {
          made += 1
          return Array.from({ length: 100 }, (_, i) => ({ name: `${type}${i}` }))
        })
        servePrepared(app, context, failing, { access: 'anyone' }, async () => {
          made += 1
          throw new Error('password of the league')
        })
        serve(app, context, numbered, { access: 'anyone' }, async ({ params, body }) => ({ ...params, ...body }))
        serve(app, context, tagged, { access: 'anyone' }, async ({ body }) => body)
      },
    }),
  )

  const post = (path: string, payload?: object) =>
    server.app.inject({ method: 'POST', url: `/api/v1/test/${path}`, headers: fromApp, payload })
  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers })

  it('are made once for all who ask at the same time', async () => {
    made = 0
    server.context.prepared.forget()
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/api/v1/test/prepared?type=a')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    expect(made).toBe(1)
  })

  it('are the same whatever else the address says', async () => {
    made = 0
    server.context.prepared.forget()
    const plain = await get('/api/v1/test/prepared?type=a')
    const decorated = await get('/api/v1/test/prepared?utm=1&type=a')
    expect(decorated.body).toBe(plain.body)
    expect(made).toBe(1)
  })

  it('come in the encoding the client takes', async () => {
    const plain = await get('/api/v1/test/prepared?type=a', { 'accept-encoding': 'identity' })
    const brotli = await get('/api/v1/test/prepared?type=a', { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await get('/api/v1/test/prepared?type=a', { 'accept-encoding': 'gzip, br;q=0' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(brotliDecompressSync(brotli.rawPayload)).toEqual(plain.rawPayload)
    expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload)
    expect(brotli.headers.vary).toBe('Accept-Encoding')
    expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length)
  })

  it('are not sent again when the client has them, and never kept by anything in between', async () => {
    const first = await get('/api/v1/test/prepared?type=a')
    const etag = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe('no-store')
    const again = await get('/api/v1/test/prepared?type=a', { 'if-none-match': `"other", ${etag}` })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers.etag).toBe(etag)
    expect((await get('/api/v1/test/prepared?type=a', { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it('are made again after the league has changed, and on the next day of the league', async () => {
    made = 0
    server.context.prepared.forget()
    await get('/api/v1/test/prepared?type=a')
    await server.context.database.transaction((queries) => server.context.database.announce(queries, 'league', '1'))
    await expect.poll(async () => (await get('/api/v1/test/prepared?type=a')) && made).toBe(2)
    now = new Date('2026-11-22T04:59:00Z')
    await get('/api/v1/test/prepared?type=a')
    expect(made).toBe(2)
    now = new Date('2026-11-22T05:00:00Z')
    await get('/api/v1/test/prepared?type=a')
    expect(made).toBe(3)
  })

  it('say nothing of the inside when something fails, and try again', async () => {
    made = 0
    const first = await get('/api/v1/test/failing?type=a')
    expect(first.statusCode).toBe(500)
    expect(first.json()).toEqual({
      code: 'INTERNAL',
      message: 'Something went wrong on the server. Nothing was changed.',
    })
    await get('/api/v1/test/failing?type=a')
    expect(made).toBe(2)
  })

  it('name the field that is wrong', async () => {
    const wrongQuery = await get('/api/v1/test/prepared?type=c')
    expect(wrongQuery.statusCode).toBe(400)
    expect(wrongQuery.json().code).toBe('BAD_REQUEST')
    expect(wrongQuery.json().message).toContain('type')
    const wrongPath = await post('x1/numbered', { name: 'x' })
    expect(wrongPath.statusCode).toBe(400)
    expect(wrongPath.json().message).toContain('teamId')
    const wrongBody = await post('1/numbered', { name: 5 })
    expect(wrongBody.statusCode).toBe(400)
    expect(wrongBody.json().message).toContain('name')
  })

  it.each([
    ['not JSON', '{"name":', 'application/json'],
    ['too large', JSON.stringify({ name: 'x'.repeat(70_000) }), 'application/json'],
    ['of an unknown kind', '<name/>', 'application/xml'],
    ['missing', undefined, undefined],
  ])('refuse a body that is %s', async (_what, payload, type) => {
    const headers = type ? { ...fromApp, 'content-type': type } : fromApp
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/test/1/numbered', headers, payload })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().code).toBe('BAD_REQUEST')
  })

  it('turn path text into numbers, and take plain text bodies, empty ones too', async () => {
    const answer = await post('7/numbered', { name: 'Foxes' })
    expect(answer.json()).toEqual({ teamId: 7, name: 'Foxes' })
    const put = (payload?: string) =>
      server.app.inject({
        method: 'PUT',
        url: '/api/v1/test/tag',
        headers: { ...fromApp, 'content-type': 'text/plain;charset=UTF-8' },
        payload,
      })
    expect((await put('älg')).json()).toBe('älg')
    expect((await put('')).json()).toBe('')
    expect((await put()).json()).toBe('')
  })

  it('are 404 as JSON at an unknown address', async () => {
    const answer = await get('/api/v1/nothing', { accept: 'text/html' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ code: 'NOT_FOUND', message: 'There is nothing at this address.' })
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})
