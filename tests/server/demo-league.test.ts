import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import { addDays, daysBetween, leagueDay, tradingIsOpen } from '#rules/calendar'
import { scratchPoints } from '#rules/money'
import { positionGroup } from '#rules/positions'
import { goaliePoints, skaterPoints } from '#rules/scoring'
import type { Database, Queries } from '#server/db/engine/database'
import {
  game,
  officialLine,
  officialUpdate,
  pendingLine,
  player,
  playerSeason,
  rosterEntry,
  scratchInterval,
  team,
  teamSeason,
  teamSnapshot,
} from '#server/db/tables/tables'
import { ensureDemoLeague } from '#server/demo/ensure-demo-league'
import { currentLeague } from '#server/league/league'
import { standings } from '#server/league/standings/standings'
import { replaceDay } from '#server/nhl/store/lines'
import { demoDatabase } from '../support/demo-members.ts'
import { publish } from '../support/publish.ts'

const ZONE = LEAGUE_DEFAULTS.timeZone
const DAY_MS = 86_400_000

let now = new Date('2026-11-21T13:00:00Z')
const clock = () => now
const silent = () => {}

/** The lines of a season as they lie in the table. Reading those of two takes seconds. */
const linesOf = (queries: Queries, seasonId: number) =>
  queries
    .select()
    .from(officialLine)
    .where(inArray(officialLine.gameId, queries.select({ id: game.id }).from(game).where(eq(game.seasonId, seasonId))))

/** Everything of this season as it lies in the tables, to be recomputed without the store's own queries. */
const readAll = (database: Database) =>
  database.transaction(async (queries) => {
    const league = await currentLeague(queries)
    const { seasonId } = league
    return {
      league,
      teams: await queries.select().from(team),
      cash: await queries.select().from(teamSeason).where(eq(teamSeason.seasonId, seasonId)),
      players: new Map((await queries.select().from(player)).map((each) => [each.id, each])),
      games: new Map((await queries.select().from(game)).map((each) => [each.id, each])),
      lines: await linesOf(queries, seasonId),
      entries: await queries.select().from(rosterEntry).where(eq(rosterEntry.seasonId, seasonId)),
      scratched: await queries.select().from(scratchInterval),
      updates: await queries.select().from(officialUpdate),
      snapshots: await queries.select().from(teamSnapshot),
      table: await standings(queries, league, now.getTime()),
    }
  })
type Everything = Awaited<ReturnType<typeof readAll>>

const worthOf = ({ players }: Everything, line: Everything['lines'][number]): number =>
  players.get(line.playerId)?.position === 'G' ? goaliePoints(line) : skaterPoints(line)

/** Every player's games of this season. */
const gamesOf = (all: Everything) => {
  const of = new Map<number, { startsAt: number; points: number }[]>()
  for (const line of all.lines) {
    const played = all.games.get(line.gameId)
    if (!played) continue
    const own = of.get(line.playerId) ?? []
    own.push({ startsAt: played.startTime.getTime(), points: worthOf(all, line) })
    of.set(line.playerId, own)
  }
  return of
}

const pointsOfTeam = (all: Everything, teamId: number, games = gamesOf(all)): number => {
  return all.entries
    .filter((entry) => entry.seasonId === all.league.seasonId && entry.teamId === teamId && entry.soldAt === null)
    .reduce((sum, entry) => {
      const own = games.get(entry.playerId) ?? []
      const intervals = all.scratched
        .filter(({ entryId }) => entryId === entry.id)
        .map(({ scratchedAt, dressedAt }) => ({ from: scratchedAt.getTime(), until: dressedAt?.getTime() ?? null }))
      return sum + own.reduce((points, each) => points + each.points, 0) - scratchPoints(own, intervals)
    }, 0)
}

describe('the demo league', () => {
  let database: Database
  let all: Everything

  beforeAll(async () => {
    database = await demoDatabase(now)
    all = await readAll(database)
  }, 120_000)
  afterAll(() => database.close())

  it('stands in mid-season with trading open', () => {
    const { league } = all
    const today = leagueDay(now.getTime(), ZONE)
    expect(tradingIsOpen(league.dates, now.getTime())).toBe(true)
    expect(daysBetween(league.firstDay, today)).toBeGreaterThan(42)
    expect(league.dates.tradingEndTime - now.getTime()).toBeGreaterThan(28 * DAY_MS)
    const dates = [...all.games.values()].filter((each) => each.seasonId === league.seasonId)
    expect(dates).toHaveLength(1312)
    expect(dates.some(({ gameDate, state }) => gameDate === addDays(today, -1) && state === 'OFF')).toBe(true)
    expect(dates.every(({ gameDate, state }) => (state === 'OFF') === gameDate < today)).toBe(true)
  })

  it('has twelve teams whose points and totals follow from the lines', () => {
    expect(all.table).toHaveLength(12)
    const games = gamesOf(all)
    for (const row of all.table) {
      const cash = (all.cash.find(({ teamId }) => teamId === row.id)?.cashCents ?? Number.NaN) / 100
      expect(row.points, row.name).toBe(pointsOfTeam(all, row.id, games))
      expect(row.cash).toBe(cash)
      expect(row.totalScore).toBeCloseTo(pointsOfTeam(all, row.id, games) + cash, 6)
      expect(row.ranking).toBe(1 + all.table.filter((other) => (other.totalScore ?? 0) > (row.totalScore ?? 0)).length)
    }
    expect(new Set(all.cash.map(({ cashCents }) => cashCents)).size).toBeGreaterThan(6)
  })

  it('shows as Last, This Week and Last Week what the snapshots of the updates say', () => {
    const updates = all.updates.toSorted((one, other) => one.publishedAt.getTime() - other.publishedAt.getTime())
    const monday = '2026-11-16'
    const through = (day: string) => updates.findLast(({ throughDay }) => throughDay < day)?.id
    for (const row of all.table) {
      const total = (updateId: number | undefined) => {
        const found = all.snapshots.find((each) => each.updateId === updateId && each.teamId === row.id)
        return found ? (found.pointsCents + found.cashCents) / 100 : Number.NaN
      }
      const ended = total(updates.at(-1)?.id)
      expect(row.totalScore).toBe(ended)
      expect(row.scoreDiffPrevious).toBeCloseTo(ended - total(updates.at(-2)?.id), 6)
      expect(row.scoreThisWeek).toBeCloseTo(ended - total(through(monday)), 6)
      expect(row.scoreLastWeek).toBeCloseTo(total(through(monday)) - total(through(addDays(monday, -7))), 6)
    }
  })

  it('keeps every roster legal', () => {
    for (const { id } of all.teams) {
      const own = all.entries.filter(({ teamId }) => teamId === id)
      const unsold = own.filter(({ soldAt }) => soldAt === null)
      const dressed = unsold.filter(
        (entry) => !all.scratched.some(({ entryId, dressedAt }) => entryId === entry.id && dressedAt === null),
      )
      const group = (name: string) =>
        dressed.filter(({ playerId }) => positionGroup(all.players.get(playerId)?.position ?? 'C') === name).length
      expect(unsold.length).toBeLessThanOrEqual(22)
      expect(dressed.length).toBeLessThanOrEqual(19)
      expect(group('defender')).toBeGreaterThanOrEqual(4)
      expect(group('goalie')).toBeGreaterThanOrEqual(1)
      expect(own.filter(({ draftBox }) => draftBox !== null)).toHaveLength(22)
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
    const sums = new Map<number, { points: number; gamesPlayed: number; toiSeconds: number }>()
    const played = new Set<number>()
    for (const line of await database.transaction((queries) => linesOf(queries, lastSeason))) {
      played.add(line.gameId)
      const { points, gamesPlayed, toiSeconds } = sums.get(line.playerId) ?? {
        points: 0,
        gamesPlayed: 0,
        toiSeconds: 0,
      }
      sums.set(line.playerId, {
        points: points + worthOf(all, line),
        gamesPlayed: gamesPlayed + 1,
        toiSeconds: toiSeconds + line.toiSeconds,
      })
    }
    expect(played.size).toBe(1312)
    const shown = await database.transaction(async (queries) =>
      queries.select().from(playerSeason).where(eq(playerSeason.seasonId, lastSeason)),
    )
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
    for (const { teamId, cashCents } of all.cash) {
      const own = all.entries.filter((entry) => entry.teamId === teamId)
      const brought = own.reduce((sum, entry) => sum + (entry.soldPriceCents ?? 0) - entry.boughtPriceCents, 0)
      expect(cashCents).toBe(brought)
      expect(cashCents).toBeGreaterThanOrEqual(0)
    }
  })

  it('does nothing when started again, and moves on by a day when a day has ended', async () => {
    await ensureDemoLeague({ database, clock, report: silent })
    expect((await readAll(database)).updates).toHaveLength(all.updates.length)
    now = new Date('2026-11-23T13:00:00Z')
    await ensureDemoLeague({ database, clock, report: silent })
    const later = await readAll(database)
    expect(later.updates).toHaveLength(all.updates.length + 2)
    expect(later.lines.length).toBeGreaterThan(all.lines.length)
    const games = gamesOf(later)
    for (const row of later.table) expect(row.points).toBe(pointsOfTeam(later, row.id, games))
    // Monday: the week has just begun.
    expect(later.table.every(({ scoreThisWeek }) => scoreThisWeek === 0)).toBe(true)
  })

  it('keeps a correction out of the standings until it is published', async () => {
    const before = await readAll(database)
    const owned = before.entries.find(
      ({ soldAt, id }) => soldAt === null && !before.scratched.some(({ entryId }) => entryId === id),
    )
    const line = before.lines.find(({ playerId }) => playerId === owned?.playerId)
    const played = before.games.get(line?.gameId ?? 0)
    if (!owned || !line || !played) throw new Error('No line to correct')
    const ofDay = before.lines.filter(({ gameId }) => before.games.get(gameId)?.gameDate === played.gameDate)
    const imported = ofDay.map((each) => {
      const common = {
        gameId: each.gameId,
        playerId: each.playerId,
        nhlTeam: each.nhlTeam,
        toiSeconds: each.toiSeconds,
      }
      const assists = each === line ? each.assists + 3 : each.assists
      return before.players.get(each.playerId)?.position === 'G'
        ? { ...each, ...common, assists, kind: 'goalie' as const }
        : { ...each, ...common, assists, kind: 'skater' as const }
    })
    const ofLeague = { games: [], lines: imported }
    const day = (lines: typeof ofLeague) =>
      database.transaction((queries) => replaceDay(queries, before.league.seasonId, played.gameDate, lines))
    await day(ofLeague)
    await day(ofLeague)
    const pending = await database.transaction((queries) => queries.select().from(pendingLine))
    expect(pending.map(({ playerId }) => playerId)).toEqual([owned.playerId])
    const total = (all: Everything) => all.table.find(({ id }) => id === owned.teamId)?.points ?? 0
    expect(total(await readAll(database))).toBe(total(before))

    await publish(database, new Date(now.getTime() + 3_600_000))
    const after = await readAll(database)
    const worth = before.players.get(owned.playerId)?.position === 'G' ? 6 : 3
    expect(total(after)).toBe(total(before) + worth)

    // The player's line is gone from the source.
    await day({
      games: [],
      lines: imported.filter((each) => each.playerId !== owned.playerId || each.gameId !== line.gameId),
    })
    await publish(database, new Date(now.getTime() + 7_200_000))
    expect(total(await readAll(database))).toBe(total(before) - line.points)
  })
})
