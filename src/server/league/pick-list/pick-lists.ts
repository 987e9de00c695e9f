import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { PickList } from '#contract/draft-room'
import { seasonBefore } from '#rules/calendar'
import type { ListCandidate } from '#rules/pick-list'
import { normalizedPoints } from '#rules/projections'
import type { Queries } from '../../db/engine/database.ts'
import { insertInto } from '../../db/queries.ts'
import { pickList } from '../../db/tables/draft-tables.ts'
import { player } from '../../db/tables/tables.ts'
import { modesOfTeams } from '../draft/draft-teams.ts'
import type { CurrentLeague } from '../league.ts'

type Candidate = ListCandidate & { readonly name: string; readonly nhlTeam: string | null }

interface CandidateRow extends Omit<Candidate, 'normalizedPoints'>, Record<string, unknown> {
  readonly points: number | null
  readonly gamesPlayed: number | null
}

/**
 * Everybody who could be picked or once could, or only these. A player who was on a roster of the season counts as
 * drafted.
 */
export async function listCandidates(
  queries: Queries,
  { seasonId, constants }: CurrentLeague,
  only: readonly number[] | null = null,
): Promise<Candidate[]> {
  const { rows } = await queries.execute<CandidateRow>(sql`
    select player.id as "playerId", first_name || ' ' || last_name as name, position, player.nhl_team as "nhlTeam",
      last.points, last.games_played as "gamesPlayed", box.box_name as "boxName",
      exists (
        select 1 from roster_entry entry where entry.player_id = player.id and entry.season_id = ${seasonId}
      ) as "isDrafted"
    from player
    left join draft_box_player box on box.player_id = player.id and box.season_id = ${seasonId}
    left join player_season last on last.player_id = player.id and last.season_id = ${seasonBefore(seasonId)}
    ${only === null ? sql`` : sql`where player.id = any(${`{${only.join(',')}}`}::text::int[])`}`)
  return rows.map(({ points, gamesPlayed, ...row }) => ({
    ...row,
    normalizedPoints: normalizedPoints({ points: points ?? 0, gamesPlayed: gamesPlayed ?? 0 }, constants),
  }))
}

/** The players that the team wants, the most wanted first. */
export async function wantedPlayers(queries: Queries, seasonId: number, teamId: number): Promise<number[]> {
  const rows = await queries
    .select({ playerId: pickList.playerId })
    .from(pickList)
    .where(and(eq(pickList.seasonId, seasonId), eq(pickList.teamId, teamId)))
    .orderBy(asc(pickList.place))
  return rows.map(({ playerId }) => playerId)
}

export async function readPickList(queries: Queries, league: CurrentLeague, teamId: number): Promise<PickList> {
  const wanted = await wantedPlayers(queries, league.seasonId, teamId)
  const known = new Map((await listCandidates(queries, league, wanted)).map((each) => [each.playerId, each]))
  const modes = await modesOfTeams(queries, league.seasonId)
  return { mode: modes.get(teamId) ?? 'off', players: wanted.flatMap((playerId) => known.get(playerId) ?? []) }
}

/** The whole list takes the place of the one before. */
export async function savePickList(
  queries: Queries,
  { seasonId, teamId }: { seasonId: number; teamId: number },
  playerIds: readonly number[],
): Promise<void> {
  await queries.delete(pickList).where(and(eq(pickList.seasonId, seasonId), eq(pickList.teamId, teamId)))
  if (playerIds.length === 0) return
  const rows = playerIds.map((playerId, index) => ({ seasonId, teamId, playerId, place: index + 1 }))
  await queries.execute(insertInto(pickList, rows))
}

export const countPlayers = (queries: Queries, playerIds: readonly number[]): Promise<number> =>
  queries.$count(player, inArray(player.id, [...playerIds]))
