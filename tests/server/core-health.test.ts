import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { testServer } from '../support/test-server.ts'

describe('a server that is still making its league', () => {
  it('is alive, is not ready, and says so in every form', async () => {
    const { app, context, close } = await testServer({ ready: false })
    const get = (url: string) => app.inject({ method: 'GET', url })
    expect((await get('/healthz')).statusCode).toBe(200)
    expect((await get('/readyz')).statusCode).toBe(503)
    const api = await get('/api/v1/user')
    expect(api.statusCode).toBe(503)
    expect(api.json()).toEqual({
      code: 'UNAVAILABLE',
      message: 'The league is not ready yet. Please try again in a moment.',
    })
    expect(api.headers['retry-after']).toBe('2')
    expect((await get('/%61pi/v1/user')).statusCode).toBe(503)
    const login = await get('/auth/login')
    expect(login.statusCode).toBe(503)
    expect(login.headers['content-type']).toContain('text/html')
    expect(login.headers.refresh).toBe('2')
    context.readiness.ready = true
    expect((await get('/readyz')).json()).toEqual({ status: 'ready' })
    expect((await get('/api/v1/user')).statusCode).toBe(401)
    await close()
  })
})

describe('the version', () => {
  it('is reported by /healthz, and is the newest of the changelog', async () => {
    const { app, close } = await testServer()
    const { version } = (await app.inject({ method: 'GET', url: '/healthz' })).json()
    await close()
    expect(readFileSync('CHANGELOG.md', 'utf8').match(/^## (?!Unreleased)(.*)$/m)?.[1]).toBe(version)
  })
})

describe('the log', () => {
  it('tells method, route, status and duration, and nothing about people', async () => {
    const lines: string[] = []
    const { app, close } = await testServer({
      log: { write: (line) => void lines.push(line) },
      routes: (server) => {
        server.get('/broken/:name', async () => {
          const query = Object.assign(new Error('Failed query: select 1\nparams: Anna'), {
            query: 'select 1',
            params: ['Anna'],
          })
          throw new Error('something', { cause: query })
        })
      },
    })
    await app.inject({
      method: 'GET',
      url: '/broken/Anna?code=Anna',
      headers: { cookie: 'session=Anna', 'user-agent': 'Anna', 'x-forwarded-for': '192.0.2.77' },
      remoteAddress: '192.0.2.77',
    })
    await close()
    const entries = lines.map((line) => JSON.parse(line))
    expect(entries).toContainEqual(
      expect.objectContaining({ msg: 'Request', method: 'GET', route: '/broken/:name', status: 500 }),
    )
    expect(entries).toContainEqual(expect.objectContaining({ msg: 'Request failed', reqId: expect.any(String) }))
    expect(lines.join()).toContain('select 1')
    expect(lines.join()).not.toContain('Anna')
    expect(lines.join()).not.toContain('192.0.2.77')
  })
})
