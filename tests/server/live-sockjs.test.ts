import { setTimeout as wait } from 'node:timers/promises'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, it } from 'vitest'
import { LiveMessage } from '#contract/draft-room'
import { type DemoServer, demoServer } from '../support/demo-members.ts'
import { openDraft } from '../support/draft-races.ts'
import { duringTests } from '../support/during-tests.ts'
import { freePort } from '../support/free-port.mjs'
import { asMember, LiveClient } from '../support/live-client.ts'
import { liveServers } from '../support/live-servers.ts'

const HEARTBEAT_MS = 150

describe('the SockJS client', () => {
  const live = duringTests(() => liveServers({ teams: 4, heartbeatMs: HEARTBEAT_MS }))
  beforeAll(async () => {
    await openDraft(live)
  })

  it('opens, gets each pick and each change of the sequence, and hears a heartbeat in between', async () => {
    const [server] = live.servers
    await asMember(server, 'premium', async () => {
      const client = new LiveClient(server.origin)
      await client.opened
      await live.act('POST', 'set-picking-team/3')
      await expect.poll(() => client.messages.length).toBe(1)
      const { playerId } = await live.free('1.C')
      const { body } = await live.draft(3, playerId)
      await expect.poll(() => client.messages.length).toBe(3)
      for (const message of client.messages) expect(Value.Check(LiveMessage, message)).toBe(true)
      expect(client.messages).toEqual([
        { type: 'PICK_SEQUENCE_UPDATED', pickSequence: expect.anything() },
        { type: 'PLAYER_DRAFTED', draftedPlayer: body },
        { type: 'PICK_SEQUENCE_UPDATED', pickSequence: await live.sequence() },
      ])
      const before = client.heartbeats
      await expect.poll(() => client.heartbeats).toBeGreaterThan(before + 2)
      await live.act('POST', 'free-picking')
      await expect.poll(() => client.messages.length).toBe(4)
      client.close()
      expect(await client.closed).toMatchObject({ code: 1000, wasClean: true })
    })
  })

  it('is told when the server stops, at once, and connects again when it is back', async () => {
    const { database } = live
    const stopped = await demoServer({ database })
    const listening = async (server: DemoServer, port: number) => server.app.listen({ port, host: '127.0.0.1' })
    const port = await freePort()
    const origin = await listening(stopped, port)
    const member = { origin, cookie: stopped.cookie }
    await asMember(member, 'member', async () => {
      const client = new LiveClient(origin)
      await client.opened
      // Its next poll has reached the server.
      await wait(200)
      const asked = Date.now()
      await stopped.app.close()
      // Not 1000, after which it would not try again.
      expect(await client.closed).toEqual({ code: 1012, reason: 'Service restart', wasClean: true })
      expect(Date.now() - asked).toBeLessThan(2_000)
      const gone = new LiveClient(origin)
      expect(await gone.closed).toMatchObject({ code: 1002, wasClean: false })

      const started = await demoServer({ database })
      await listening(started, port)
      const again = new LiveClient(origin)
      await again.opened
      await live.act('POST', 'resume-pick-sequence')
      await expect.poll(() => again.messages.map(({ type }) => type)).toEqual(['PICK_SEQUENCE_UPDATED'])
      again.close()
      await started.app.close()
    })
  })
})
