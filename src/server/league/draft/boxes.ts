import { and, eq, sql } from 'drizzle-orm'
import type { DraftBox, DraftBoxPlayer } from '#contract/draft'
import type { DraftBoxName } from '#contract/limits'
import { seasonBefore } from '#rules/calendar'
import { isBoughtLate } from '#rules/draft'
import { type BoxCandidate, DRAFT_BOXES, type GeneratedBox } from '#rules/draft-boxes'
import { normalizedPoints } from '#rules/projections'
import type { Queries } from '../../db/engine/database.ts'
import { insertInto } from '../../db/queries.ts'
import { draftBoxPlayer, draftTag } from '../../db/tables/draft-tables.ts'
import { player, playerSeason } from '../../db/tables/tables.ts'
import type { CurrentLeague } from '../league.ts'
import { keeperRules } from './draft.ts'

/** Every player who can be in a box, with last season's figures. */
export async function boxCandidates(queries: Queries, { seasonId, constants }: CurrentLeague): Promise<BoxCandidate[]> {
  const players = await queries
    .select({
      playerId: player.id,
      position: player.position,
      points: playerSeason.points,
      gamesPlayed: playerSeason.gamesPlayed,
    })
    .from(player)
    .leftJoin(
      playerSeason,
      and(eq(playerSeason.playerId, player.id), eq(playerSeason.seasonId, seasonBefore(seasonId))),
    )
    .orderBy(player.id)
  return players.map(({ playerId, position, points, gamesPlayed }) => ({
    playerId,
    position,
    points: points ?? 0,
    normalizedPoints: normalizedPoints({ points: points ?? 0, gamesPlayed: gamesPlayed ?? 0 }, constants),
  }))
}

export async function replaceBoxes(queries: Queries, seasonId: number, boxes: readonly GeneratedBox[]): Promise<void> {
  await queries.delete(draftBoxPlayer).where(eq(draftBoxPlayer.seasonId, seasonId))
  const rows = boxes.flatMap(({ boxName, players }) => players.map((ranked) => ({ seasonId, boxName, ...ranked })))
  await queries.execute(insertInto(draftBoxPlayer, rows))
}

/** The boxes that have been generated; none before. */
export async function listBoxes(queries: Queries, seasonId: number) {
  const rows = await queries
    .select({ playerId: draftBoxPlayer.playerId, boxName: draftBoxPlayer.boxName })
    .from(draftBoxPlayer)
    .where(eq(draftBoxPlayer.seasonId, seasonId))
  return inBoxes(rows)
}

/** All 22 boxes, or none at all before they are generated. */
function inBoxes<Row extends { boxName: DraftBoxName }>(
  rows: readonly Row[],
): { boxName: DraftBoxName; players: Row[] }[] {
  if (rows.length === 0) return []
  return DRAFT_BOXES.map((boxName) => ({ boxName, players: rows.filter((row) => row.boxName === boxName) }))
}

/** As the queries answer it. */
interface BoxRow extends DraftBoxPlayer, Record<string, unknown> {
  readonly boxName: DraftBoxName
}

/** The boxes with the team that held each player when last season ended. */
export async function keeperBoxes(queries: Queries, league: CurrentLeague): Promise<DraftBox[]> {
  const lastSeasonId = seasonBefore(league.seasonId)
  const rules = await keeperRules(queries, league)
  const { rows } = await queries.execute<BoxRow & { boughtAt: string | null }>(sql`
    select box.player_id as "playerId", first_name || ' ' || last_name as name, player.nhl_team as "nhlTeam", last.points,
      last.games_played as "gamesPlayed", box.box_name as "boxName", box.position_rank as "positionRank",
      box.box_rank as "boxRank", team.id as "teamId", team.short_name as "teamShortName", entry.bought_at as "boughtAt"
    from draft_box_player box
    join player on player.id = box.player_id
    left join player_season last on last.player_id = player.id and last.season_id = ${lastSeasonId}
    left join roster_entry entry
      on entry.player_id = player.id and entry.season_id = ${lastSeasonId} and entry.sold_at is null
    left join team on team.id = entry.team_id
    where box.season_id = ${league.seasonId}
    order by box.box_rank`)
  return boxesOf(rows, ({ boughtAt, ...row }) => ({
    ...answerOf(row, league),
    isDrafted: false,
    ...(boughtAt !== null && isBoughtLate(Date.parse(boughtAt), rules) && { boughtLate: true }),
  }))
}

/**
 * The draft board: the players of each box and those drafted into it from outside. `tagsOf` is the team whose tags go
 * with it.
 */
export async function draftBoard(queries: Queries, league: CurrentLeague, tagsOf: number | null): Promise<DraftBox[]> {
  const lastSeasonId = seasonBefore(league.seasonId)
  const { rows } = await queries.execute<BoxRow>(sql`
    select player.id as "playerId", first_name || ' ' || last_name as name, player.nhl_team as "nhlTeam", last.points,
      last.games_played as "gamesPlayed", coalesce(entry.draft_box, box.box_name) as "boxName",
      box.position_rank as "positionRank", box.box_rank as "boxRank", team.id as "teamId",
      team.short_name as "teamShortName", tag.tag
    from player
    left join draft_box_player box on box.player_id = player.id and box.season_id = ${league.seasonId}
    left join roster_entry entry
      on entry.player_id = player.id and entry.season_id = ${league.seasonId} and entry.draft_box is not null
    left join team on team.id = entry.team_id
    left join player_season last on last.player_id = player.id and last.season_id = ${lastSeasonId}
    left join draft_tag tag
      on tag.player_id = player.id and tag.season_id = ${league.seasonId} and tag.team_id = ${tagsOf}
    where box.player_id is not null or entry.id is not null
    order by box.box_rank nulls last, entry.bought_at, player.id`)
  return boxesOf(rows, (row) => ({ ...answerOf(row, league), isDrafted: row.teamId !== null }))
}

const boxesOf = <Row extends BoxRow>(rows: readonly Row[], answer: (row: Row) => DraftBoxPlayer): DraftBox[] =>
  inBoxes(rows).map(({ boxName, players }) => ({ boxName, players: players.map(answer) }))

/** Points, games and NP are last season's. A rank of another fantasy game (FR) has no source yet. */
const answerOf = (
  { boxName: _, points = null, gamesPlayed = null, ...row }: BoxRow,
  { constants }: CurrentLeague,
): DraftBoxPlayer => ({
  ...row,
  points,
  gamesPlayed,
  normalizedPoints:
    points === null || gamesPlayed === null ? null : normalizedPoints({ points, gamesPlayed }, constants),
  nhlFantasyRank: null,
})

/** A team's private note on a player; null removes it. */
export async function saveTag(
  queries: Queries,
  { seasonId, teamId, playerId }: { seasonId: number; teamId: number; playerId: number },
  tag: string | null,
): Promise<void> {
  if (tag === null) {
    const own = and(eq(draftTag.seasonId, seasonId), eq(draftTag.teamId, teamId), eq(draftTag.playerId, playerId))
    await queries.delete(draftTag).where(own)
    return
  }
  await queries
    .insert(draftTag)
    .values({ seasonId, teamId, playerId, tag })
    .onConflictDoUpdate({ target: [draftTag.seasonId, draftTag.teamId, draftTag.playerId], set: { tag } })
}
