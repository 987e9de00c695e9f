import { get } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/engine/database'
import { Turns } from '#server/http/limits/login-limits'
import { deferred } from '../support/deferred.ts'
import { demoServer } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { preseasonDatabase } from '../support/preseason-league.ts'

describe('turns', () => {
  it('are so many of one login at a time, in the order in which they came', async () => {
    const turns = new Turns(2)
    const began: string[] = []
    const ends = new Map<string, () => void>()
    const work = (login: string, name: string) =>
      turns.take(login, async () => {
        began.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        if (name === 'a1') throw new Error('a fault')
        return name
      })
    const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => work(name.slice(0, 1), name))
    const settled = Promise.allSettled(all)
    const next = async () => {
      await nextTurn()
      await nextTurn()
    }
    await next()
    expect([began, turns.waiting('a'), turns.waiting('b')]).toEqual([['a1', 'a2', 'b1'], 2, 0])
    ends.get('a1')?.()
    await next()
    expect(began).toEqual(['a1', 'a2', 'b1', 'a3'])
    ends.get('a2')?.()
    await next()
    expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
    const later = work('a', 'a5')
    await next()
    expect(turns.waiting('a')).toBe(1)
    for (const name of ['a3', 'a4', 'b1']) ends.get(name)?.()
    await next()
    ends.get('a5')?.()
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', ...Array(4).fill('fulfilled')])
    expect(await later).toBe('a5')
    expect(turns.waiting('a')).toBe(0)
  })

  it('leave the event loop to others in between', async () => {
    const turns = new Turns(2)
    let done = 0
    // As the embedded database works: each step follows the one before at once.
    const work = async () => {
      for (let step = 0; step < 5; step += 1) await null
      done += 1
    }
    const all = Array.from({ length: 50 }, () => turns.take('a', work))
    await nextTurn()
    expect(done).toBeLessThan(10)
    await Promise.all(all)
    expect(done).toBe(50)
    // One after the other, each as soon as the one before is done, is not another way to have them all at once.
    for (let nr = 0; nr < 3; nr += 1) await turns.take('b', work)
    const began = done
    const third = turns.take('b', work)
    for (let step = 0; step < 20; step += 1) await null
    expect(done).toBe(began)
    await third
  })
})

describe('a member who asks for a lot at once', () => {
  let database: Database
  let working = 0
  let most = 0
  /** While it is not there the database does not answer. */
  let gate = deferred()
  gate.resolve()
  const close = () => {
    most = 0
    gate = deferred()
  }

  const server = duringTests(async () => {
    database = await preseasonDatabase(4)
    const held: Database = {
      ...database,
      transaction: async (work) => {
        working += 1
        most = Math.max(most, working)
        await gate.promise
        try {
          return await database.transaction(work)
        } finally {
          working -= 1
        }
      },
    }
    const now = new Date()
    return demoServer({ database: held, env: { RATE_LIMIT: '100000' }, clock: () => now })
  })
  // Whatever failed, the next test's requests are answered.
  afterEach(() => gate.resolve())

  it('has all turns again after those who had them have hung up', async () => {
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { cookie: await server.cookie('member') }
    expect((await fetch(`${origin}/api/v1/user`, { headers })).status).toBe(200)
    const closed: Promise<void>[] = []
    server.app.server.on('connection', (socket) => {
      closed.push(new Promise((resolve) => socket.once('close', () => resolve())))
    })
    for (const path of ['/draft/boxes', '/stats/teams/1000']) {
      close()
      // Each over a separate connection: of a pool some would stay open.
      const asked = Array.from({ length: 6 }, () =>
        get(`${origin}/api/v1${path}`, { headers, agent: false }).on('error', () => {}),
      )
      await expect.poll(() => [closed.length, most]).toEqual([6, path === '/draft/boxes' ? 2 : 1])
      for (const request of asked) request.destroy()
      await Promise.all(closed.splice(0))
      gate.resolve()
      expect((await server.ask('member', '/draft/boxes')).status).toBe(200)
      // One of those that hung up may still be worked on.
      await expect.poll(() => working).toBe(0)
    }
  })

  it('is looked up once, and again when a login has ended meanwhile', async () => {
    await server.cookie('owner4')
    close()
    const ask = () => server.ask('owner4', '/user')
    const asked = Array.from({ length: 20 }, ask)
    await expect.poll(() => most).toBe(1)
    for (let turn = 0; turn < 20; turn += 1) await nextTurn()
    expect(most).toBe(1)
    const heard: string[] = []
    const stop = await database.listen('session', (login) => heard.push(login))
    await database.transaction((queries) => database.announce(queries, 'session', ''))
    await expect.poll(() => heard).toEqual([''])
    asked.push(ask(), ask())
    await expect.poll(() => most).toBe(2)
    gate.resolve()
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]))
    await stop()
  })

  it.each([
    ['what is read for each', 'GET', () => '/draft/boxes'],
    ['what is prepared', 'GET', (nr: number) => `/stats/teams/${1_000 + nr}`],
    ['changes', 'DELETE', () => '/trading/teams/3/shopping-cart'],
  ] as const)('has two of them worked on, and is refused when a hundred wait: %s', async (_what, method, path) => {
    for (const member of ['member', 'premium']) expect((await server.ask(member, '/user')).status).toBe(200)
    // Those turns end with this one of the event loop.
    await nextTurn()
    close()
    const asked = Array.from({ length: 110 }, (_, nr) => server.ask('member', path(nr), { method }))
    // Beyond two at work and a hundred that wait.
    await expect.poll(async () => (await Promise.race(asked)).status).toBe(429)
    expect(most).toBe(2)
    const other = server.ask('premium', '/draft/pick-sequence')
    await expect.poll(() => most).toBe(3)
    gate.resolve()
    expect((await other).status).toBe(200)
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(8)
    expect(new Set(statuses).size).toBe(2)
    expect(most).toBe(3)
  })
})
