import { eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/engine/database.ts'
import { oneRow } from '../../db/queries.ts'
import { keptLeagueFile } from '../../db/tables/office-tables.ts'
import { league, season, team, teamSeason } from '../../db/tables/tables.ts'
import type { FileSeason, LeagueFile } from '../file/league-file.ts'

// Writes what a league file says about the league and its seasons.

interface NewLeague extends Pick<LeagueFile, 'name' | 'timeZone' | 'guestsRead' | 'tonightPremium'> {
  /** What differs from the defaults. */
  readonly constants: Readonly<Record<string, number>>
  readonly season: Pick<FileSeason, 'id'>
}

/** Adds the season or brings its days up to date. */
export async function saveFileSeason(queries: Queries, { id, firstDay, lastDay, dates }: FileSeason): Promise<void> {
  const { tradingStartTime, tradingEndTime } = dates
  const times = { tradingStartTime: new Date(tradingStartTime), tradingEndTime: new Date(tradingEndTime) }
  const days = { firstDay, lastDay, ...dates, ...times }
  await queries
    .insert(season)
    .values({ id, ...days })
    .onConflictDoUpdate({ target: season.id, set: days })
}

/** The league's name, zone and constants, in this season. */
export async function saveLeagueRow(
  queries: Queries,
  { name, timeZone, guestsRead, tonightPremium, constants, season: { id } }: NewLeague,
): Promise<void> {
  const row = { name, timeZone, guestsRead, tonightPremium, constants: { ...constants }, seasonId: id }
  await queries.insert(league).values(row).onConflictDoUpdate({ target: league.id, set: row })
}

export async function insertTeam(queries: Queries, { id, name, shortName }: KeptTeam): Promise<void> {
  await queries.insert(team).values({ id, name, shortName })
  // The identity column does not see ids that were given.
  await queries.execute(sql`select setval(pg_get_serial_sequence('team', 'id'), (select max(id) from team))`)
}

/** The team takes part in the season, with this cash at its start. */
export async function enterTeam(
  queries: Queries,
  seasonId: number,
  { teamId, cashCents }: { teamId: number; cashCents: number },
): Promise<void> {
  await queries.insert(teamSeason).values({ teamId, seasonId, cashCents }).onConflictDoNothing()
}

export type KeptTeam = typeof team.$inferSelect

export async function teamsOfSeason(queries: Queries, seasonId: number): Promise<Set<number>> {
  const rows = await queries.select({ id: teamSeason.teamId }).from(teamSeason).where(eq(teamSeason.seasonId, seasonId))
  return new Set(rows.map(({ id }) => id))
}

/** What each team began the season with: kept in its first official update, whatever has been traded since. */
export async function startingCash(queries: Queries, seasonId: number): Promise<Map<number, number>> {
  const { rows } = await queries.execute<{ id: number; cents: number }>(sql`
    select team_id as id, coalesce(
      (select snapshot.cash_cents from team_snapshot snapshot
       join official_update on official_update.id = update_id and official_update.season_id = ${seasonId}
       where snapshot.team_id = team_season.team_id
       order by published_at, update_id limit 1), cash_cents) as cents
    from team_season where season_id = ${seasonId}`)
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}

/** Makes the next import read everybody's earlier seasons again, for one that passed while the league did not play. */
export async function forgetCareers(queries: Queries): Promise<void> {
  await queries.execute(sql`delete from imported_career`)
}

/** Imported lines that no official update has published yet. */
export const countPending = (
  queries: Queries,
): Promise<{ lines: number; removed: number; from: string | null; through: string | null }> =>
  oneRow(
    queries,
    sql`
    select count(*)::int as lines, count(*) filter (where removed)::int as removed,
      min(game_date)::text as from, max(game_date)::text as through
    from pending_line join game on game.id = game_id`,
  )

/** Whether an update shows players that the one before did not; and whether anyone made points in that one. */
export const hasPlayersToPublish = (
  queries: Queries,
  seasonId: number,
): Promise<{ hasPlayers: boolean; hasLast: boolean }> =>
  oneRow(
    queries,
    sql`
    select
      exists (
        select from player
        left join player_season published on published.player_id = player.id and season_id = ${seasonId}
        where published.player_id is null or published.nhl_team is distinct from player.nhl_team
      ) as "hasPlayers",
      exists (
        select from player_season where season_id = ${seasonId} and points_diff_previous <> 0
      ) as "hasLast"`,
  )

/** Everyone an import has read, and the clubs they play for. */
export const countPlayers = (queries: Queries): Promise<{ players: number; clubs: number }> =>
  oneRow(
    queries,
    sql`select count(*)::int as players, count(distinct nhl_team)::int as clubs from player where nhl_team is not null`,
  )

export interface KnownPlayer {
  readonly id: number
  readonly name: string
  readonly position: string
  readonly club: string | null
}

export async function allPlayers(queries: Queries): Promise<KnownPlayer[]> {
  const { rows } = await queries.execute<KnownPlayer & Record<string, unknown>>(sql`
    select id, first_name || ' ' || last_name as name, position, nhl_team as club from player order by id`)
  return rows
}

/** From which day to which points have been counted; null before there are any. */
export async function countedDays(
  queries: Queries,
  seasonId: number,
): Promise<{ readonly first: string; readonly last: string } | null> {
  const { first, last } = await oneRow<{ first: string | null; last: string | null }>(
    queries,
    sql`
    select min(game_date)::text as first, max(game_date)::text as last from game
    where season_id = ${seasonId} and exists (select 1 from official_line where game_id = game.id)`,
  )
  return first === null || last === null ? null : { first, last }
}

/** How far the season has gone: a season in which games were played is not set up again. */
export const seasonProgress = (queries: Queries, seasonId: number): Promise<{ updates: number; picks: number }> =>
  oneRow(
    queries,
    sql`
    select (select count(*)::int from official_update where season_id = ${seasonId}) as updates,
      (select count(*)::int from roster_entry where season_id = ${seasonId}) as picks`,
  )

/** Until its players are known. */
export async function keepLeagueFile(queries: Queries, text: string): Promise<void> {
  await queries.insert(keptLeagueFile).values({ text })
}

export async function findLeagueFile(queries: Queries): Promise<string | null> {
  const [kept] = await queries.select({ text: keptLeagueFile.text }).from(keptLeagueFile)
  return kept?.text ?? null
}

export async function dropLeagueFile(queries: Queries): Promise<void> {
  await queries.delete(keptLeagueFile)
}
