import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DraftedPlayer, KeeperStatus, Pick } from '#contract/draft'
import { OUTSIDE_DRAFT_BOXES } from '#contract/limits'
import { leagueDay } from '#rules/calendar'
import type { Queries } from '#server/db/engine/database'
import { liveChannel } from '#server/db/tables/draft-tables'
import { session } from '#server/db/tables/identity-tables'
import { auditRecord } from '#server/db/tables/tables'
import { draftNight } from '#server/demo/draft-night'
import { ensureDemoLeague, refuseOtherLeague } from '#server/demo/ensure-demo-league'
import { startRehearsal } from '#server/demo/rehearsal/start-rehearsal'
import { findDraft } from '#server/league/draft/sequence'
import { currentLeague } from '#server/league/league'
import { startPicking } from '#server/league/pick-list/pick-by-list'
import { cookieOf, type DemoServer, demoServer, draftNightDatabase } from '../support/demo-members.ts'
import { duringTest } from '../support/during-tests.ts'
import { testDatabase } from '../support/test-database.ts'

const NOW = new Date('2026-11-21T13:00:00Z')
const MINUTE_MS = 60_000
/** The teams of admin, premium and member. */
const [CHAOS, PREMIUM, THU] = [1, 2, 3] as const
/** Its member is absent, and its list picks at once. */
const OLDICE = 11
/** Whose draft is played to its end; 8 others would do the same. */
const DRAFTING = [CHAOS, PREMIUM, OLDICE, 12]
/** The demo members that choose one by themselves. */
const KEEPERS = 9
const LOOK_EVERY_MS = 50

let server: DemoServer
let now: number
let stops: (() => Promise<void>)[]

/** The demo members begin, as they do when a process is started. */
const start = async (secondsPerPick = 0) => {
  const stopOne = await startRehearsal(server.context, { secondsPerPick, clockSeconds: null }, LOOK_EVERY_MS)
  stops.push(stopOne, await startPicking(server.context))
  return stopOne
}
const stop = async () => {
  await Promise.all(stops.map((each) => each()))
  stops = []
}

beforeEach(async () => {
  now = NOW.getTime()
  stops = []
  server = await demoServer({ database: await draftNightDatabase(NOW), clock: () => new Date(now) })
}, 60_000)
afterEach(async () => {
  await stop()
  await server.close()
})

// Somebody without a team looks on: looking makes no one a player.
const read = async (path: string) => (await server.ask('newcomer', path)).body
const sequence = (): Promise<Pick[]> => read('/draft/pick-sequence')
const drafted = (): Promise<DraftedPlayer[]> => read('/draft/players?drafted=true')
const picksOf = async (teamId: number) => (await drafted()).filter((each) => each.teamId === teamId).length
const countDone = async () => (await sequence()).filter(({ pickStatus }) => pickStatus === 'DONE').length
const turn = async () => {
  const active = (await sequence()).filter(({ pickStatus }) => pickStatus === 'ACTIVE')
  return active.length === 1 ? active[0]?.teamId : undefined
}
const isOver = async () => (await sequence()).every(({ pickStatus }) => pickStatus === 'DONE')

/** By a login that begins with it: the one before may have been ended. */
const act = async (action: string, method: 'POST' | 'DELETE' = 'POST') => {
  const { database, context } = server
  const cookie = await cookieOf(database, 'admin', context.env.publicUrl, new Date(now))
  const { status, body } = await server.ask('admin', `/draft/${action}`, { method, headers: { cookie } })
  if (status !== 200) throw new Error(`${action}: ${JSON.stringify(body)}`)
}
const logOut = (...members: string[]) =>
  server.database.transaction(async (queries) => {
    for (const userName of members) await queries.delete(session).where(eq(session.userName, userName))
  })
/** The first of a box that the board shows as free, for a person who picks. */
const pick = async (member: string, teamId: number) => {
  const board: { boxName: string; players: { playerId: number; teamId: number | null; isDrafted: boolean }[] }[] =
    await read('/draft/boxes')
  const open = board.find(
    ({ players }) => players.some(({ isDrafted }) => !isDrafted) && !players.some((each) => each.teamId === teamId),
  )
  const playerId = open?.players.find(({ isDrafted }) => !isDrafted)?.playerId
  return (await server.ask(member, `/draft/teams/${teamId}/players/${playerId}`, { method: 'POST' })).status
}
/** Nothing happens, as long as somebody would have looked several times. */
const quiet = async () => {
  const before = await countDone()
  await new Promise((resolve) => setTimeout(resolve, 6 * LOOK_EVERY_MS))
  expect(await countDone()).toBe(before)
}

describe('a draft night', { timeout: 120_000 }, () => {
  it('is played by the demo members: keepers, then teams of 22 by every rule, also by two processes', async () => {
    const { database } = server
    await start()
    await start()
    const without = async () => {
      const statuses: KeeperStatus[] = await read('/draft/keepers-status')
      return statuses.filter(({ hasKeeper }) => !hasKeeper).map(({ teamId }) => teamId)
    }
    // Three teams are left to people who log in as one of them.
    await expect.poll(async () => (await without()).toSorted()).toEqual([CHAOS, PREMIUM, THU])
    expect(await sequence()).toEqual([])

    await stop()
    await act('lock-keepers')
    expect(await sequence()).toHaveLength(12 * 22 - KEEPERS)
    for (let teamId = 1; teamId <= 12; teamId++) {
      if (!DRAFTING.includes(teamId)) await act(`picking-teams/${teamId}`, 'DELETE')
    }
    // Two of the four have kept a player.
    const turns = DRAFTING.length * 22 - 2
    expect(await sequence()).toHaveLength(turns)
    await logOut('admin')
    await start()
    const stopSecond = await start()
    await expect.poll(countDone, { timeout: 40_000 }).toBeGreaterThan(30)
    await stopSecond()
    await expect.poll(isOver, { timeout: 90_000, interval: 200 }).toBe(true)
    await stop()

    const all = await drafted()
    expect(all).toHaveLength(turns + KEEPERS)
    expect(new Set(all.map(({ playerId }) => playerId)).size).toBe(all.length)
    for (const teamId of DRAFTING) {
      const boxes = all.filter((each) => each.teamId === teamId).map(({ draftBox }) => draftBox)
      expect(boxes.toSorted()).toEqual([...OUTSIDE_DRAFT_BOXES].toSorted())
    }
    await database.transaction(async (queries) => {
      const { seasonId, firstDay, constants } = await currentLeague(queries)
      expect(firstDay > leagueDay(now, constants.timeZone)).toBe(true)
      // One pick for each turn, in the order of the turns.
      const draft = await findDraft(queries, seasonId)
      const inTurn = (draft?.sequence.entries ?? []).toSorted((one, other) => (one.doneNr ?? 0) - (other.doneNr ?? 0))
      expect(inTurn.map(({ sequenceNr }) => sequenceNr)).toEqual(inTurn.map((_, index) => index + 1))
      const keepers = all.slice(-KEEPERS)
      expect(new Set(keepers.map(({ teamId }) => teamId)).size).toBe(KEEPERS)
      expect(all.slice(0, turns).map(({ teamId }) => teamId)).toEqual(inTurn.map(({ teamId }) => teamId).toReversed())
      // Recorded like any member's.
      const records = await queries.select().from(auditRecord).where(eq(auditRecord.call, 'draft.draftPlayer'))
      expect(records).toHaveLength(turns)
      // One team of an absent member picks by its list at once; it has kept a player, and has 21 turns.
      const byList = records.filter(({ subject }) => subject === 'pick-list')
      expect(new Set(byList.map(({ params }) => params.teamId))).toEqual(new Set([OLDICE]))
      expect(byList).toHaveLength(21)
      expect(records.every((each) => byList.includes(each) || each.subject?.startsWith('rehearsal:'))).toBe(true)
    })
  })

  it('waits for a person, and continues when they have picked, log out or are no longer seen', async () => {
    await server.ask('member', '/user')
    await start()
    await act('lock-keepers')
    await logOut('admin')
    await expect.poll(turn).toBe(THU)
    await quiet()
    expect(await picksOf(THU)).toBe(0)

    expect(await pick('member', THU)).toBe(200)
    await expect.poll(turn).toBe(THU)
    expect(await picksOf(THU)).toBe(1)
    // The board is open on their phone for longer than anyone is waited for.
    await server.rows(sql`
        insert into live_channel (id, login, cursor, opened_at, seen_at)
        select 'board', id_hash, 0, now(), now() from session where user_name = 'member'`)
    for (let minutes = 0; minutes < 60; minutes += 30) {
      const seenAt = new Date(now + 30 * MINUTE_MS)
      await server.database.transaction((queries) => queries.update(liveChannel).set({ seenAt }))
      now += 30 * MINUTE_MS
      await quiet()
    }
    now += 5 * MINUTE_MS
    await quiet()
    now += 6 * MINUTE_MS
    await expect.poll(() => picksOf(THU)).toBeGreaterThan(1)
  })

  it('follows the admin, lets everybody pick at once, and goes on where it was after a restart', async () => {
    // No simulated member moves in so slow a draft; the list of who may be the first by the dice would pick at once.
    await server.rows(sql`delete from pick_for_me`)
    await act('lock-keepers')
    await logOut('admin')
    await start(900)
    await quiet()
    expect(await countDone()).toBe(0)
    await stop()

    await server.ask('member', '/user')
    await start()
    await expect.poll(turn).toBe(THU)
    await stop()
    const before = await drafted()
    await start()
    await quiet()
    expect(await drafted()).toEqual(before)

    // They are passed over; their next turn comes, at once where one round's last is the next one's first.
    await act('forward-pick-sequence')
    await logOut('admin')
    await expect.poll(turn).toBe(THU)
    expect(await countDone()).toBeGreaterThan(before.length)
    expect(await picksOf(THU)).toBe(0)

    await stop()
    await act('free-picking')
    await logOut('admin')
    const done = await countDone()
    await start()
    await expect.poll(countDone).toBeGreaterThan(done + 12)
    await stop()
    expect(await picksOf(THU)).toBe(0)
    expect(await pick('member', THU)).toBe(200)
  })
})

describe('the league of a draft night', () => {
  it('is the same league, and a start without the scenario leaves it as it is', async () => {
    const { database } = server
    const refused = (queries: Queries) => refuseOtherLeague(queries, 'draft-night', draftNight)
    await database.transaction(refused)
    const leagueOf = () => database.transaction(currentLeague)
    const before = await leagueOf()
    expect(before.demoSeed).toBe(draftNight.seed)
    await ensureDemoLeague({ database, clock: () => new Date(now), report: () => {} })
    expect(await leagueOf()).toEqual(before)

    await database.transaction((queries) => queries.execute(sql`update league set demo_seed = 1995`))
    await expect(database.transaction(refused)).rejects.toThrow(/set DATA_DIR or DATABASE_URL/)
    const empty = await duringTest(testDatabase())
    await empty.transaction(refused)
  })
})
