import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/engine/database'
import { correctedGame } from '#server/demo/simulation/season'
import { startSchedule } from '#server/schedule/scheduled-work'
import { duringTest, duringTests } from '../support/during-tests.ts'
import { listCorrections } from '../support/noted-corrections.ts'
import { scheduledProcess } from '../support/scheduled-process.ts'
import { secondProcess } from '../support/second-process.ts'
import { linesIn, nhl, playedLines, simulated, simulatedLeague } from '../support/simulated-season.ts'
import { rowsIn } from '../support/test-database.ts'

const updates = async (database: Database) => {
  const rows = await rowsIn<{ at: string; through: string }>(
    database,
    sql`select to_char(published_at at time zone 'utc', 'MM-DD HH24:MI') as at, through_day::text as through
      from official_update order by id`,
  )
  return rows.map(({ at, through }) => `${at} through ${through}`)
}

const seasonDays = [...new Set(nhl.season.fixtures.map(({ date }) => date))]
/** A game of the second day or later whose correction will come. */
const corrected = seasonDays
  .slice(1, 5)
  .flatMap((day) => nhl.season.played(day).map((game) => ({ day, game, better: correctedGame(game) })))
  .find(({ better }) => better !== null)

describe('a season by schedule', () => {
  let now = new Date('2026-10-06T12:00:00Z')
  let server: ReturnType<typeof scheduledProcess>

  const database = duringTests(() => simulatedLeague())
  beforeAll(async () => {
    server = scheduledProcess(database, () => now)
  })

  test('begins with everything there is, and an update that has nothing yet', async () => {
    await server.work()
    expect(await linesIn(database, 'pending_line')).toEqual([])
    expect(await updates(database)).toEqual(['10-06 12:00 through 2026-10-05'])
    const counts = sql`select (select count(*)::int from player) as players,
        (select count(*)::int from game) as games, (select count(*)::int from nhl_team) as clubs`
    expect(await rowsIn(database, counts)).toEqual([{ players: 960, games: 1312, clubs: 32 }])
  }, 120_000)

  test('does nothing before something is due', async () => {
    const said = server.said.length
    now = new Date('2026-10-06T14:59:00Z')
    await server.work()
    expect(server.said.length).toBe(said)
  })

  test('has games that have ended as the preview until the morning', async () => {
    // Two in the morning in Toronto: all but the latest games of the west are official.
    now = new Date('2026-10-07T06:30:00Z')
    await server.work()
    expect(await linesIn(database, 'pending_line')).toEqual(playedLines(['2026-10-06'], now))
    expect(await linesIn(database, 'official_line')).toEqual([])
    now = new Date('2026-10-07T09:00:10Z')
    await server.work()
    expect(await linesIn(database, 'pending_line')).toEqual([])
    expect(await linesIn(database, 'official_line')).toEqual(playedLines(['2026-10-06'], now))
    expect((await updates(database)).at(-1)).toBe('10-07 09:00 through 2026-10-06')
  })

  test('shows games that are on as soon as they end, the first before the last has begun', async () => {
    now = new Date('2026-10-08T02:00:00Z')
    await server.work()
    const rows = await rowsIn<{ state: string }>(
      database,
      sql`select distinct state from game where game_date <= '2026-10-07'`,
    )
    const states = rows.map(({ state }) => state)
    expect(states).toContain('OFF')
    expect(states.some((state) => state === 'LIVE' || state === 'FUT' || state === 'FINAL')).toBe(true)
  })

  test('goes on day by day to the simulator’s very lines, corrections included', async () => {
    for (let morning = 8; morning <= 13; morning++) {
      now = new Date(Date.UTC(2026, 9, morning, 9, 0, 20))
      await server.work()
    }
    const days = seasonDays.filter((day) => day <= '2026-10-12')
    expect(await linesIn(database, 'official_line')).toEqual(playedLines(days, now))
    expect(await updates(database)).toHaveLength(8)
    expect(server.said.filter((text) => /failed|Not imported/.test(text))).toEqual([])
  }, 60_000)

  test('lists the corrections for members, each with what it changed', async () => {
    const noted = await listCorrections(database, simulated.seasonId)
    expect(corrected).toBeDefined()
    const ofGame = noted.filter(({ gameId }) => gameId === corrected?.game.id)
    expect(ofGame).toHaveLength(2)
    expect(ofGame.map(({ pointsBefore, pointsAfter }) => pointsAfter - pointsBefore).sort()).toEqual([-1, 1])
    // Known at ten the next morning, published at five on the morning after.
    const [{ publishedAt } = { publishedAt: new Date(0) }] = ofGame
    expect(publishedAt.getTime() - Date.parse(`${corrected?.day}T09:00:20Z`)).toBe(2 * 86_400_000)
  })

  test('catches up after days without a server', async () => {
    now = new Date('2026-10-17T20:00:00Z')
    await server.work()
    const days = seasonDays.filter((day) => day <= '2026-10-16')
    const official = new Set(await linesIn(database, 'official_line'))
    expect(playedLines(days, now).filter((line) => !official.has(line))).toEqual([])
    expect((await updates(database)).at(-1)).toMatch(/^10-17 20:00/)
  }, 60_000)

  test('leaves work to another process that is at it, and does not do it again', async () => {
    now = new Date('2026-10-18T09:01:00Z')
    const second = await secondProcess(database)
    const other = scheduledProcess(second ?? database, () => now)
    const before = (await updates(database)).length
    await Promise.all([server.work(), other.work(), other.work()])
    await Promise.all([server.work(), other.work()])
    expect(await updates(database)).toHaveLength(before + 1)
    await second?.close()
    const said = [...server.said, ...other.said]
    expect(said.filter((text) => text === 'Published an official update')).toHaveLength(before + 1)
  }, 60_000)
})

describe('a schedule that cannot do its work', () => {
  test('says why, tries again later and later, and stops when it is told', async () => {
    const database = await duringTest(simulatedLeague())
    await rowsIn(database, sql`update league set demo_seed = null`)
    const { given, said } = scheduledProcess(database, () => new Date('2026-10-06T12:00:00Z'))
    let looks = 0
    const exclusively = (work: () => Promise<void>) => {
      looks++
      return database.exclusively(work)
    }
    // Its NHL is an address where no server answers.
    const stop = startSchedule({ ...given, database: { ...database, exclusively } }, 5)
    await expect.poll(() => looks).toBeGreaterThan(0)
    await stop()
    const seen = looks
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(looks).toBe(seen)
    expect(said.join()).not.toContain('Published')
  }, 60_000)
})
