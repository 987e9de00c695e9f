import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import { addDays, daysBetween, leagueDay, tradingIsOpen } from '#rules/calendar'
import { positionGroup } from '#rules/positions'
import { goaliePoints, skaterPoints } from '#rules/scoring'
import type { Database } from '#server/db/engine/database'
import { game, officialLine, officialUpdate, playerSeason, teamSnapshot } from '#server/db/tables/tables'
import { ensureDemoLeague } from '#server/demo/ensure-demo-league'
import { standings } from '#server/league/standings/standings'
import { demoDatabase } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { readTables, reckonEntry } from '../support/recompute.ts'

const DAY_MS = 86_400_000

let now = new Date('2026-11-21T13:00:00Z')

const readAll = async (database: Database) => {
  const tables = await readTables(database)
  return database.transaction(async (queries) => ({
    ...tables,
    positions: new Map(tables.players.map(({ id, position }) => [id, position])),
    updates: (await queries.select().from(officialUpdate)).toSorted(
      (one, other) => one.publishedAt.getTime() - other.publishedAt.getTime(),
    ),
    snapshots: await queries.select().from(teamSnapshot),
    table: await standings(queries, tables.league, now.getTime()),
  }))
}
type Everything = Awaited<ReturnType<typeof readAll>>

const held = ({ entries }: Everything, team: number) =>
  entries.filter(({ teamId, soldAt }) => teamId === team && soldAt === null)
const pointsOfTeam = (all: Everything, teamId: number): number =>
  held(all, teamId).reduce((sum, entry) => sum + reckonEntry(all, entry).teamPoints, 0)

describe('the demo league', () => {
  let all: Everything

  const database = duringTests(() => demoDatabase(now))
  beforeAll(async () => {
    all = await readAll(database)
  })

  it('stands in mid-season with trading open', () => {
    const { league } = all
    const today = leagueDay(now.getTime(), LEAGUE_DEFAULTS.timeZone)
    expect(tradingIsOpen(league.dates, now.getTime())).toBe(true)
    expect(daysBetween(league.firstDay, today)).toBeGreaterThan(42)
    expect(league.dates.tradingEndTime - now.getTime()).toBeGreaterThan(28 * DAY_MS)
    const games = [...all.games.values()]
    expect(games).toHaveLength(1312)
    expect(games.some(({ gameDate, state }) => gameDate === addDays(today, -1) && state === 'OFF')).toBe(true)
    expect(games.every(({ gameDate, state }) => (state === 'OFF') === gameDate < today)).toBe(true)
  })

  it('has twelve teams whose points and totals follow from the lines', () => {
    expect(all.table).toHaveLength(12)
    for (const row of all.table) {
      const [points, cash] = [pointsOfTeam(all, row.id), (all.cash.get(row.id) ?? Number.NaN) / 100]
      expect([row.points, row.cash], row.name).toEqual([points, cash])
      expect(row.totalScore).toBeCloseTo(points + cash, 6)
      expect(row.ranking).toBe(1 + all.table.filter((other) => (other.totalScore ?? 0) > (row.totalScore ?? 0)).length)
    }
    expect(new Set(all.cash.values()).size).toBeGreaterThan(6)
  })

  it('shows as Last, This Week and Last Week what the snapshots of the updates say', () => {
    const monday = '2026-11-16'
    const through = (day: string) => all.updates.findLast(({ throughDay }) => throughDay < day)?.id
    for (const row of all.table) {
      const total = (updateId: number | undefined) => {
        const found = all.snapshots.find((each) => each.updateId === updateId && each.teamId === row.id)
        return found ? (found.pointsCents + found.cashCents) / 100 : Number.NaN
      }
      const ended = total(all.updates.at(-1)?.id)
      expect(row.totalScore).toBe(ended)
      expect(row.scoreDiffPrevious).toBeCloseTo(ended - total(all.updates.at(-2)?.id), 6)
      expect(row.scoreThisWeek).toBeCloseTo(ended - total(through(monday)), 6)
      expect(row.scoreLastWeek).toBeCloseTo(total(through(monday)) - total(through(addDays(monday, -7))), 6)
    }
  })

  it('keeps every roster legal', () => {
    for (const { id } of all.teams) {
      const dressed = held(all, id).filter((entry) => !reckonEntry(all, entry).scratched)
      const group = (name: string) =>
        dressed.filter(({ playerId }) => positionGroup(all.positions.get(playerId) ?? 'C') === name).length
      expect(held(all, id).length).toBeLessThanOrEqual(22)
      expect(dressed.length).toBeLessThanOrEqual(19)
      expect(group('defender')).toBeGreaterThanOrEqual(4)
      expect(group('goalie')).toBeGreaterThanOrEqual(1)
      expect(all.entries.filter(({ teamId, draftBox }) => teamId === id && draftBox !== null)).toHaveLength(22)
    }
    const sold = all.entries.filter(({ soldAt }) => soldAt !== null)
    expect(sold.length).toBeGreaterThan(20)
    for (const { boughtAt, soldAt } of sold) {
      expect((soldAt?.getTime() ?? 0) - boughtAt.getTime()).toBeGreaterThanOrEqual(21 * DAY_MS - 3_600_000)
      expect(soldAt?.getTime()).toBeGreaterThanOrEqual(all.league.dates.tradingStartTime)
    }
  })

  it('has the lines of last season, of which every sum that is shown follows', async () => {
    const lastSeason = all.league.seasonId - 10_001
    const { lines, shown } = await database.transaction(async (queries) => {
      const games = queries.select({ id: game.id }).from(game).where(eq(game.seasonId, lastSeason))
      return {
        lines: await queries.select().from(officialLine).where(inArray(officialLine.gameId, games)),
        shown: await queries.select().from(playerSeason).where(eq(playerSeason.seasonId, lastSeason)),
      }
    })
    expect(new Set(lines.map(({ gameId }) => gameId)).size).toBe(1312)
    const sums = new Map<number, { points: number; gamesPlayed: number; toiSeconds: number }>()
    for (const line of lines) {
      const sum = sums.get(line.playerId) ?? { points: 0, gamesPlayed: 0, toiSeconds: 0 }
      sum.points += all.positions.get(line.playerId) === 'G' ? goaliePoints(line) : skaterPoints(line)
      sum.gamesPlayed += 1
      sum.toiSeconds += line.toiSeconds
      sums.set(line.playerId, sum)
    }
    expect(shown.length).toBeGreaterThan(700)
    expect(new Set(shown.map(({ playerId }) => playerId))).toEqual(new Set(sums.keys()))
    for (const { playerId, points, gamesPlayed, teamGamesPlayed, toiSeconds } of shown) {
      const sum = sums.get(playerId)
      expect({ playerId, points, gamesPlayed }).toEqual({
        playerId,
        points: sum?.points,
        gamesPlayed: sum?.gamesPlayed,
      })
      // The NHL gives a skater's ice time as an average of whole seconds.
      expect(Math.abs(toiSeconds - (sum?.toiSeconds ?? 0))).toBeLessThanOrEqual(gamesPlayed / 2)
      expect(teamGamesPlayed).toBe(82)
    }
  })

  it('loses no money: cash is what sales brought less what purchases cost', () => {
    for (const [team, cash] of all.cash) {
      const own = all.entries.filter(({ teamId }) => teamId === team)
      const brought = own.reduce((sum, entry) => sum + (entry.soldPriceCents ?? 0) - entry.boughtPriceCents, 0)
      expect(cash).toBe(brought)
      expect(cash).toBeGreaterThanOrEqual(0)
    }
  })

  it('does nothing when started again, and moves on by a day when a day has ended', async () => {
    const start = () => ensureDemoLeague({ database, clock: () => now, report: () => {} })
    await start()
    expect((await readAll(database)).updates).toHaveLength(all.updates.length)
    now = new Date('2026-11-23T13:00:00Z')
    await start()
    const later = await readAll(database)
    expect(later.updates).toHaveLength(all.updates.length + 2)
    expect(later.lines.length).toBeGreaterThan(all.lines.length)
    for (const row of later.table) expect(row.points).toBe(pointsOfTeam(later, row.id))
    // Monday: the week has just begun.
    expect(later.table.every(({ scoreThisWeek }) => scoreThisWeek === 0)).toBe(true)
  })
})
