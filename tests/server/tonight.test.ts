import { sql } from 'drizzle-orm'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, test } from 'vitest'
import { ClubSchedule, Tonight } from '#contract/tonight'
import { followScores } from '#server/schedule/follow-scores'
import { demoDatabase, demoServer, MORNING } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { scheduledProcess } from '../support/scheduled-process.ts'
import { secondProcess } from '../support/second-process.ts'

// One night of the demo league, from the afternoon to the morning after; a Saturday with matinees.

const DAY = '2026-11-21'
const MINUTE_MS = 60_000
// The corrections of the day before are known from ten in the morning on.
let now = new Date(`${DAY}T15:05:00Z`)

describe('a night of the demo league', () => {
  let work: ReturnType<typeof scheduledProcess>
  let follow: () => Promise<number>
  /** Totals with what is imported and waits. */
  let base: Record<number, number>

  const at = (time: string) => {
    now = new Date(time)
  }
  const tonight = async (member = 'member'): Promise<Tonight> => {
    // What was prepared before the clock of the test jumped is forgotten by an announcement, which comes a moment later.
    server.context.prepared.forget()
    const { status, body } = await server.ask(member, '/tonight')
    expect(status).toBe(200)
    expect(Value.Errors(Tonight, body)).toEqual([])
    return body
  }
  const totals = ({ teams }: Tonight) => Object.fromEntries(teams.map(({ teamId, total }) => [teamId, total]))
  const standings = async () => {
    server.context.prepared.forget()
    const { body } = await server.ask('member', '/stats/teams')
    return Object.fromEntries(body.map(({ id, totalScore }: { id: number; totalScore: number }) => [id, totalScore]))
  }

  const server = duringTests(async () => demoServer({ database: await demoDatabase(MORNING), clock: () => now }))
  beforeAll(async () => {
    work = scheduledProcess(server.database, () => now)
    follow = followScores(work.given)
  })

  test('before the first game: who is to play, and the standings as they are', async () => {
    await work.work()
    await follow()
    const night = await tonight()
    expect(night).toMatchObject({ today: DAY, date: DAY, asOf: now.toISOString() })
    const scheduled = await server.rows<{ count: number }>(
      sql`select count(*)::int as count from game where game_date = ${DAY}`,
    )
    expect(night.games).toHaveLength(scheduled[0]?.count ?? 0)
    expect(night.games.every(({ state, away }) => state === 'FUT' && away.score === undefined)).toBe(true)
    // The correction of a game of the day before waits for its update; the premium members' preview has it, too.
    const { body: preview } = await server.ask('premium', '/stats/players-preview')
    base = await standings()
    for (const { team, pointsDiffPrevious } of preview)
      if (team) base[team.id] = (base[team.id] ?? 0) + pointsDiffPrevious
    expect(totals(night)).toEqual(base)
    for (const team of night.teams) {
      expect(team).toMatchObject({ points: 0, done: 0, playing: 0 })
      const [dressed] = await server.rows<{ count: number }>(sql`
        select count(*)::int as count from roster_entry entry join player on player.id = entry.player_id
        where entry.team_id = ${team.teamId} and sold_at is null and season_id = (select season_id from league)
          and not exists (select 1 from scratch_interval where entry_id = entry.id and dressed_at is null)
          and exists (select 1 from game where game_date = ${DAY} and nhl_team in (home, away))`)
      expect(team.toPlay).toBe(dressed?.count)
    }
    // Nothing has been done: those who are there belong to a team.
    expect(night.lines.every(({ teamId, points }) => teamId !== undefined && points === 0)).toBe(true)
  })

  test('every ten minutes while games are to come, every 20 seconds while one is on', async () => {
    const asked = async () =>
      (await server.rows<{ at: string }>(sql`select asked_at::text as at from score_reading`))[0]?.at
    const before = await asked()
    now = new Date(now.getTime() + 9 * MINUTE_MS)
    expect(await follow()).toBeLessThanOrEqual(MINUTE_MS)
    expect(await asked()).toBe(before)
    const [first] = await server.rows<{ start: string }>(sql`
      select min(start_time)::text as start from game where game_date = ${DAY}`)
    now = new Date(Date.parse(first?.start ?? '') + 5 * MINUTE_MS)
    await follow()
    const begun = await asked()
    expect(begun).not.toBe(before)
    now = new Date(now.getTime() + 19_000)
    expect(await follow()).toBe(1_000)
    expect(await asked()).toBe(begun)
    now = new Date(now.getTime() + 1_000)
    await follow()
    expect(await asked()).not.toBe(begun)
  })

  test('while games are on every total is the official one with what the goals bring', async () => {
    now = new Date(now.getTime() + 60 * MINUTE_MS)
    await follow()
    const night = await tonight()
    const official = await standings()
    for (const { teamId, total, points, officialTotal } of night.teams) {
      expect(officialTotal).toBe(official[teamId])
      expect(total).toBeCloseTo((base[teamId] ?? 0) + points, 6)
    }
    expect(night.teams.some(({ points }) => points > 0)).toBe(true)
    const ranks = night.teams.map(({ rank }) => rank)
    expect(ranks).toEqual([...ranks].sort((one, other) => one - other))
  })

  test('counts each game once while reports come, are published and are corrected, in every process', {
    timeout: 120_000,
  }, async () => {
    // Five in the morning has not come; all games are final, and none is imported.
    at('2026-11-22T07:30:00Z')
    await follow()
    const provisional = await tonight()
    expect(provisional.date).toBe(DAY)
    expect(provisional.games.every(({ state }) => state === 'OFF')).toBe(true)
    // The winners in goal are known, so the page is not read again.
    at('2026-11-22T07:31:00Z')
    await follow()
    expect((await tonight()).asOf).toBe(provisional.asOf)
    expect(provisional.teams.some(({ total, officialTotal }) => total > officialTotal)).toBe(true)
    const expected = totals(provisional)
    const lines = (night: Tonight) => night.lines.map((line) => JSON.stringify(Object.entries(line).sort())).sort()

    // The reports of some games first, as an import finds them.
    await work.work()
    const imported = await tonight()
    const [waiting] = await server.rows<{ count: number }>(
      sql`select count(distinct game_id)::int as count from pending_line join game on game.id = game_id where game_date = ${DAY}`,
    )
    expect(waiting?.count).toBe(provisional.games.length)
    expect(totals(imported)).toEqual(expected)
    expect(lines(imported)).toEqual(lines(provisional))
    // Of half of the games they are gone again: a process that has died before it wrote them.
    await server.rows(
      sql`delete from pending_line where game_id % 2 = 0 and game_id in (select id from game where game_date = ${DAY})`,
    )
    expect(totals(await tonight())).toEqual(expected)
    const other = await secondProcess(server.database)
    if (other) {
      const second = await demoServer({ clock: () => now, database: other })
      expect(totals((await second.ask('member', '/tonight')).body)).toEqual(expected)
      await second.close()
    }

    at('2026-11-22T10:05:00Z')
    await work.work()
    expect(await standings()).toEqual(expected)
    const published = await tonight()
    expect(published.date).toBe(DAY)
    expect(totals(published)).toEqual(expected)
    expect(published.teams.every(({ total, officialTotal }) => total === officialTotal)).toBe(true)
    expect(lines(published)).toEqual(lines(provisional))
  })

  test('the schedule of the next eight days, by club', async () => {
    at('2026-11-22T11:00:00Z')
    const { body } = await server.ask('member', '/stats/schedule')
    expect(Value.Errors(ClubSchedule, body[0])).toEqual([])
    expect(body).toHaveLength(32)
    for (const { club, games, gamesThisWeek } of body) {
      const all = await server.rows<{ date: string; opponent: string; home: boolean }>(sql`
        select game_date::text as date, case when home = ${club} then away else home end as opponent, home = ${club} as home
        from game where ${club} in (home, away) and game_date between '2026-11-22' and '2026-11-29'
        order by start_time`)
      const own = all.map((game) => (game.date === '2026-11-22' ? { ...game, tonight: true } : game))
      expect(games.map(({ start: _, ...game }: { start: string }) => game)).toEqual(own)
      const [week] = await server.rows<{ count: number }>(sql`
        select count(*)::int as count from game where ${club} in (home, away) and game_date between '2026-11-16' and '2026-11-22'`)
      expect(gamesThisWeek).toBe(week?.count)
    }
  })

  test('a league may keep it for premium members', async () => {
    expect((await server.ask('member', '/user')).body.features).toContain('tonight')
    await server.rows(sql`update league set tonight_premium = true`)
    await server.database.transaction((queries) => server.database.announce(queries, 'league', ''))
    await expect.poll(async () => (await server.ask('member', '/tonight')).status).toBe(403)
    expect((await server.ask('member', '/stats/schedule')).status).toBe(403)
    expect((await server.ask('member', '/user')).body.features).not.toContain('tonight')
    expect((await server.ask('premium', '/user')).body.features).toContain('tonight')
    expect((await server.ask('premium', '/tonight')).status).toBe(200)
  })
})
