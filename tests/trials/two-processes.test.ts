import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveMessage } from '#contract/draft-room'
import { openDraft } from '../support/draft-races.ts'
import { askLive, memberHeaders, messagesOf } from '../support/live-client.ts'
import { liveEventRange, liveEventsAfter } from '../support/live-events.ts'
import { type LiveServers, liveProcesses, liveServers } from '../support/live-servers.ts'
import { rowsIn } from '../support/test-database.ts'

const CLIENTS = 10
const EVENTS = 15
const TEAMS = 4

const postgres = process.env.TEST_DATABASE_URL

// Where PostgreSQL is, they are separate processes.
describe('two servers on one database', () => {
  let live: LiveServers
  const agent = new Agent({ keepAlive: true })
  beforeAll(async () => {
    live = await (postgres ? liveProcesses(postgres, { teams: TEAMS }) : liveServers({ teams: TEAMS }))
    await openDraft(live)
  })
  afterAll(async () => {
    agent.destroy()
    await live.close()
  })

  it('give clients whose polls alternate every message once, in order', async () => {
    const range = await live.database.transaction(liveEventRange)
    const heard = Array.from({ length: CLIENTS }, (): LiveMessage[] => [])
    let over = false
    const frames: string[] = []
    const client = async (index: number, opened: () => void) => {
      const channel = `/000/${randomBytes(6).toString('hex')}`
      const member = live.ownerOf(1 + (index % TEAMS))
      for (let polled = index; !over; polled += 1) {
        const server = live.servers[polled % 2] ?? live.servers[0]
        const { body } = await askLive(server.origin, `${channel}/xhr`, {
          headers: await memberHeaders(live.servers[0], member),
          agent,
        })
        frames.push(body.slice(0, 1))
        heard[index]?.push(...messagesOf(body))
        opened()
      }
    }
    const running: Promise<void>[] = []
    await Promise.all(heard.map((_, index) => new Promise<void>((opened) => running.push(client(index, opened)))))
    for (let events = 0; events < EVENTS; events += 1) {
      await live.act('POST', events % 2 === 0 ? 'free-picking' : 'resume-pick-sequence')
    }
    await expect.poll(() => heard.map((messages) => messages.length)).toEqual(heard.map(() => EVENTS))
    over = true
    await live.act('POST', 'free-picking')
    await Promise.all(running)

    const sent = await live.database.transaction((queries) => liveEventsAfter(queries, range?.last ?? 0))
    for (const messages of heard) expect(messages).toEqual(sent.map(({ message }) => message))
    expect(frames.filter((kind) => kind === 'o')).toHaveLength(CLIENTS)
    expect(new Set(frames)).toEqual(new Set(['o', 'a']))
  })

  it('give a message to one of two polls of a client that wait in both, and say so to the other', async () => {
    const channel = '/000/in_two_places'
    const poll = async (server: LiveServers['servers'][0]) =>
      (
        await askLive(server.origin, `${channel}/xhr`, {
          headers: await memberHeaders(live.servers[0], 'member'),
        })
      ).body
    expect(await poll(live.servers[0])).toBe('o\n')
    const answers = Promise.all(live.servers.map(poll))
    await new Promise((resolve) => setTimeout(resolve, 300))
    await live.act('POST', 'resume-pick-sequence')
    const [message, told] = (await answers).toSorted()
    expect(messagesOf(message ?? '')).toHaveLength(1)
    expect(told).toBe('c[1002,"Connection interrupted"]\n')
  })

  const asked = async (path: string, request?: Parameters<LiveServers['ask']>[2]) =>
    Promise.all(live.servers.map(({ ask }) => ask('member', path, request)))

  const count = () => rowsIn(live.database, sql`select count(*)::int as records from audit_record`)

  it('act once on a request that reaches both, and give it one answer', async () => {
    const [user] = await asked('/user')
    const [before] = await count()
    const [one, other] = await asked(`/trading/teams/${user?.body.teamId}/shopping-cart`, {
      method: 'DELETE',
      headers: { 'idempotency-key': 'b7ce8a1e-2d0f-4c8e-9a83-0a5a7a3b4e11' },
    })
    expect([one?.status, other?.status]).toEqual([200, 200])
    expect(other?.body).toEqual(one?.body)
    expect(await count()).toEqual([{ records: Number(before?.records) + 1 }])
  })

  it('end what a login had asked of the other', async () => {
    const [here, there] = live.servers
    const { body: members } = await here.ask('admin', '/office/members')
    const { id, teamId } = members.members.find(({ userName }: { userName: string }) => userName === 'premium')
    const asked = Array.from({ length: 100 }, () =>
      there.ask('premium', `/trading/teams/${teamId}/shopping-cart`, { method: 'DELETE' }),
    )
    await asked[0]
    expect((await here.ask('admin', `/office/members/${id}/logins`, { method: 'DELETE' })).status).toBe(200)
    const before = await count()
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(await count()).toEqual(before)
    expect(new Set(statuses)).toEqual(new Set([200, 401]))
  })

  it('end a login in both', async () => {
    await rowsIn(live.database, sql`delete from session`)
    // The processes look again after some seconds at the latest.
    await expect.poll(async () => (await asked('/user')).map(({ status }) => status)).toEqual([401, 401])
  })
})
