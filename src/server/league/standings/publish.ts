import { sql } from 'drizzle-orm'
import type { PastUpdate } from '#rules/standings'
import type { Queries } from '../../db/engine/database.ts'
import { insertInto, oneRow } from '../../db/queries.ts'
import { officialUpdate, teamSnapshot } from '../../db/tables/tables.ts'
import { lockImports } from '../../nhl/store/import-days.ts'
import { noteCorrections } from '../corrections/nhl-corrections.ts'
import { refuseClockBehind } from '../league.ts'
import { teamScores } from './standings.ts'

/**
 * Makes an official update of everything imported so far; throws ClockBehind. Updates are made one after the other,
 * whichever process makes them.
 */
export async function publish(queries: Queries, seasonId: number, at: Date): Promise<void> {
  // Readers are not kept waiting; another publisher is.
  await lockImports(queries)
  await refuseClockBehind(queries, at)
  await noteCorrections(queries, seasonId, at)
  await queries.execute(sql`
    delete from official_line official using pending_line pending
    where official.game_id = pending.game_id and official.player_id = pending.player_id`)
  await queries.execute(sql`
    with waiting as (delete from pending_line returning *)
    insert into official_line
    select game_id, player_id, nhl_team, goals, assists, power_play_goals, short_handed_goals, game_winning_goals, wins,
      overtime_losses, shutouts, toi_seconds, points
    from waiting where not removed`)
  await derivePlayerSeasons(queries, seasonId)
  await saveUpdate(queries, seasonId, at)
}

/** Every player's sums of the season's published lines. */
export async function derivePlayerSeasons(queries: Queries, seasonId: number): Promise<void> {
  await queries.execute(sql`
    insert into player_season as known
      (season_id, player_id, nhl_team, points, points_diff_previous, games_played, team_games_played, toi_seconds)
    select ${seasonId}::int, player.id, player.nhl_team, coalesce(own.points, 0), coalesce(own.points, 0),
      coalesce(own.games, 0), coalesce(club.games, 0), coalesce(own.toi, 0)
    from player
    left join (
      select player_id, sum(points)::int as points, count(*)::int as games, sum(toi_seconds)::int as toi
      from official_line join game on game.id = game_id
      where season_id = ${seasonId} group by player_id
    ) own on own.player_id = player.id
    left join (
      select abbrev, count(*)::int as games
      from (select id, home as abbrev from game where season_id = ${seasonId}
            union all select id, away from game where season_id = ${seasonId}) played
      where exists (select 1 from official_line where game_id = played.id)
      group by abbrev
    ) club on club.abbrev = player.nhl_team
    on conflict (season_id, player_id) do update set
      nhl_team = excluded.nhl_team, points = excluded.points,
      points_diff_previous = excluded.points - known.points, games_played = excluded.games_played,
      team_games_played = excluded.team_games_played, toi_seconds = excluded.toi_seconds`)
}

/** Every team's score as it is now, as that of an official update. */
export async function saveUpdate(queries: Queries, seasonId: number, publishedAt: Date): Promise<void> {
  const { throughDay } = await oneRow<{ throughDay: string }>(
    queries,
    sql`
    select coalesce(
      (select max(game_date) from game
       where season_id = ${seasonId} and exists (select 1 from official_line where game_id = game.id)),
      (select first_day - 1 from season where id = ${seasonId}))::text as "throughDay"`,
  )
  const scores = (await teamScores(queries, seasonId)).map(({ id, points, cash }) => ({ teamId: id, points, cash }))
  await insertUpdates(queries, seasonId, [{ at: publishedAt.getTime(), throughDay, scores }])
}

/** Updates whose scores are known. */
export async function insertUpdates(queries: Queries, seasonId: number, updates: readonly PastUpdate[]): Promise<void> {
  if (updates.length === 0) return
  const rows = await queries
    .insert(officialUpdate)
    .values(updates.map(({ at, throughDay }) => ({ seasonId, publishedAt: new Date(at), throughDay })))
    .returning({ id: officialUpdate.id })
  const snapshots = updates.flatMap(({ scores }, index) =>
    scores.map(({ teamId, points, cash }) => ({
      updateId: rows[index]?.id ?? 0,
      teamId,
      pointsCents: points,
      cashCents: cash,
    })),
  )
  // A league may have no teams yet.
  await queries.execute(insertInto(teamSnapshot, snapshots))
}
