import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveMessage } from '#contract/draft-room'
import { openDraft } from '../support/draft-races.ts'
import { askLive, memberHeaders, messagesOf } from '../support/live-client.ts'
import { liveEventRange, liveEventsAfter } from '../support/live-events.ts'
import { type LiveServers, liveProcesses, liveServers } from '../support/live-servers.ts'

const CLIENTS = 10
const EVENTS = 15

const postgres = process.env.TEST_DATABASE_URL

describe.each(
  [
    { servers: 'two servers in one process', start: () => liveServers({ teams: 4 }), run: true },
    { servers: 'two processes', start: () => liveProcesses(postgres ?? '', { teams: 4 }), run: postgres !== undefined },
  ].filter(({ run }) => run),
)('clients whose polls alternate between $servers', ({ start }) => {
  let live: LiveServers
  const agent = new Agent({ keepAlive: true })
  beforeAll(async () => {
    live = await start()
    await openDraft(live)
  })
  afterAll(async () => {
    agent.destroy()
    await live.close()
  })

  it('get every message once, in order', async () => {
    const range = await live.database.transaction(liveEventRange)
    const heard = Array.from({ length: CLIENTS }, (): LiveMessage[] => [])
    let over = false
    const frames: string[] = []
    const client = async (index: number, opened: () => void) => {
      const channel = `/000/${randomBytes(6).toString('hex')}`
      const member = live.ownerOf(1 + (index % 4))
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

  it('are given a message in one of two polls that wait in different servers, and the other is told', async () => {
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
})
