import { sql } from 'drizzle-orm'
import type { PlayerRef, TeamRef } from '#contract/call'
import type { CorrectedLine } from '#contract/corrections'
import type { Queries } from '../../db/engine/database.ts'
import { timestampOf } from '../../db/queries.ts'

/** A line by its columns; null where there was none, or is none any longer. */
type Line = Readonly<Record<string, number | string>> | null

/** Records what the pending lines change in published games. Called while publishing, before they are moved over. */
export async function noteCorrections(queries: Queries, seasonId: number, publishedAt: Date): Promise<void> {
  await queries.execute(sql`
    insert into correction
      (season_id, published_at, game_id, player_id, line_before, line_after, points_before, points_after)
    select game.season_id, ${timestampOf(publishedAt)}, pending.game_id, pending.player_id,
      to_jsonb(official) - 'game_id' - 'player_id',
      case when not pending.removed then to_jsonb(pending) - 'game_id' - 'player_id' - 'removed' end,
      coalesce(official.points, 0), case when pending.removed then 0 else pending.points end
    from pending_line pending
    join game on game.id = pending.game_id and game.season_id = ${seasonId}
    left join official_line official
      on official.game_id = pending.game_id and official.player_id = pending.player_id
    -- A line that was missing is a correction; the first lines of a game are not.
    where official.game_id is not null
      or (not pending.removed and exists (select 1 from official_line other where other.game_id = pending.game_id))
    order by pending.game_id, pending.player_id`)
}

/** The figures of a line that members know, by its columns. */
const FIGURES: Readonly<Record<string, string>> = {
  goals: 'goals',
  assists: 'assists',
  power_play_goals: 'power-play goals',
  short_handed_goals: 'short-handed goals',
  game_winning_goals: 'winning goals',
  wins: 'wins',
  overtime_losses: 'overtime losses',
  shutouts: 'shutouts',
}

const changesOf = (before: Line, after: Line): string =>
  Object.entries(FIGURES)
    .map(([column, name]) => ({ name, was: before?.[column] ?? 0, is: after?.[column] ?? 0 }))
    .filter(({ was, is }) => was !== is)
    .map(({ name, was, is }) => `${name} ${was} → ${is}`)
    .join(', ')

/**
 * What was corrected in the statistics where it changed a player's points, in all or for one team; newest first. It changed
 * the score of the team that had the player dressed for the game, if it was published after they came.
 */
export async function correctedLines(queries: Queries, seasonId: number, teamId?: number): Promise<CorrectedLine[]> {
  const { rows } = await queries.execute<{
    publishedAt: Date | string
    gameDate: string
    player: PlayerRef
    before: Line
    after: Line
    pointsBefore: number
    pointsAfter: number
    team: TeamRef | null
  }>(sql`
    select published_at as "publishedAt", game_date::text as "gameDate",
      json_build_object('id', player.id, 'name', trim(first_name || ' ' || last_name), 'position', position,
        'nhlTeam', player.nhl_team) as player,
      line_before as before, line_after as after, points_before as "pointsBefore", points_after as "pointsAfter",
      case when team.id is not null then json_build_object('id', team.id, 'shortName', short_name) end as team
    from correction
    join game on game.id = correction.game_id
    join player on player.id = correction.player_id
    left join roster_entry entry on entry.season_id = correction.season_id and entry.player_id = correction.player_id
      and entry.sold_at is null and published_at >= entry.bought_at and not exists (
        select 1 from scratch_interval where entry_id = entry.id
          and start_time >= scratched_at and start_time < coalesce(dressed_at, 'infinity'))
    left join team on team.id = entry.team_id
    where correction.season_id = ${seasonId} and points_before <> points_after
      and ${teamId === undefined ? sql`true` : sql`team.id = ${teamId}`}
    order by published_at desc, correction.id`)
  return rows.map(({ publishedAt, before, after, team, ...row }) => ({
    publishedAt: new Date(publishedAt).toISOString(),
    ...row,
    changes: changesOf(before, after),
    ...(team && { team }),
  }))
}
