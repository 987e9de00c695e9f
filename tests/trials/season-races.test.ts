import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DemoServer, demoDatabase, demoServer, MORNING } from '../support/demo-members.ts'
import { NEXT_SEASON, plannedStart } from '../support/next-season.ts'
import { addRacers, FIRST_TEAM, freeAgents } from '../support/races.ts'

const now = MORNING
const days = { firstDay: '2027-10-05', lastDay: '2028-04-15' }
const ENDED = 20262027
const NEXT = 20272028
const RACERS = 3

/** Holds a transaction open in the middle, long enough for another one to overtake it. */
const HOLD_S = 1
const LOOK_MS = 10

describe('a whole season', () => {
  let server: DemoServer
  const start = () => plannedStart(server.ask, days)
  /** Each change, when all of it is done but its commit. */
  const holdChanges = async () => {
    await server.rows(sql`create or replace function hold() returns trigger language plpgsql as $$
      begin perform pg_sleep(${sql.raw(String(HOLD_S))}); return null; end $$`)
    await server.rows(sql`create trigger hold after insert on audit_record for each statement execute function hold()`)
  }
  /** Until a change is held, or has ended: the embedded engine runs nothing beside it. */
  const untilHeld = async (changes: readonly Promise<unknown>[]) => {
    let isOver = false
    void Promise.all(changes).finally(() => {
      isOver = true
    })
    while (!isOver) {
      const held = await server.rows(
        sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      )
      if (held.length > 0) return
      await wait(LOOK_MS)
    }
  }
  const cartOf = async (teamId: number, playerId: number) =>
    server.rows(sql`insert into cart_entry (team_id, player_id, trade_action, added_at)
      values (${teamId}, ${playerId}, 'BUY', now())`)

  beforeEach(async () => {
    server = await demoServer({ database: await demoDatabase(now), clock: () => now })
  }, 120_000)
  afterEach(() => server.close())

  /** Final cash of each team against what its transactions left. */
  const expectFinalCash = async () => {
    const final = await server.rows(sql`select team_id as id, cash_cents as cash from final_standing
      where season_id = ${ENDED} and team_id is not null order by 1`)
    const left = await server.rows(sql`select team_id as id, cash_cents as cash from team_season
      where season_id = ${ENDED} order by 1`)
    expect(final).toEqual(left)
  }

  const racers = Array.from({ length: RACERS }, (_, index) => FIRST_TEAM + index)
  const fillCarts = async () => {
    const players = await freeAgents([server])
    for (const [index, teamId] of racers.entries()) await cartOf(teamId, players[index] ?? 0)
  }
  const tradeAll = () =>
    racers.map((teamId) => server.ask(`racer${teamId}`, `/trading/teams/${teamId}/execute-trade`, { method: 'POST' }))

  test('is closed with the standings that its last trades left', async () => {
    await addRacers([server])
    // The leader does not trade: the plan names their total.
    await server.rows(sql`update team_season set cash_cents = 99000000 where team_id = 1`)
    await fillCarts()
    for (const teamId of racers) await server.cookie(`racer${teamId}`)
    let close = await start()
    await holdChanges()
    const trades = tradeAll()
    await untilHeld(trades)
    const answers: unknown[] = []
    while (answers.at(-1) !== 200 && answers.length < 5) {
      const { status, body } = await close()
      answers.push(status === 409 ? body.code : status)
      // The carts that the plan showed have been emptied since.
      if (status === 409) close = await start()
    }
    expect(answers.filter((answer) => answer !== 'SEASON_PLAN_CHANGED')).toEqual([200])
    const statuses = (await Promise.all(trades)).map(({ status }) => status)
    const bought = await server.rows(sql`select team_id from roster_entry
      where season_id = ${ENDED} and acquired = 'trade' and team_id >= ${FIRST_TEAM}`)
    expect(bought).toHaveLength(statuses.filter((status) => status === 200).length)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    await expectFinalCash()
  }, 120_000)

  test('is undone beside another change without a fault: not where a member did it, but boxes are made again', async () => {
    const begin = await start()
    expect(await begin()).toMatchObject({ status: 200 })
    expect(await server.ask('admin', '/draft/generate-boxes', { method: 'PATCH' })).toMatchObject({ status: 200 })
    const [own] = await server.rows<{ team: number; player: number; name: string }>(sql`
      select entry.team_id as team, entry.player_id as player, member.user_name as name from roster_entry entry
      join member on member.team_id = entry.team_id
      join draft_box_player boxed on boxed.player_id = entry.player_id and boxed.season_id = ${NEXT}
      where entry.season_id = ${ENDED} and sold_at is null and 'premium' = any (member.roles)
        and acquired <> 'trade' order by 1, 2`)
    if (!own) throw new Error('No premium member has a player who is in a box.')
    const { team, player, name } = own
    await holdChanges()
    const race = async (change: ReturnType<DemoServer['ask']>) => {
      await untilHeld([change])
      const undone = await server.ask('admin', `${NEXT_SEASON}/${NEXT}`, { method: 'DELETE' })
      const { status, body } = await change
      expect([status, body]).toEqual([200, body])
      const [{ season } = { season: 0 }] = await server.rows<{ season: number }>(
        sql`select season_id as season from league`,
      )
      const [left] = await server.rows(sql`select count(*)::int as count from team_season where season_id = ${NEXT}`)
      expect(left?.count === 0).toBe(season === ENDED)
      return { status: undone.status, code: undone.body?.code, season }
    }
    const isBegun = { status: 409, code: 'SEASON_BEGUN', season: NEXT }
    expect(await race(server.ask(name, `/draft/teams/${team}/keep-player/${player}`, { method: 'POST' }))).toEqual(
      isBegun,
    )
    await server.rows(sql`delete from keeper`)
    const tag = { method: 'PUT', body: 'AB' } as const
    expect(await race(server.ask(name, `/draft/tags/teams/${team}/players/${player}`, tag))).toEqual(isBegun)
    await server.rows(sql`delete from draft_tag`)
    expect(await race(server.ask('admin', '/draft/generate-boxes', { method: 'PATCH' }))).toMatchObject({
      status: 200,
      season: ENDED,
    })
  }, 120_000)
})
