import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  /** What stands on the board, as `team box` -> player. */
  const grid = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await server.board()).flatMap(({ boxName, players }) =>
        players.flatMap(({ teamId, playerId }) => (teamId ? [[`${teamId} ${boxName}`, playerId]] : [])),
      ),
    )
  return { server, ask, room, log, pickFrom, grid }
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
    const kinds = (await log()).map(({ kind }) => kind)
    expect(kinds).toEqual(['clock', 'locked', 'paused', 'resumed', 'pick', 'sequence'])
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

it('the room says how many players each team will lack, until points have been counted', async () => {
  const { server, ask, room, log, pickFrom, grid } = await draftOf()
  const missing = async () =>
    Object.fromEntries((await room()).teams.flatMap(({ teamId, missing: m }) => (m > 0 ? [[teamId, m]] : [])))
  const [first = 0, second = 0, third = 0] = (await server.sequence()).map(({ teamId }) => teamId)
  await pickFrom('1.C')
  await server.act('POST', `set-picking-team/${first}`)
  await pickFrom('1.LW')
  await server.act('DELETE', `picking-teams/${second}`)
  expect(await missing()).toEqual({ [second]: 22 })
  await server.act('DELETE', `picking-teams/${first}`)
  expect(await missing()).toEqual({ [first]: 20, [second]: 22 })
  for (const team of [first, second]) await server.act('POST', `picking-teams/${team}`)
  expect(await missing()).toEqual({})
  await server.act('POST', `set-picking-team/${third}`)
  await server.act('POST', 'forward-pick-sequence')
  expect(await missing()).toEqual({ [third]: 1 })
  expect(replay(await log()).board).toEqual(await grid())
  // A correction in the season may leave a player who is not of the draft: no turn is due for that.
  await rowsIn(
    server.database,
    sql`update roster_entry set draft_box = null where season_id = ${server.league.seasonId} and draft_box = '1.C'`,
  )
  expect(await missing()).toEqual({ [first]: 1, [third]: 1 })
  const allOut = async () => {
    for (const team of new Set((await server.sequence()).map(({ teamId }) => teamId)))
      await ask('DELETE', `picking-teams/${team}`)
  }
  await allOut()
  expect(await missing()).toEqual({ 1: 22, 2: 22, 3: 22, 4: 22, [first]: 21 })
  await server.act('POST', `picking-teams/${third}`)
  await publish(server.database, new Date('2027-01-01T12:00:00Z'))
  expect(Object.keys(await missing())).toHaveLength(3)
  await allOut()
  expect(await missing()).toEqual({})
  await server.close()
})
