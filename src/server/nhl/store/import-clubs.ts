import { and, asc, eq, sql } from 'drizzle-orm'
import type { NhlTeam } from '#contract/stats'
import type { Queries } from '../../db/engine/database.ts'
import { insertInto, insertOrUpdate } from '../../db/queries.ts'
import { nhlStanding, nhlTeam, season } from '../../db/tables/tables.ts'

export type NewClub = Readonly<Pick<typeof nhlTeam.$inferSelect, 'abbrev' | 'longName'>>

export interface ImportedClub extends NewClub {
  readonly conference: string
  readonly division: string
  readonly logoUrl: string | null
}

export type ImportedStanding = Readonly<Omit<typeof nhlStanding.$inferSelect, 'seasonId'>>

/** Adds unknown clubs and brings the others up to date. Returns how many were written. */
export async function saveClubs(queries: Queries, clubs: readonly ImportedClub[]): Promise<number> {
  const { rows } = await queries.execute(sql`${insertOrUpdate(nhlTeam, clubs, 'abbrev')} returning abbrev`)
  return rows.length
}

/** Adds clubs that no standings have had yet, and which therefore are in no conference. */
export async function addClubs(queries: Queries, clubs: readonly NewClub[]): Promise<void> {
  const rows = clubs.map((club) => ({ ...club, conference: null, division: null, logoUrl: null }))
  await queries.execute(sql`
    ${insertInto(nhlTeam, rows)}
    on conflict (abbrev) do nothing`)
}

/** The season's standings. Returns how many clubs' places were written. */
export async function saveStandings(
  queries: Queries,
  seasonId: number,
  standings: readonly ImportedStanding[],
): Promise<number> {
  const places = standings.map((standing) => ({ ...standing, seasonId }))
  const { rows } = await queries.execute(sql`
    ${insertOrUpdate(nhlStanding, places, 'season_id', 'abbrev')} returning abbrev`)
  return rows.length
}

export async function knownClubs(queries: Queries): Promise<string[]> {
  const { rows } = await queries.execute<{ abbrev: string }>(sql`select abbrev from nhl_team order by abbrev`)
  return rows.map(({ abbrev }) => abbrev)
}

/** Those that play in the season, and have a roster; all that are known before there is a schedule. */
export async function clubsOfSeason(queries: Queries, seasonId: number): Promise<string[]> {
  const { rows } = await queries.execute<{ abbrev: string }>(sql`
    select home as abbrev from game where season_id = ${seasonId}
    union select away from game where season_id = ${seasonId}
    union select abbrev from nhl_standing where season_id = ${seasonId}
    order by 1`)
  return rows.length > 0 ? rows.map(({ abbrev }) => abbrev) : knownClubs(queries)
}

export async function nhlTeams(queries: Queries, seasonId: number): Promise<NhlTeam[]> {
  const rows = await queries
    .select({
      shortName: nhlTeam.abbrev,
      longName: nhlTeam.longName,
      logoUrl: nhlTeam.logoUrl,
      conference: nhlTeam.conference,
      division: nhlTeam.division,
      divisionRank: nhlStanding.divisionRank,
      conferenceRank: nhlStanding.conferenceRank,
      gamesPlayed: nhlStanding.gamesPlayed,
      points: nhlStanding.points,
    })
    .from(nhlStanding)
    .innerJoin(nhlTeam, eq(nhlTeam.abbrev, nhlStanding.abbrev))
    .where(eq(nhlStanding.seasonId, seasonId))
    .orderBy(asc(nhlTeam.conference), asc(nhlStanding.conferenceRank), asc(nhlTeam.abbrev))
  return rows.flatMap(({ conference, division, ...row }) =>
    // A club has them since it has been in standings.
    conference === null || division === null ? [] : [{ ...row, conference, division }],
  )
}

/** How many games the NHL has each club play; answers whether that is new. */
export async function saveSeasonGames(queries: Queries, seasonId: number, games: number): Promise<boolean> {
  const changed = await queries
    .update(season)
    .set({ games })
    .where(and(eq(season.id, seasonId), sql`${season.games} is distinct from ${games}`))
    .returning({ id: season.id })
  return changed.length > 0
}
