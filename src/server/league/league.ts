import { desc, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { LEAGUE_DEFAULTS, type LeagueConstants } from '#contract/limits'
import type { LeagueDay, SeasonDates } from '#rules/calendar'
import type { League } from '#rules/league'
import type { Queries } from '../db/engine/database.ts'
import { firstRow } from '../db/queries.ts'
import { league, officialUpdate, season } from '../db/tables/tables.ts'

/** The league in its present season, with what its rules are played with. */
export interface CurrentLeague extends League {
  readonly name: string
  readonly guestsRead: boolean
  /** Games while they are played are for premium members alone. */
  readonly tonightPremium: boolean
  readonly seasonId: number
  readonly firstDay: LeagueDay
  readonly lastDay: LeagueDay
  /** How many games the NHL has each club play; null until that is known. */
  readonly nhlGames: number | null
  /** Constants that the league sets itself. */
  readonly own: Readonly<Record<string, number>>
  /** What holds where it sets none: the NHL's number of games as soon as that is known. */
  readonly defaults: LeagueConstants
  /** Null for a league with real statistics. */
  readonly demoSeed: number | null
}

/** Whether it is a league of real people; neither the demo's nor none. */
export const isOwnLeague = (league: CurrentLeague | null): league is CurrentLeague => league?.demoSeed === null

/** Null where the league has no such season. */
export const findSeason = (queries: Queries, seasonId: number) =>
  firstRow(queries.select().from(season).where(eq(season.id, seasonId)))

/** Null while no league has been set up. */
export const findLeague = (queries: Queries): Promise<CurrentLeague | null> => leagueIn(queries, league.seasonId)

/** The league as it was in a season that is over, by the constants of today; null where it has no such season. */
export const leagueInSeason = (queries: Queries, seasonId: number): Promise<CurrentLeague | null> =>
  leagueIn(queries, seasonId)

async function leagueIn(queries: Queries, seasonId: number | PgColumn): Promise<CurrentLeague | null> {
  const [found] = await queries.select().from(league).innerJoin(season, eq(season.id, seasonId))
  if (!found) return null
  const { id: _, seasonId: __, timeZone, constants: own, ...named } = found.league
  const { id, games, firstDay, lastDay, rosterHoldStartDate, tradingStartTime, tradingEndTime, keeperLastBuyDate } =
    found.season
  const defaults: LeagueConstants = { ...LEAGUE_DEFAULTS, ...(games === null ? {} : { seasonGames: games }), timeZone }
  return {
    ...named,
    seasonId: id,
    firstDay,
    lastDay,
    nhlGames: games,
    own,
    defaults,
    constants: { ...defaults, ...own, timeZone },
    dates: {
      rosterHoldStartDate,
      tradingStartTime: tradingStartTime.getTime(),
      tradingEndTime: tradingEndTime.getTime(),
      keeperLastBuyDate,
    },
  }
}

export class NoLeague extends Error {}

/** The league that a request asks about. */
export async function currentLeague(queries: Queries): Promise<CurrentLeague> {
  const found = await findLeague(queries)
  if (!found) throw new NoLeague()
  return found
}

/** Any number, the same in every version: of several processes that start together one makes the league. */
const LEAGUE_LOCK = 19_950_102

/** Held until the transaction ends. */
export async function lockLeague(queries: Queries): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(${LEAGUE_LOCK})`)
}

/** The latest official update of the season; null before the first. */
export const lastUpdate = (queries: Queries, seasonId: number) =>
  firstRow(
    queries
      .select({ publishedAt: officialUpdate.publishedAt, throughDay: officialUpdate.throughDay })
      .from(officialUpdate)
      .where(eq(officialUpdate.seasonId, seasonId))
      .orderBy(desc(officialUpdate.publishedAt), desc(officialUpdate.id))
      .limit(1),
  )

/** Why there is no official update now, in a sentence for the person who runs the league. Nothing has been changed. */
export class ClockBehind extends Error {
  constructor(now: Date, last: Date) {
    super(
      `The server clock (${now.toISOString()}) is behind the last official update (${last.toISOString()}): nothing is imported or published until that time has come again. Set the clock right; if it was ahead when that update was made, restore a backup from before.`,
    )
  }
}

/** Updates are ordered by their times, so none may be dated before an earlier one, of whichever season. */
export async function refuseClockBehind(queries: Queries, now: Date): Promise<void> {
  const [latest] = await queries
    .select({ publishedAt: officialUpdate.publishedAt })
    .from(officialUpdate)
    .orderBy(desc(officialUpdate.publishedAt))
    .limit(1)
  if (latest && now < latest.publishedAt) throw new ClockBehind(now, latest.publishedAt)
}

export const datesOnWire = (dates: SeasonDates) => ({
  rosterHoldStartDate: dates.rosterHoldStartDate,
  tradingStartTime: new Date(dates.tradingStartTime).toISOString(),
  tradingEndTime: new Date(dates.tradingEndTime).toISOString(),
  keeperLastBuyDate: dates.keeperLastBuyDate,
})
