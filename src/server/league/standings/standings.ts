import { and, asc, desc, eq, gt, gte, isNull, lt, lte, max, min, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { DayPoints, Team } from '#contract/stats'
import { addDays, type Instant, leagueDay } from '#rules/calendar'
import { groupBy } from '#rules/group-by'
import { type EntryPoints, toWire } from '#rules/money'
import { ranking, type Snapshot, scoreDiffs, teamScore } from '#rules/standings'
import type { Queries } from '../../db/engine/database.ts'
import {
  game,
  officialLine,
  officialUpdate,
  playerSeason,
  rosterEntry,
  scratchInterval,
  team,
  teamSeason,
  teamSnapshot,
} from '../../db/tables/tables.ts'
import type { CurrentLeague } from '../league.ts'

export const seasonOfEntry = and(
  eq(playerSeason.seasonId, rosterEntry.seasonId),
  eq(playerSeason.playerId, rosterEntry.playerId),
)

/**
 * By entry, the points of games that started while its player was scratched: `rules/money` defines which those are.
 * Entries without such points are not in it.
 */
export const scratchPointsByEntry = (queries: Queries, which: SQL | undefined) =>
  queries
    .select({
      entryId: scratchInterval.entryId,
      points: sql<number>`sum(${officialLine.points})::int`.as('scratch_points'),
    })
    .from(scratchInterval)
    .innerJoin(rosterEntry, eq(rosterEntry.id, scratchInterval.entryId))
    .innerJoin(officialLine, eq(officialLine.playerId, rosterEntry.playerId))
    .innerJoin(game, and(eq(game.id, officialLine.gameId), eq(game.seasonId, rosterEntry.seasonId)))
    .where(
      and(
        which,
        gte(game.startTime, scratchInterval.scratchedAt),
        lt(game.startTime, sql`coalesce(${scratchInterval.dressedAt}, ${rosterEntry.soldAt}, 'infinity')`),
      ),
    )
    .groupBy(scratchInterval.entryId)
    .as('scratched')

/** What every team has now, in the order of their ids. */
export async function teamScores(queries: Queries, seasonId: number) {
  const teams = await queries
    .select({ id: team.id, name: team.name, shortName: team.shortName, cash: teamSeason.cashCents })
    .from(team)
    .innerJoin(teamSeason, and(eq(teamSeason.teamId, team.id), eq(teamSeason.seasonId, seasonId)))
    .orderBy(asc(team.id))
  const held = and(eq(rosterEntry.seasonId, seasonId), isNull(rosterEntry.soldAt))
  const scratched = scratchPointsByEntry(queries, held)
  const entries = await queries
    .select({ teamId: rosterEntry.teamId, points: playerSeason.points, scratchPoints: scratched.points })
    .from(rosterEntry)
    .leftJoin(playerSeason, seasonOfEntry)
    .leftJoin(scratched, eq(scratched.entryId, rosterEntry.id))
    .where(held)
  return teams.map((each) => {
    const own = entries
      .filter(({ teamId }) => teamId === each.id)
      .map(
        ({ points, scratchPoints }): EntryPoints => ({
          points: points ?? 0,
          scratchPoints: scratchPoints ?? 0,
          soldPrice: null,
        }),
      )
    return { ...each, ...teamScore(own, each.cash) }
  })
}

/**
 * By entry, what the last official update added to the points that count for its team, of all who were on a team then.
 * Nothing before the second update of the season: there is none to compare with.
 */
export async function gainsOfLastUpdate(
  queries: Queries,
  seasonId: number,
): Promise<Map<number, { teamId: number; points: number }>> {
  const [last, before] = await queries
    .select({ publishedAt: officialUpdate.publishedAt, throughDay: officialUpdate.throughDay })
    .from(officialUpdate)
    .where(eq(officialUpdate.seasonId, seasonId))
    .orderBy(desc(officialUpdate.publishedAt), desc(officialUpdate.id))
    .limit(2)
  if (!last || !before) return new Map()
  const held = and(
    eq(rosterEntry.seasonId, seasonId),
    lte(rosterEntry.boughtAt, last.publishedAt),
    or(isNull(rosterEntry.soldAt), gt(rosterEntry.soldAt, last.publishedAt)),
  )
  const scratched = scratchPointsByEntry(queries, and(held, gt(game.gameDate, before.throughDay)))
  const rows = await queries
    .select({
      id: rosterEntry.id,
      teamId: rosterEntry.teamId,
      points: playerSeason.pointsDiffPrevious,
      scratchPoints: scratched.points,
    })
    .from(rosterEntry)
    .innerJoin(playerSeason, seasonOfEntry)
    .leftJoin(scratched, eq(scratched.entryId, rosterEntry.id))
    .where(held)
  return new Map(
    rows.map(({ id, teamId, points, scratchPoints }) => [id, { teamId, points: points - (scratchPoints ?? 0) }]),
  )
}

/** Each team's totals after the updates of the season, in their order. */
async function snapshots(queries: Queries, seasonId: number): Promise<ReadonlyMap<number, readonly Snapshot[]>> {
  const rows = await queries
    .select({
      teamId: teamSnapshot.teamId,
      throughDay: officialUpdate.throughDay,
      totalScore: sql<number>`${teamSnapshot.pointsCents} + ${teamSnapshot.cashCents}`,
    })
    .from(teamSnapshot)
    .innerJoin(officialUpdate, eq(officialUpdate.id, teamSnapshot.updateId))
    .where(eq(officialUpdate.seasonId, seasonId))
    .orderBy(asc(officialUpdate.publishedAt), asc(officialUpdate.id))
  return groupBy(rows, ({ teamId }) => teamId)
}

/** The pool's table, first place first. */
export async function standings(queries: Queries, league: CurrentLeague, now: Instant): Promise<Team[]> {
  const today = leagueDay(now, league.constants.timeZone)
  const scores = await teamScores(queries, league.seasonId)
  const history = await snapshots(queries, league.seasonId)
  const gains = [...(await gainsOfLastUpdate(queries, league.seasonId)).values()]
  const ranks = ranking(scores.map(({ totalScore }) => totalScore))
  return scores
    .map(({ points, cash, totalScore, ...team }, index): Team => {
      const diffs = scoreDiffs(totalScore, history.get(team.id) ?? [], today)
      return {
        ...team,
        points: toWire(points),
        cash: toWire(cash),
        totalScore: toWire(totalScore),
        scoreDiffPrevious: toWire(diffs.scoreDiffPrevious),
        pointsDiffPrevious: gains.reduce((sum, { teamId, points }) => (teamId === team.id ? sum + points : sum), 0),
        scoreThisWeek: toWire(diffs.scoreThisWeek),
        scoreLastWeek: toWire(diffs.scoreLastWeek),
        ranking: ranks[index],
      }
    })
    .sort((one, other) => (one.ranking ?? 0) - (other.ranking ?? 0))
}

const RECENT_DAYS = 7

/**
 * What the games of each of the last days have added to the team's points, of the players who were on it when they were
 * published. Of the season's first days there are fewer: what its first update contains is of no one day.
 */
export async function recentPoints(queries: Queries, seasonId: number, teamId: number): Promise<DayPoints[]> {
  const [first] = await queries
    .select({ from: min(officialUpdate.throughDay), through: max(officialUpdate.throughDay) })
    .from(officialUpdate)
    .where(eq(officialUpdate.seasonId, seasonId))
  const { from, through } = first ?? {}
  if (!from || !through) return []
  const days = Array.from({ length: RECENT_DAYS }, (_, index) => addDays(through, index + 1 - RECENT_DAYS))
  const published = sql`(
    select min(${officialUpdate.publishedAt}) from ${officialUpdate}
    where ${officialUpdate.seasonId} = ${seasonId} and ${officialUpdate.throughDay} >= ${game.gameDate})`
  const satOut = queries
    .select({ entryId: scratchInterval.entryId })
    .from(scratchInterval)
    .where(
      and(
        eq(scratchInterval.entryId, rosterEntry.id),
        lte(scratchInterval.scratchedAt, game.startTime),
        gt(sql`coalesce(${scratchInterval.dressedAt}, 'infinity')`, game.startTime),
      ),
    )
  const rows = await queries
    .select({ day: game.gameDate, points: sql<number>`sum(${officialLine.points})::int` })
    .from(rosterEntry)
    .innerJoin(officialLine, eq(officialLine.playerId, rosterEntry.playerId))
    .innerJoin(game, and(eq(game.id, officialLine.gameId), eq(game.seasonId, rosterEntry.seasonId)))
    .where(
      and(
        eq(rosterEntry.seasonId, seasonId),
        eq(rosterEntry.teamId, teamId),
        gt(game.gameDate, addDays(through, -RECENT_DAYS)),
        lte(rosterEntry.boughtAt, published),
        or(isNull(rosterEntry.soldAt), gt(rosterEntry.soldAt, published)),
        notExists(satOut),
      ),
    )
    .groupBy(game.gameDate)
  const pointsOf = new Map(rows.map(({ day, points }) => [day, points]))
  return days.filter((day) => day > from).map((day) => ({ day, points: pointsOf.get(day) ?? 0 }))
}

/** Whether any update of the season has shown players: the one that a new league begins with has none to show. */
export const hasPublishedPlayers = async (queries: Queries, seasonId: number): Promise<boolean> =>
  (await queries.$count(playerSeason, eq(playerSeason.seasonId, seasonId))) > 0
