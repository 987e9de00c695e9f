import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DraftLogEntry, DraftRoom, PickForMe, PickList } from '#contract/draft-room'
import { findDue, pickByList, startPicking } from '#server/league/pick-list/pick-by-list'
import { demoServer } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { CHAIR, NEWCOMER, preseasonLeague } from '../support/preseason-league.ts'
import { draftingOn, refusal } from '../support/preseason-server.ts'
import { secondProcess } from '../support/second-process.ts'
import { testDatabase } from '../support/test-database.ts'

/** Four teams before their draft; time stands still unless the test moves it. No simulated member picks yet. */
async function listServer() {
  const database = await testDatabase()
  const time = { now: Date.parse('2026-09-26T23:00:00Z') }
  const clock = () => new Date(time.now)
  const league = await preseasonLeague(database, { teams: 4, now: clock() })
  const served = await demoServer({ database, clock })
  const other = await secondProcess(database)
  const second = other && (await demoServer({ database: other, clock }))
  const close = async () => {
    await second?.close()
    await served.close()
  }
  const server = draftingOn({ league, database, ask: served.ask, close })
  const path = (teamId: number, what: string) => `/draft/teams/${teamId}/${what}`
  const put = (member: string | null, teamId: number, what: string, body: object) =>
    served.ask(member, path(teamId, what), { method: 'PUT', body })
  return {
    ...server,
    time,
    /** Of each process that there is. */
    contexts: [served.context, (second ?? served).context],
    read: (member: string | null, teamId: number) => served.ask(member, path(teamId, 'pick-list')),
    save: (member: string | null, teamId: number, playerIds: readonly unknown[]) =>
      put(member, teamId, 'pick-list', { playerIds }),
    choose: (member: string | null, teamId: number, mode: string) => put(member, teamId, 'pick-for-me', { mode }),
    room: async (): Promise<DraftRoom> => (await served.ask(NEWCOMER, '/draft/room')).body,
    log: async (): Promise<DraftLogEntry[]> => (await served.ask(NEWCOMER, '/draft/log')).body,
    setClock: (secondsPerPick: number) =>
      served.ask(CHAIR, '/draft/clock', { method: 'PUT', body: { secondsPerPick } }),
  }
}

const picksOf = (entries: readonly DraftLogEntry[]) =>
  entries.filter(({ kind }) => kind === 'pick').map(({ teamId, player, how }) => [teamId, player?.id, how])

describe('a pick list', () => {
  let ids: number[]
  const server = duringTests(() => listServer())
  beforeAll(async () => {
    ids = server.league.players.map(({ id }) => id)
  })

  it('cannot be made before the boxes are, and is empty and off', async () => {
    expect(refusal(await server.save('member', 3, ids.slice(0, 1)))).toEqual([409, 'BOXES_MISSING'])
    expect((await server.read('member', 3)).body).toEqual({ mode: 'off', players: [] })
    await server.act('PATCH', 'generate-boxes')
  })

  it('is replaced as a whole, in its order, with who is in no box', async () => {
    const outside = ids.at(-1) ?? 0
    const { playerId } = await server.free('1.C')
    const { status, body }: { status: number; body: PickList } = await server.save('member', 3, [outside, playerId])
    expect(status).toBe(200)
    expect(body.players.map((player) => [player.playerId, player.boxName, player.position, player.isDrafted])).toEqual([
      [outside, null, 'G', false],
      [playerId, '1.C', 'C', false],
    ])
    expect((await server.save('member', 3, [playerId])).body.players).toHaveLength(1)
    expect((await server.read('member', 3)).body.players).toEqual([body.players[1]])
  })

  it('has no one twice, no one unknown, and at most 300', async () => {
    const [first = 0, second = 0] = ids
    expect(refusal(await server.save('member', 3, [first, second, first]))).toEqual([400, 'PICK_LIST_DOUBLE'])
    expect(refusal(await server.save('member', 3, [first, 7]))).toEqual([404, 'PLAYER_NOT_FOUND'])
    expect(refusal(await server.save('member', 3, ['one']))).toEqual([400, 'BAD_REQUEST'])
    const many = Array.from({ length: 301 }, (_, index) => index + 1)
    expect(refusal(await server.save('member', 3, many))).toEqual([400, 'BAD_REQUEST'])
    expect((await server.read('member', 3)).body.players).toHaveLength(1)
    // As many as this league has.
    const all = ids.slice(0, 300)
    const { body } = await server.save('member', 3, all.toReversed())
    expect(body.players.map(({ playerId }: { playerId: number }) => playerId)).toEqual(all.toReversed())
    await server.save('member', 3, [])
  })

  it('has a switch that everybody may know of, and only the team and admins by its choice', async () => {
    expect(refusal(await server.choose('member', 3, 'always'))).toEqual([400, 'BAD_REQUEST'])
    expect((await server.choose('member', 3, 'timeout')).body).toEqual({ mode: 'timeout', players: [] })
    const shown = async (member: string) => {
      const { body }: { body: DraftRoom } = await server.ask(member, '/draft/room')
      const team = body.teams.find(({ teamId }) => teamId === 3)
      return [team?.picksByList, team?.mode]
    }
    expect(await shown('member')).toEqual([true, 'timeout'])
    expect(await shown(CHAIR)).toEqual([true, 'timeout'])
    expect(await shown('premium')).toEqual([true, undefined])
    expect((await server.choose('member', 3, 'off')).body.mode).toBe('off')
    expect(await shown('premium')).toEqual([false, undefined])
  })
})

describe('picking by list', () => {
  /** How many picks there were before the test. */
  let before: number
  const picks = async () => picksOf(await server.log()).slice(before)
  const look = (teamId: number, at = 0) => pickByList(server.contexts[at % 2] ?? never(), teamId)

  const server = duringTests(() => listServer())
  beforeAll(async () => {
    await server.act('PATCH', 'generate-boxes')
    await server.act('POST', 'lock-keepers')
  })
  beforeEach(async () => {
    before = picksOf(await server.log()).length
    await server.setClock(0)
    await server.choose('member', 3, 'off')
    await server.choose('owner4', 4, 'off')
    await server.act('POST', 'set-picking-team/3')
  })

  it('picks at once where the team wants it, from the list, else by points, and for no team that does not', async () => {
    const { playerId } = await server.free('2.LD')
    await server.save('member', 3, [playerId])
    await server.choose('member', 3, 'now')
    const stop = await startPicking(server.contexts[0] ?? never())
    await expect.poll(picks).toEqual([[3, playerId, 'list']])
    const board = await server.board()
    const best = Math.max(...board.flatMap(({ players }) => players.map((player) => player.normalizedPoints ?? 0)))
    await server.act('POST', 'set-picking-team/4')
    await server.choose('owner4', 4, 'now')
    await expect.poll(async () => (await picks()).length).toBe(2)
    await stop()
    const [, [team, player, how] = []] = await picks()
    const picked = board.flatMap(({ players }) => players).find((each) => each.playerId === player)
    expect([team, how, picked?.normalizedPoints]).toEqual([4, 'points', best])
    expect((await server.read('member', 3)).body.players).toMatchObject([{ playerId, isDrafted: true }])
  })

  it('picks when the time is up and not a millisecond before', async () => {
    const { playerId } = await server.free('1.G')
    await server.save('member', 3, [playerId])
    await server.choose('member', 3, 'timeout')
    // Without a clock there is no time to run out.
    expect(await look(3)).toBe(false)
    await server.setClock(30)
    const deadline = Date.parse((await server.room()).clock.deadlineAt ?? '')
    expect(deadline).toBe(server.time.now + 30_000)
    server.time.now = deadline - 1
    expect(await look(3)).toBe(false)
    const due = await server.database.transaction((queries) => findDue(queries, server.time.now))
    expect(due).toEqual({ teamIds: [], nextAt: deadline })
    server.time.now = deadline
    expect(await look(3)).toBe(true)
    expect(await picks()).toEqual([[3, playerId, 'list']])
  })

  it.each<PickForMe>(['timeout', 'now'])('picks nothing in a pause, nor out of turn: %s', async (mode) => {
    await server.setClock(30)
    await server.choose('owner4', 4, mode)
    server.time.now += 60_000
    expect(await look(4)).toBe(false)
    await server.choose('member', 3, mode)
    await server.act('POST', 'pause')
    expect(await look(3)).toBe(false)
    await server.choose('member', 3, 'off')
    await server.act('POST', 'resume')
    expect(await picks()).toEqual([])
  })

  it('never picks for a team that is off, however long its time is up', async () => {
    await server.save('member', 3, [(await server.free('1.RW')).playerId])
    await server.setClock(30)
    server.time.now += 3_600_000
    expect(await look(3)).toBe(false)
    await server.choose('member', 3, 'now')
    await server.choose('member', 3, 'off')
    expect(await look(3)).toBe(false)
    expect(await server.picking()).toBe(3)
  })

  it('picks once, however many processes look at the same moment', async () => {
    const wanted = [(await server.free('1.LD')).playerId, (await server.free('1.RD')).playerId]
    await server.save('member', 3, wanted)
    await server.choose('member', 3, 'now')
    const looks = Promise.all(Array.from({ length: 12 }, (_, index) => look(3, index)))
    const own = await server.draft(3, wanted[0] ?? 0)
    const made = (await looks).filter(Boolean).length
    expect(made + (own.status === 200 ? 1 : 0)).toBe(1)
    expect(await picks()).toHaveLength(1)
    expect(await server.picking()).not.toBe(3)
  })

  it('skips who was drafted, and puts an outside player into the first box that takes them', async () => {
    const rival = (await server.free('3.C')).playerId
    const outside = server.league.players.findLast(({ position }) => position === 'LW')?.id ?? 0
    await server.save('member', 3, [rival, outside, (await server.free('3.LW')).playerId])
    await server.choose('member', 3, 'now')
    await server.act('POST', 'set-picking-team/4')
    expect((await server.draft(4, rival)).status).toBe(200)
    const boxes: (string | null | undefined)[] = []
    for (let turn = 0; turn < 2; turn += 1) {
      await server.act('POST', 'set-picking-team/3')
      expect(await look(3)).toBe(true)
      boxes.push((await server.log()).findLast(({ kind }) => kind === 'pick')?.boxName)
    }
    expect(boxes).toEqual(['1.OUT', '3.LW'])
  })
})

function never(): never {
  throw new Error('There is no server.')
}
