import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GameState } from '#contract/tonight'
import type { Goal } from '#rules/tonight'
import { claimNotices } from '#server/push/push'
import { startPush } from '#server/push/push-sender'
import { saveScores } from '#server/schedule/follow-scores'
import { type DemoServer, demoDatabase, demoServer, MORNING } from '../support/demo-members.ts'
import { PUSH_HOST, type PushService, pushService } from '../support/push-service.ts'

const NOW = new Date('2026-11-22T01:00:00Z')
const MINUTE_MS = 60_000

describe('a device of a member who wants to hear of goals', () => {
  let now = NOW
  let service: PushService
  let server: DemoServer
  let stop: () => Promise<void>
  let endpoint: string
  let game: { id: number; day: string; home: string; away: string }
  let seasonId: number
  /** A dressed skater of the member's team, one who is scratched, and one of no team. */
  let dressed: number
  let scratched: number
  let free: number

  const query = async <Row extends Record<string, unknown>>(asked: ReturnType<typeof sql>) =>
    (await server.database.transaction((queries) => queries.execute<Row>(asked))).rows
  const goal = (scorer: number): Goal => ({ club: game.home, scorer, assists: [], strength: 'ev' })
  const says = (state: GameState, goals: readonly Goal[]) =>
    server.database.transaction((queries) =>
      saveScores(server, queries, { seasonId, day: game.day, now: now.getTime() }, [
        {
          ...{ ...game, state, period: 2, periodType: 'REG', secondsLeft: 100, intermission: false },
          ...{ homeScore: goals.length, awayScore: 0, goals, goalies: [] },
        },
      ]),
    )
  const shown = () =>
    service.pushed
      .filter((each) => each.endpoint === endpoint)
      .map(
        ({ message: { title, body, tag, navigate } }) => `${title} | ${body} | ${tag} | ${new URL(navigate).pathname}`,
      )
  const waiting = () => query<{ about: string }>(sql`select about from push_notice`)
  const nameOf = async (id: number) =>
    (await query<{ name: string }>(sql`select first_name || ' ' || last_name as name from player where id = ${id}`))[0]
      ?.name

  beforeAll(async () => {
    service = await pushService()
    server = await demoServer({
      database: await demoDatabase(MORNING),
      clock: () => now,
      env: { PUSH_HOSTS: PUSH_HOST },
    })
    stop = await startPush(server.context, service.outside)
    const { body: user } = await server.ask('member', '/user')
    const held = await query<{ player: number; club: string; scratched: boolean }>(sql`
      select entry.player_id as player, nhl_team as club,
        exists (select 1 from scratch_interval where entry_id = entry.id and dressed_at is null) as scratched
      from roster_entry entry join player on player.id = entry.player_id
      where entry.team_id = ${user.teamId} and sold_at is null and season_id = (select season_id from league)`)
    const [one] = await query<{ id: number; season: number; day: string; home: string; away: string }>(sql`
      select id, season_id as season, game_date::text as day, home, away from game
      where start_time > ${NOW.toISOString()}::timestamptz - interval '1 hour' and start_time <= ${NOW.toISOString()}::timestamptz limit 1`)
    if (!one) throw new Error('No game is on')
    seasonId = one.season
    game = { id: one.id, day: one.day, home: one.home, away: one.away }
    dressed = held.find((each) => !each.scratched)?.player ?? 0
    scratched = held.find((each) => each.scratched)?.player ?? 0
    free =
      (
        await query<{ id: number }>(sql`
          select id from player where not exists (select 1 from roster_entry where player_id = player.id and sold_at is null) limit 1`)
      )[0]?.id ?? 0
    const device = service.device()
    endpoint = device.subscription.endpoint
    const { status, body } = await server.ask('member', '/push', { method: 'PUT', body: device.subscription })
    expect(status).toBe(200)
    // Off until it is switched on.
    expect(body.kinds.goal).toBe(false)
  }, 120_000)
  afterAll(async () => {
    await stop()
    await server.close()
    await service.close()
  })

  test('hears nothing before it is switched on, and nothing of goals from before', async () => {
    await says('LIVE', [])
    await says('LIVE', [goal(dressed)])
    expect(await waiting()).toEqual([])
    const { body } = await server.ask('member', '/push')
    const { status } = await server.ask('member', '/push', { method: 'PATCH', body: { ...body.kinds, goal: true } })
    expect(status).toBe(200)
    await says('LIVE', [goal(dressed), goal(free)])
    expect(await waiting()).toEqual([])
    await query(sql`delete from score_game`)
    await says('LIVE', [goal(dressed)])
    expect(await waiting()).toEqual([])
  })

  test('hears of a dressed player once, not of one who is scratched', async () => {
    await says('LIVE', [goal(dressed), goal(scratched), goal(dressed)])
    await expect
      .poll(shown)
      .toEqual([
        `${await nameOf(dressed)} scores | ${game.away} 0, ${game.home} 3 · 2nd period | goal-${game.id} | /tonight`,
      ])
    await says('LIVE', [goal(dressed), goal(scratched), goal(dressed)])
    await expect.poll(waiting).toEqual([])
    expect(shown()).toHaveLength(1)
  })

  test('gets one message at a time, whatever waits', async () => {
    await query(sql`
      insert into push_notice (subscription_id, kind, tag, about, title, body, written_at, due_at)
      select id, 'start', tag, tag, tag, '', ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
      from push_subscription, unnest(array['one', 'two', 'three']) as tag`)
    const claim = (second: number) =>
      server.database.transaction((queries) =>
        claimNotices(queries, {
          now: new Date(now.getTime() + second * 1000),
          most: 20,
          busyUntil: new Date(now.getTime() + second * 1000 + 500),
        }),
      )
    // No process has heard that there is something to send.
    const claimed = [await claim(0), await claim(1), await claim(2), await claim(3)]
    expect(claimed.map((each) => each.map(({ title }) => title))).toEqual([['one'], ['two'], ['three'], []])
    await query(sql`delete from push_notice`)
    await query(sql`update push_subscription set busy_until = null`)
  })

  test('hears of the next one five minutes later at the earliest, and not of one that is taken back before', async () => {
    now = new Date(NOW.getTime() + MINUTE_MS)
    const three = [goal(dressed), goal(scratched), goal(dressed), goal(dressed)]
    await says('LIVE', three)
    expect(await waiting()).toHaveLength(1)
    await says('LIVE', three.slice(0, 3))
    expect(await waiting()).toEqual([])
    await says('LIVE', three)
    expect(shown()).toHaveLength(1)
    now = new Date(NOW.getTime() + 6 * MINUTE_MS)
    await server.database.transaction((queries) => server.database.announce(queries, 'push', ''))
    await expect.poll(shown).toHaveLength(2)
    await expect.poll(waiting).toEqual([])
  })
})
