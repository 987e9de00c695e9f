import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DraftBox } from '#contract/draft'
import type { DraftLogEntry, DraftRoom } from '#contract/draft-room'
import { replay } from '../support/draft-replay.ts'
import { liveEventRange, liveEventsAfter } from '../support/live-events.ts'
import { CHAIR, NEWCOMER } from '../support/preseason-league.ts'
import { preseasonServer, refusal } from '../support/preseason-server.ts'
import { publish } from '../support/publish.ts'
import { rowsIn } from '../support/test-database.ts'

/** A draft of four teams with its keepers locked, unless said otherwise. */
async function draftOf({ locked = true }: { locked?: boolean } = {}) {
  const server = await preseasonServer({ teams: 4 })
  await server.act('PATCH', 'generate-boxes')
  if (locked) await server.act('POST', 'lock-keepers')
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    server.ask(CHAIR, `/draft/${path}`, { method, ...(body && { body }) })
  const room = async (): Promise<DraftRoom> => (await ask('GET', 'room')).body
  const log = async (): Promise<DraftLogEntry[]> => (await ask('GET', 'log')).body
  /** The player of a box whom the team takes on its turn. */
  const pickFrom = async (boxName: string): Promise<number> => {
    const { playerId } = await server.free(boxName)
    const { status, body } = await server.draft((await server.picking()) ?? 0, playerId)
    expect(status, JSON.stringify(body)).toBe(200)
    return playerId
  }
  let boxes: DraftBox[] | undefined
  /** Players, and boxes of teams, that are no longer free. */
  const taken = new Set<number>()
  const filled = new Set<string>()
  /** The first box that the team has open, outside ones last; the board is read once. */
  const pickAny = async (): Promise<void> => {
    const team = (await server.picking()) ?? 0
    boxes ??= await server.board()
    const open = boxes.filter(({ boxName }) => !filled.has(`${team} ${boxName}`))
    const [inBox] = open
      .filter(({ boxName }) => !boxName.endsWith('.OUT'))
      .flatMap(({ boxName, players }) => {
        const free = players.find(({ playerId, isDrafted }) => !isDrafted && !taken.has(playerId))
        return free ? [{ boxName, playerId: free.playerId }] : []
      })
    const inside = new Set(boxes.flatMap(({ players }) => players.map(({ playerId }) => playerId)))
    const outside = server.league.players.find(({ id }) => !inside.has(id) && !taken.has(id))
    const { boxName = '', playerId } = inBox ?? { boxName: open[0]?.boxName, playerId: outside?.id ?? 0 }
    const { status, body } = await server.draft(team, playerId, inBox ? undefined : boxName)
    expect(status, JSON.stringify(body)).toBe(200)
    taken.add(playerId)
    filled.add(`${team} ${boxName}`)
  }
  /** What stands on the board, as `team box` -> player. */
  const grid = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await server.board()).flatMap(({ boxName, players }) =>
        players.flatMap(({ teamId, playerId }) => (teamId ? [[`${teamId} ${boxName}`, playerId]] : [])),
      ),
    )
  return { server, ask, room, log, pickFrom, pickAny, grid }
}

describe('a pick', () => {
  let draft: Awaited<ReturnType<typeof draftOf>>
  // Each test leaves an empty board, but for the last two.
  beforeAll(async () => {
    draft = await draftOf()
  })
  afterAll(() => draft.server.close())

  it("taken back is free again, and it is its team's turn; a second tap takes back nothing", async () => {
    const { server, ask, log, pickFrom } = draft
    const before = await server.sequence()
    const first = before[0]?.teamId
    const playerId = await pickFrom('1.C')
    const other = await pickFrom('1.LW')
    const newest = (await server.database.transaction(liveEventRange))?.last ?? 0
    expect(refusal(await ask('POST', `take-back/${playerId}`))).toEqual([409, 'NOT_THE_LAST_PICK'])
    expect((await ask('POST', `take-back/${other}`)).status).toBe(200)
    expect((await ask('POST', `take-back/${playerId}`)).body).toEqual(before)
    expect(refusal(await ask('POST', `take-back/${playerId}`))).toEqual([409, 'NO_PICK_TO_TAKE_BACK'])
    expect(await server.sequence()).toEqual(before)
    expect(await server.picking()).toBe(first)
    expect((await server.free('1.C')).playerId).toBe(playerId)
    expect((await server.ask(CHAIR, '/draft/players?drafted=true')).body).toEqual([])
    const events = await server.database.transaction((queries) => liveEventsAfter(queries, newest))
    expect(events.map(({ message }) => message.type)).toEqual([
      'PICK_TAKEN_BACK',
      'PICK_SEQUENCE_UPDATED',
      'PICK_TAKEN_BACK',
      'PICK_SEQUENCE_UPDATED',
    ])
    const entries = await log()
    expect(entries.map(({ kind }) => kind)).toEqual(['locked', 'pick', 'pick', 'taken-back', 'taken-back'])
    expect(entries[2]).toMatchObject({ how: 'self', boxName: '1.LW', player: { id: other }, takenBackBy: 'chair' })
    expect(entries[3]).toMatchObject({ pickNr: 3, by: 'chair', player: { id: other } })
  })

  it('taken back by two admins at once is one pick', async () => {
    const { server, ask, pickFrom, grid } = draft
    const other = await pickFrom('1.C')
    const playerId = await pickFrom('1.C')
    const both = await Promise.all(
      ['admin', CHAIR].map((admin) => server.ask(admin, `/draft/take-back/${playerId}`, { method: 'POST' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(Object.values(await grid())).toEqual([other])
    await ask('POST', `take-back/${other}`)
  })

  it('taken back after Back frees the player whose turn is open already', async () => {
    const { server, ask, pickFrom, grid } = draft
    const before = await server.sequence()
    const playerId = await pickFrom('1.C')
    await server.act('POST', 'back-pick-sequence')
    expect(Object.values(await grid())).toEqual([playerId])
    expect((await ask('POST', `take-back/${playerId}`)).status).toBe(200)
    expect(await grid()).toEqual({})
    expect(await server.sequence()).toEqual(before)
  })

  it('made for an absent team says who made it; the member whose pick comes too late learns it', async () => {
    const { server, ask, log } = draft
    const [first, second] = (await server.sequence()).map(({ teamId }) => teamId)
    const wanted = await server.free('1.C')
    expect(refusal(await ask('POST', `for/${second}/players/${wanted.playerId}`))).toEqual([409, 'NOT_YOUR_TURN'])
    const made = await ask('POST', `for/${first}/players/${wanted.playerId}`)
    expect(made.body).toMatchObject({ teamId: first, playerId: wanted.playerId, draftBox: '1.C' })
    expect((await log()).at(-1)).toMatchObject({ kind: 'pick', how: 'admin', by: 'chair', teamId: first })
    const late = await server.draft(first ?? 0, (await server.free('1.LW')).playerId)
    expect(refusal(late)).toEqual([409, 'NOT_YOUR_TURN'])
    expect(late.body.message).toBe(`An admin has picked ${wanted.name} for your team just now.`)
    expect(refusal(await ask('POST', 'for/99/players/8480001'))).toEqual([409, 'NOT_YOUR_TURN'])
  })

  it('stays in the log, which every member reads and no one changes, not even in the database', async () => {
    const { server, log } = draft
    expect((await server.ask(NEWCOMER, '/draft/log')).body).toEqual(await log())
    for (const change of [sql`update draft_log set how = 'list' where kind = 'pick'`, sql`delete from draft_log`]) {
      await expect(rowsIn(server.database, change)).rejects.toThrow()
    }
  })

  it('is not taken back once points have been counted since', async () => {
    const { server, ask, pickFrom } = draft
    const playerId = await pickFrom('1.C')
    const { seasonId } = server.league
    await rowsIn(
      server.database,
      sql`
        insert into official_update (season_id, published_at, through_day)
        values (${seasonId}, '2027-01-01T00:00:00Z', '2026-12-31')`,
    )
    expect(refusal(await ask('POST', `take-back/${playerId}`))).toEqual([409, 'PICK_SETTLED'])
  })
})

describe('the clock', () => {
  it('gives each turn its time, keeps what is left in a pause, and stands still in free picking', async () => {
    const { server, ask, room, pickFrom, log } = await draftOf({ locked: false })
    expect((await room()).clock).toMatchObject({ secondsPerPick: 0, isPaused: false })
    await ask('PUT', 'clock', { secondsPerPick: 60 })
    expect((await room()).clock).not.toHaveProperty('deadlineAt')
    await server.act('POST', 'lock-keepers')
    const left = async () => {
      const { deadlineAt, now } = (await room()).clock
      return deadlineAt ? (Date.parse(deadlineAt) - Date.parse(now)) / 1_000 : null
    }
    // The server's clock of this test goes a second with each look.
    const atFirst = (await left()) ?? 0
    expect(atFirst).toBeGreaterThan(40)
    expect(atFirst).toBeLessThan(60)
    const { body: paused } = await ask('POST', 'pause')
    expect(paused).toMatchObject({ isPaused: true, secondsPerPick: 60 })
    expect(paused.leftMs / 1_000).toBeLessThan(atFirst)
    expect(refusal(await ask('POST', 'pause'))).toEqual([409, 'DRAFT_PAUSED'])
    const team = (await server.picking()) ?? 0
    expect(refusal(await server.draft(team, (await server.free('1.C')).playerId))).toEqual([409, 'DRAFT_PAUSED'])
    const { body: resumed } = await ask('POST', 'resume')
    expect(Date.parse(resumed.deadlineAt) - Date.parse(resumed.now)).toBe(paused.leftMs)
    expect(refusal(await ask('POST', 'resume'))).toEqual([409, 'DRAFT_NOT_PAUSED'])
    await pickFrom('1.C')
    expect(await left()).toBeGreaterThan(40)
    await server.act('POST', 'free-picking')
    expect(await left()).toBeNull()
    await server.act('POST', 'resume-pick-sequence')
    expect(await left()).toBeGreaterThan(40)
    await ask('PUT', 'clock', { secondsPerPick: 0 })
    expect(await left()).toBeNull()
    expect((await log()).map(({ kind }) => kind)).toEqual([
      'clock',
      'locked',
      'paused',
      'resumed',
      'pick',
      'sequence',
      'sequence',
      'clock',
    ])
    await server.close()
  })
})

describe('keepers', () => {
  let draft: Awaited<ReturnType<typeof draftOf>>
  beforeAll(async () => {
    draft = await draftOf({ locked: false })
  })
  afterAll(() => draft.server.close())

  it('can be taken back until the lock, by the team and by an admin, and chosen for an absent team', async () => {
    const { server, ask, log } = draft
    const [mine = 0] = server.league.rosters.get(3) ?? []
    const [theirs = 0] = server.league.rosters.get(2) ?? []
    const path = `teams/3/keep-player/${mine}`
    expect((await server.ask('member', `/draft/${path}`, { method: 'POST' })).status).toBe(200)
    expect(refusal(await server.ask('premium', `/draft/${path}`, { method: 'DELETE' }))).toEqual([403, 'FORBIDDEN'])
    expect((await server.ask('member', `/draft/${path}`, { method: 'DELETE' })).body).toEqual([])
    expect(refusal(await ask('DELETE', path))).toEqual([409, 'KEEPER_NOT_CHOSEN'])
    expect(refusal(await ask('POST', `for/3/keep-player/${theirs}`))).toEqual([409, 'KEEPER_NOT_ELIGIBLE'])
    expect(refusal(await ask('POST', `for/99/keep-player/${mine}`))).toEqual([404, 'TEAM_NOT_FOUND'])
    expect((await ask('POST', `for/3/keep-player/${mine}`)).body).toMatchObject([{ player: { playerId: mine } }])
    expect((await ask('DELETE', path)).body).toEqual([])
    await ask('POST', `for/3/keep-player/${mine}`)
    await server.act('POST', 'lock-keepers')
    expect(refusal(await ask('DELETE', path))).toEqual([409, 'KEEPERS_LOCKED'])
    expect((await log()).at(-1)).toMatchObject({ kind: 'pick', how: 'keeper', teamId: 3, player: { id: mine } })
  })

  it('are unlocked as long as no pick was made, and locked again', async () => {
    const { server, ask, log, pickFrom, grid } = draft
    const [mine = 0] = server.league.rosters.get(3) ?? []
    expect(Object.values(await grid())).toEqual([mine])
    expect((await ask('POST', 'unlock-keepers')).body).toEqual([])
    expect([await grid(), await server.sequence()]).toEqual([{}, []])
    expect((await server.ask('member', '/draft/teams/3/keepers')).body.player.playerId).toBe(mine)
    expect((await ask('DELETE', `teams/3/keep-player/${mine}`)).status).toBe(200)
    await ask('POST', `for/3/keep-player/${mine}`)
    await server.act('POST', 'lock-keepers')
    const playerId = await pickFrom('2.LW')
    expect(refusal(await ask('POST', 'unlock-keepers'))).toEqual([409, 'DRAFT_STARTED'])
    await ask('POST', `take-back/${playerId}`)
    expect((await ask('POST', 'unlock-keepers')).status).toBe(200)
    expect(replay(await log()).board).toEqual({})
  })
})

describe('whatever an admin does', () => {
  it('each team that plays on ends with a full roster, and the room says what is missing until then', async () => {
    const { server, room, log, pickAny, grid } = await draftOf()
    const missing = async () =>
      Object.fromEntries((await room()).teams.flatMap(({ teamId, missing: m }) => (m > 0 ? [[teamId, m]] : [])))
    const teamAt = async (nr: number) => (await server.sequence())[nr - 1]?.teamId ?? 0
    // Taken out in a round before its turn, and back in the same round.
    await pickAny()
    const second = await teamAt(2)
    await server.act('DELETE', `picking-teams/${second}`)
    expect(await missing()).toEqual({ [second]: 22 })
    await server.act('POST', `picking-teams/${second}`)
    expect(await missing()).toEqual({})
    // Back leaves a player drafted, and the team picks another in the turn that is open again.
    const twice = (await server.picking()) ?? 0
    await pickAny()
    await server.act('POST', 'back-pick-sequence')
    await pickAny()
    // Away for more than a round.
    const away = (await server.picking()) ?? 0
    await server.act('DELETE', `picking-teams/${away}`)
    for (let made = 0; made < 7; made += 1) await pickAny()
    await server.act('POST', `picking-teams/${away}`)
    expect(await missing()).toEqual({})
    // Passed over by mistake; the team with two players for one turn could spare one.
    while ((await server.picking()) === twice) await pickAny()
    const passed = (await server.picking()) ?? 0
    await server.act('POST', 'forward-pick-sequence')
    expect(await missing()).toEqual({ [passed]: 1 })
    await server.act('POST', `picking-teams/${passed}`)
    while ((await server.picking()) !== null) await pickAny()
    expect((await server.sequence()).every(({ pickStatus }) => pickStatus === 'DONE')).toBe(true)
    const board = await grid()
    const perTeam = [1, 2, 3, 4].map((team) => Object.keys(board).filter((key) => key.startsWith(`${team} `)).length)
    expect(perTeam).toEqual([22, 22, 22, 22])
    expect(new Set(Object.values(board)).size).toBe(88)
    expect(replay(await log()).board).toEqual(board)
    expect(await missing()).toEqual({})
    // A correction in the season may leave a player who is not of the draft: no turn is due for that.
    await rowsIn(
      server.database,
      sql`
        update roster_entry set draft_box = null
        where id = (select min(id) from roster_entry where season_id = (select season_id from league) and team_id = 1)`,
    )
    expect(await missing()).toEqual({ 1: 1 })
    await publish(server.database, new Date('2027-01-01T12:00:00Z'))
    expect(await missing()).toEqual({})
    await server.close()
  })
})
