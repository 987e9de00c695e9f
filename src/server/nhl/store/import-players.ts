import { eq, type SQL, sql } from 'drizzle-orm'
import { seasonBefore } from '#rules/calendar'
import type { Queries } from '../../db/engine/database.ts'
import { insertInto, oneRow, rowsFor, rowsOf } from '../../db/queries.ts'
import { player, playerSeason, season } from '../../db/tables/tables.ts'
import { effectiveLines } from './lines.ts'

/** The club is null for who has none. */
export type ImportedPlayer = Readonly<typeof player.$inferSelect>

/** A club that is not known is none: players of other leagues have theirs. */
const playerRows = (players: readonly ImportedPlayer[]): SQL => sql`(
  select incoming.id, first_name, last_name, position, club.abbrev as nhl_team, headshot_url
  from ${rowsFor(player, players)} left join nhl_team club on club.abbrev = incoming.nhl_team
) incoming`

export async function knownPlayers(queries: Queries): Promise<Set<number>> {
  const { rows } = await queries.execute<{ id: number }>(sql`select id from player`)
  return new Set(rows.map(({ id }) => id))
}

/** Adds unknown players; the others stay as they are. Returns how many are new. */
export async function addPlayers(queries: Queries, players: readonly ImportedPlayer[]): Promise<number> {
  const { rows } = await queries.execute(sql`
    insert into player (id, first_name, last_name, position, nhl_team, headshot_url)
    select incoming.* from ${playerRows(players)}
    on conflict (id) do nothing
    returning id`)
  return rows.length
}

/** Adds unknown players and brings the others up to date. Returns how many were written. */
export async function savePlayers(queries: Queries, players: readonly ImportedPlayer[]): Promise<number> {
  const { rows } = await queries.execute(sql`
    insert into player (id, first_name, last_name, position, nhl_team, headshot_url)
    select incoming.* from ${playerRows(players)}
    where not exists (
      select 1 from player
      where player.id = incoming.id
        and (player.first_name, player.last_name, player.position) =
            (incoming.first_name, incoming.last_name, incoming.position)
        and player.nhl_team is not distinct from incoming.nhl_team
        and (incoming.headshot_url is null or player.headshot_url is not distinct from incoming.headshot_url))
    on conflict (id) do update set
      first_name = excluded.first_name, last_name = excluded.last_name, position = excluded.position,
      nhl_team = excluded.nhl_team, headshot_url = coalesce(excluded.headshot_url, player.headshot_url)
    returning id`)
  return rows.length
}

/**
 * Players on no roster belong to the club of their last game; those of a club whose roster is missing may be on it, and
 * stay. Returns how many moved.
 */
export async function placeByLastGame(
  queries: Queries,
  seasonId: number,
  placed: readonly { readonly id: number }[],
  missing: readonly string[],
): Promise<number> {
  const { rows } = await queries.execute(sql`
    update player set nhl_team = last.nhl_team
    from (
      select distinct on (line.player_id) line.player_id, line.nhl_team
      from ${effectiveLines()} join game on game.id = line.game_id
      where game.season_id = ${seasonId}
      order by line.player_id, game.start_time desc, game.id desc
    ) last
    where last.player_id = player.id and player.nhl_team is distinct from last.nhl_team
      and player.id not in (select id from ${rowsOf(placed, { id: ['int', ({ id }) => id] })})
      and (player.nhl_team is null or player.nhl_team not in (
        select club from ${rowsOf(missing, { club: ['text', (club) => club] })}))
    returning player.id`)
  return rows.length
}

/** Players whose earlier seasons have not been read, and whether they have played in this one. */
export async function playersWithoutCareer(queries: Queries, seasonId: number) {
  const { rows } = await queries.execute<{ id: number; hasPlayed: boolean }>(sql`
    select id, id in (
      select player_id from ${effectiveLines()} join game on game.id = line.game_id where season_id = ${seasonId}
    ) as "hasPlayed"
    from player where id not in (select player_id from imported_career) order by id`)
  return rows
}

/** An earlier season of a player, over all clubs; the club is the last one of that season. */
export interface PastSeason
  extends Readonly<Omit<typeof playerSeason.$inferSelect, 'playerId' | 'pointsDiffPrevious'>> {
  readonly nhlTeam: string
}

export interface Career {
  readonly headshotUrl: string | null
  /** Regular seasons in the NHL, the present one among them. */
  readonly seasons: readonly PastSeason[]
  /** A career of which a season could not be read is fetched again. */
  readonly isWhole: boolean
}

export interface ImportedCareer extends Career {
  readonly playerId: number
}

/** Adds seasons that are not known. Those that the league played itself are derived from their lines and stay. */
export async function addPastSeasons(
  queries: Queries,
  seasons: readonly (PastSeason & { readonly playerId: number })[],
): Promise<number> {
  const past = seasons.map((season) => ({ ...season, pointsDiffPrevious: 0 }))
  const { rows } = await queries.execute(sql`
    ${insertInto(playerSeason, past)}
    on conflict (season_id, player_id) do nothing
    returning player_id`)
  return rows.length
}

/**
 * The players' seasons before this one are known from now on: it comes from its lines, and a later one is not the
 * league's yet.
 */
export async function saveCareers(
  queries: Queries,
  seasonId: number,
  careers: readonly ImportedCareer[],
): Promise<void> {
  await addPastSeasons(
    queries,
    careers.flatMap(({ playerId, seasons }) =>
      seasons.filter((season) => season.seasonId < seasonId).map((season) => ({ playerId, ...season })),
    ),
  )
  await queries.execute(sql`
    update player set headshot_url = incoming.headshot_url
    from ${rowsOf(careers, {
      id: ['int', ({ playerId }) => playerId],
      headshot_url: ['text', ({ headshotUrl }) => headshotUrl],
    })}
    where player.id = incoming.id and player.headshot_url is null and incoming.headshot_url is not null`)
  await queries.execute(sql`
    insert into imported_career (player_id)
    select id from ${rowsOf(
      careers.filter(({ isWhole }) => isWhole),
      { id: ['int', ({ playerId }) => playerId] },
    )}
    on conflict do nothing`)
}

/** Whether everybody who played in the season before this one is known. */
export async function isSeasonBeforeRead(queries: Queries, seasonId: number): Promise<boolean> {
  const [found] = await queries.select({ isRead: season.seasonBeforeRead }).from(season).where(eq(season.id, seasonId))
  return found?.isRead === true
}

export async function noteSeasonBeforeRead(queries: Queries, seasonId: number): Promise<void> {
  await queries.update(season).set({ seasonBeforeRead: true }).where(eq(season.id, seasonId))
}

/** How many players there are, and of how many the season before is not known: not of those who did not play in it. */
export const countWithoutSeasonBefore = (
  queries: Queries,
  seasonId: number,
): Promise<{ players: number; withoutLastSeason: number }> =>
  oneRow(
    queries,
    sql`
    select count(*)::int as players,
      count(*) filter (where
        not (select season_before_read from season where id = ${seasonId})
        and id not in (select player_id from imported_career)
        and id not in (select player_id from player_season where season_id = ${seasonBefore(seasonId)}))::int
        as "withoutLastSeason"
    from player`,
  )
