import { beforeAll, describe, expect, it } from 'vitest'
import { raceForPlayer, raceInOneTurn } from '../support/draft-races.ts'
import { duringTests } from '../support/during-tests.ts'
import { preseasonServer } from '../support/preseason-server.ts'

/** ROUNDS=100 races as often, with two processes where there is PostgreSQL. */
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const TEAMS = ROUNDS > 3 ? 12 : 4
const processesOn = ROUNDS > 3 ? process.env.TEST_DATABASE_URL : undefined

describe('at the same moment', { timeout: 120_000 + ROUNDS * 5_000 }, () => {
  const server = duringTests(() => preseasonServer({ teams: TEAMS, processesOn }))
  beforeAll(async () => {
    await server.act('PATCH', 'generate-boxes')
  })

  const picked = async () => {
    const { body } = await server.ask('member', '/draft/players?drafted=true')
    return new Set(body.map(({ playerId }: { playerId: number }) => playerId)).size
  }

  it('ten presses of a button do it once, and each says so', async () => {
    const lock = () => server.ask('admin', '/draft/lock-keepers', { method: 'POST' })
    const locked = await Promise.all(Array.from({ length: 10 }, lock))
    expect(locked.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(locked.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['KEEPERS_LOCKED']),
    )
    expect(await server.sequence()).toHaveLength(TEAMS * 22)
  })

  it(`a team has one player of several in one turn, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      expect(await raceInOneTurn(server, 2)).toEqual({ DONE: 1, NOT_YOUR_TURN: 1 })
    }
    expect(await picked()).toBe(ROUNDS)
  })

  it(`one of 50 requests has a player, ${ROUNDS} times`, async () => {
    const before = await server.sequence()
    for (let round = 0; round < ROUNDS; round++) {
      const { DONE, PLAYER_TAKEN = 0, BOX_TAKEN = 0, ...others } = await raceForPlayer(server, round, 50)
      expect({ DONE, refused: PLAYER_TAKEN + BOX_TAKEN, others }).toEqual({ DONE: 1, refused: 49, others: {} })
    }
    const done = (await server.sequence()).filter(({ pickStatus }) => pickStatus === 'DONE')
    expect(done).toHaveLength(before.filter(({ pickStatus }) => pickStatus === 'DONE').length + ROUNDS)
    expect(await picked()).toBe(2 * ROUNDS)
  })
})
