import { describe, expect, it } from 'vitest'
import { openDraft, raceForPlayer, raceInOneTurn } from '../support/draft-races.ts'
import { preseasonServer } from '../support/preseason-server.ts'

const ROUNDS = 4

describe('picks at the same moment', () => {
  it(`lets one of 50 requests have a player, ${ROUNDS} times`, { timeout: 120_000 }, async () => {
    const server = await preseasonServer({ teams: 4 })
    await openDraft(server)
    for (let round = 0; round < ROUNDS; round++) {
      const { DONE, PLAYER_TAKEN = 0, BOX_TAKEN = 0, ...others } = await raceForPlayer(server, round, 50)
      expect({ DONE, refused: PLAYER_TAKEN + BOX_TAKEN, others }).toEqual({ DONE: 1, refused: 49, others: {} })
    }
    const { body } = await server.ask('member', '/draft/players?drafted=true')
    expect(new Set(body.map(({ playerId }: { playerId: number }) => playerId)).size).toBe(ROUNDS)
    expect((await server.sequence()).filter(({ pickStatus }) => pickStatus === 'DONE')).toHaveLength(ROUNDS)
    await server.close()
  })

  it(`lets a team have one player of several in one turn, ${ROUNDS} times`, { timeout: 120_000 }, async () => {
    const server = await preseasonServer({ teams: 4 })
    await openDraft(server)
    for (let round = 0; round < ROUNDS; round++) {
      expect(await raceInOneTurn(server, 2)).toEqual({ DONE: 1, NOT_YOUR_TURN: 1 })
    }
    const { body } = await server.ask('member', '/draft/players?drafted=true')
    expect(body).toHaveLength(ROUNDS)
    await server.close()
  })

  it('does one of ten presses of a button that come at once, and says the same to its repetition', async () => {
    const server = await preseasonServer({ teams: 4 })
    await server.act('PATCH', 'generate-boxes')
    const lock = () => server.ask('admin', '/draft/lock-keepers', { method: 'POST' })
    const locked = await Promise.all(Array.from({ length: 10 }, lock))
    expect(locked.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(locked.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['KEEPERS_LOCKED']),
    )
    expect(await server.sequence()).toHaveLength(88)
    await server.close()
  })
})
