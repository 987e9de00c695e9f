import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/engine/database'
import { liveChannel } from '#server/db/tables/draft-tables'
import { session } from '#server/db/tables/identity-tables'
import { closeOldest, openChannel } from '#server/live/live-channels'
import { type DemoServer, demoServer } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { askLive } from '../support/live-client.ts'
import { preseasonDatabase } from '../support/preseason-league.ts'

const OPEN = 'o\n'

/** Counts what the server asks of the database. */
function counting(database: Database): Database & { asked(): number } {
  let asked = 0
  return {
    ...database,
    asked: () => asked,
    transaction: (work) => {
      asked += 1
      return database.transaction(work)
    },
    statement: (work) => {
      asked += 1
      return database.statement(work)
    },
  }
}

describe('opening live channels', () => {
  const database = duringTests(async () => counting(await preseasonDatabase(4)))
  let servers: [DemoServer, DemoServer]
  let origins: [string, string]
  let headers: Record<string, string>
  let otherHeaders: Record<string, string>

  // With every look: of two channels one is the older.
  let time = Date.now()
  const clock = () => {
    time += 1
    return new Date(time)
  }
  const start = async () => {
    const options = { database, env: { RATE_LIMIT: '100000' }, clock }
    const one = await demoServer(options)
    const other = await demoServer(options)
    servers = [one, other]
    origins = [
      await one.app.listen({ port: 0, host: '127.0.0.1' }),
      await other.app.listen({ port: 0, host: '127.0.0.1' }),
    ]
    const headersOf = async (member: string) => ({
      cookie: await one.cookie(member),
      'x-requested-with': 'hockey-pool',
    })
    headers = await headersOf('member')
    otherHeaders = await headersOf('premium')
  }
  beforeEach(async () => {
    // A machine may be so slow that openings come back meanwhile.
    vi.useFakeTimers({ toFake: ['performance'] })
    await start()
    return async () => {
      vi.useRealTimers()
      for (const { app } of servers) await app.close()
    }
  })

  const newId = () => randomBytes(6).toString('hex')
  const poll = (id: string, who = headers, at: 0 | 1 = 0) => askLive(origins[at], `/000/${id}/xhr`, { headers: who })
  const openTen = async () => {
    const ids = Array.from({ length: 10 }, newId)
    for (const id of ids) expect((await poll(id)).body).toBe(OPEN)
    return ids
  }

  it('is refused after ten, without the database, and for no one else', async () => {
    await openTen()
    const before = database.asked()
    const refused = await Promise.all(Array.from({ length: 100 }, () => poll(newId())))
    expect(new Set(refused.map(({ status, body }) => `${status} ${JSON.parse(body).code}`))).toEqual(
      new Set(['429 TOO_MANY_REQUESTS']),
    )
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(refused[0]?.headers['retry-after'])).toBeLessThanOrEqual(2)
    expect((await askLive(origins[0], `/000/${newId()}/xhr_send`, { headers, body: '[]' })).status).toBe(429)
    expect(database.asked()).toBe(before)
    expect((await poll(newId(), otherHeaders)).body).toBe(OPEN)
  })

  it('is allowed once more every two seconds', async () => {
    await openTen()
    vi.advanceTimersByTime(1_999)
    expect((await poll(newId())).status).toBe(429)
    vi.advanceTimersByTime(1)
    expect((await poll(newId())).body).toBe(OPEN)
    expect((await poll(newId())).status).toBe(429)
    vi.advanceTimersByTime(60_000)
    await openTen()
    expect((await poll(newId())).status).toBe(429)
  })

  it('counts what a member opens with all logins together', async () => {
    await openTen()
    const [server] = servers
    const second = await demoServer({ database })
    const cookie = await second.cookie('member')
    expect(cookie).not.toBe(await server.cookie('member'))
    expect((await poll(newId(), { ...headers, cookie })).status).toBe(429)
    await second.app.close()
  })

  it('does not count the polls of a channel, at whichever process', async () => {
    const [id = ''] = await openTen()
    const event = () =>
      database.transaction(async (queries) => {
        const { rows } = await queries.execute<{ id: number }>(sql`
          insert into live_event (written_at, body)
          values (now(), '{"type": "PICK_SEQUENCE_UPDATED", "pickSequence": []}') returning id`)
        await database.announce(queries, 'live', String(rows[0]?.id))
      })
    for (let turn = 0; turn < 12; turn += 1) {
      await event()
      expect((await poll(id, headers, turn % 2 === 0 ? 1 : 0)).body).toMatch(/^a\[/)
    }
    expect((await poll(newId())).status).toBe(429)
    // The other process has counted none of them.
    expect((await poll(newId(), headers, 1)).body).toBe(OPEN)
  })

  it('never leaves a member more than ten, however many are opened at once', async () => {
    const [own] = await database.transaction((queries) => queries.select().from(session))
    if (!own) throw new Error('Somebody is logged in.')
    const login = own.idHash
    const open = (id: string) =>
      database.transaction(async (queries) => {
        expect(await openChannel(queries, { id, login, now: clock() })).toBe('opened')
        return closeOldest(queries, login, 10)
      })
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(Array.from({ length: 8 }, (_, nr) => open(`opened ${round} ${nr}`)))
    }
    const kept = await database.transaction((queries) => queries.$count(liveChannel, eq(liveChannel.login, login)))
    expect(kept).toBe(10)
  })

  it('tells a login that has just ended so, before the process has heard of it', async () => {
    expect((await poll(newId())).body).toBe(OPEN)
    // Without the announcement that ends it in every process.
    await database.transaction((queries) => queries.delete(session))
    const { status, body } = await poll(newId())
    expect([status, JSON.parse(body).code]).toEqual([401, 'UNAUTHENTICATED'])
  })

  it('counts a channel that is broken off and polled again', async () => {
    const [id = ''] = await openTen()
    const hangUp = new AbortController()
    const polls = [0, 1].map(() => askLive(origins[0], `/000/${id}/xhr`, { headers, signal: hangUp.signal }))
    for (const each of polls) each.catch(() => {})
    // The other one waits.
    expect((await Promise.race(polls)).body).toContain('Another connection still open')
    hangUp.abort()
    const rows = () => database.transaction((queries) => queries.select().from(liveChannel))
    await expect.poll(async () => (await rows()).some((channel) => channel.id === id)).toBe(false)
    expect((await poll(id)).status).toBe(429)
  })
})
