import { and, asc, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { TeamRef } from '#contract/call'
import type { DraftedPlayer, Keeper as KeeperAnswer, KeeperStatus, OutsidePlayer } from '#contract/draft'
import type { DraftBoxName } from '#contract/limits'
import { seasonBefore } from '#rules/calendar'
import type { FormerEntry, Keeper, KeeperRules } from '#rules/draft'
import { type DraftCandidate, parseBoxName } from '#rules/draft-boxes'
import type { Queries } from '../../db/engine/database.ts'
import { draft, draftBoxPlayer, keeper } from '../../db/tables/draft-tables.ts'
import { officialUpdate, player, rosterEntry, scratchInterval, team, teamSeason } from '../../db/tables/tables.ts'
import { type CurrentLeague, findSeason } from '../league.ts'
import { playerName } from '../roster-entries.ts'

export const draftTeams = (queries: Queries, seasonId: number): Promise<TeamRef[]> =>
  queries
    .select({ id: team.id, shortName: team.shortName })
    .from(team)
    .innerJoin(teamSeason, and(eq(teamSeason.teamId, team.id), eq(teamSeason.seasonId, seasonId)))
    .orderBy(asc(team.shortName), asc(team.id))

const ofDraft = (seasonId: number) => and(eq(rosterEntry.seasonId, seasonId), isNotNull(rosterEntry.draftBox))

const draftedPlayers = (queries: Queries) =>
  queries
    .select({
      playerId: player.id,
      name: playerName,
      position: player.position,
      nhlTeam: player.nhlTeam,
      teamId: team.id,
      teamShortName: team.shortName,
      draftBox: rosterEntry.draftBox,
      draftedAt: rosterEntry.boughtAt,
    })
    .from(rosterEntry)
    .innerJoin(player, eq(player.id, rosterEntry.playerId))
    .innerJoin(team, eq(team.id, rosterEntry.teamId))
    // Ids are given under the draft's lock, so they show the order better than the clocks of several processes.
    .orderBy(desc(rosterEntry.id))

type DraftedRow = Awaited<ReturnType<typeof draftedPlayers>>[number]

const drafted = ({ draftBox, draftedAt, ...row }: DraftedRow): DraftedPlayer => ({
  ...row,
  draftBox: draftBox ?? '',
  draftedAt: draftedAt.toISOString(),
})

/** Every pick of the season, the keepers included, newest first. */
export async function listDrafted(queries: Queries, seasonId: number): Promise<DraftedPlayer[]> {
  return (await draftedPlayers(queries).where(ofDraft(seasonId))).map(drafted)
}

/** Who has been drafted or kept. */
export async function draftedIds(queries: Queries, seasonId: number): Promise<Set<number>> {
  const rows = await queries.select({ playerId: rosterEntry.playerId }).from(rosterEntry).where(ofDraft(seasonId))
  return new Set(rows.map(({ playerId }) => playerId))
}

/** The latest pick in turn; null before the first. Keepers take no turn. */
export async function lastDrafted(queries: Queries, seasonId: number): Promise<DraftedPlayer | null> {
  const [latest] = await draftedPlayers(queries)
    .where(and(ofDraft(seasonId), eq(rosterEntry.acquired, 'draft')))
    .limit(1)
  return latest ? drafted(latest) : null
}

type Candidate = DraftCandidate & Omit<OutsidePlayer, 'position'>

/** A player as the draft sees them; null when there is no such player. */
export async function draftCandidate(queries: Queries, seasonId: number, playerId: number): Promise<Candidate | null> {
  const [found] = await queries
    .select({
      id: player.id,
      name: playerName,
      position: player.position,
      nhlTeam: player.nhlTeam,
      boxName: draftBoxPlayer.boxName,
    })
    .from(player)
    .leftJoin(draftBoxPlayer, and(eq(draftBoxPlayer.playerId, player.id), eq(draftBoxPlayer.seasonId, seasonId)))
    .where(eq(player.id, playerId))
  if (!found) return null
  // Once on a roster of this season a player is out of the draft, also after a sale.
  const [entry] = await queries
    .select({ id: rosterEntry.id })
    .from(rosterEntry)
    .where(and(eq(rosterEntry.seasonId, seasonId), eq(rosterEntry.playerId, playerId)))
    .limit(1)
  return { ...found, isDrafted: entry !== undefined }
}

export async function filledBoxes(queries: Queries, seasonId: number, teamId: number): Promise<DraftBoxName[]> {
  const rows = await queries
    .select({ draftBox: rosterEntry.draftBox })
    .from(rosterEntry)
    .where(and(ofDraft(seasonId), eq(rosterEntry.teamId, teamId)))
  return rows.flatMap(({ draftBox }) => parseBoxName(draftBox ?? '') ?? [])
}

/** How many picks have been made in turn. */
export const countPicks = (queries: Queries, seasonId: number): Promise<number> =>
  queries.$count(rosterEntry, and(eq(rosterEntry.seasonId, seasonId), eq(rosterEntry.acquired, 'draft')))

/** How many players each team has from this draft, keepers included. */
export async function countDrafted(queries: Queries, seasonId: number): Promise<Map<number, number>> {
  const rows = await queries
    .select({ teamId: rosterEntry.teamId, players: count() })
    .from(rosterEntry)
    .where(ofDraft(seasonId))
    .groupBy(rosterEntry.teamId)
  return new Map(rows.map(({ teamId, players }) => [teamId, players]))
}

/** The latest pick, and whether it is settled: the player has been sold, or points have been counted since. */
export async function latestPick(queries: Queries, seasonId: number) {
  const [found] = await queries
    .select({
      entryId: rosterEntry.id,
      teamId: rosterEntry.teamId,
      playerId: rosterEntry.playerId,
      soldAt: rosterEntry.soldAt,
      countedAfter: sql<boolean>`exists (select 1 from ${officialUpdate}
        where ${officialUpdate.seasonId} = ${seasonId} and ${officialUpdate.publishedAt} > ${rosterEntry.boughtAt})`,
    })
    .from(rosterEntry)
    .where(and(ofDraft(seasonId), eq(rosterEntry.acquired, 'draft')))
    .orderBy(desc(rosterEntry.id))
    .limit(1)
  if (!found) return null
  const { soldAt, countedAfter, ...pick } = found
  return { ...pick, isSettled: soldAt !== null || countedAfter }
}

/** The entries of picks or keepers, as if they had never been. */
export async function deleteEntries(queries: Queries, entryIds: readonly number[]): Promise<void> {
  if (entryIds.length === 0) return
  await queries.delete(scratchInterval).where(inArray(scratchInterval.entryId, [...entryIds]))
  await queries.delete(rosterEntry).where(inArray(rosterEntry.id, [...entryIds]))
}

/** The entries that the lock of the keepers made. */
export const keptEntries = (queries: Queries, seasonId: number) =>
  queries
    .select({ id: rosterEntry.id, teamId: rosterEntry.teamId, playerId: rosterEntry.playerId })
    .from(rosterEntry)
    .where(and(ofDraft(seasonId), eq(rosterEntry.acquired, 'keeper')))
    .orderBy(asc(rosterEntry.id))

/** The season before this one; null where the league did not play it here and has not been given its rosters. */
export const previousSeason = (queries: Queries, seasonId: number) => findSeason(queries, seasonBefore(seasonId))

/** By when a keeper had to be bought. */
export async function keeperRules(
  queries: Queries,
  { seasonId, constants, dates }: CurrentLeague,
): Promise<Omit<KeeperRules, 'locked'>> {
  const former = await previousSeason(queries, seasonId)
  return {
    keeperLastBuyDate: former?.keeperLastBuyDate ?? dates.keeperLastBuyDate,
    timeZone: constants.timeZone,
  }
}

/** The player's time with the team that had them when that season ended. */
export async function formerEntry(
  queries: Queries,
  formerSeasonId: number,
  playerId: number,
): Promise<FormerEntry | undefined> {
  const [found] = await queries
    .select({ teamId: rosterEntry.teamId, playerId: rosterEntry.playerId, boughtAt: rosterEntry.boughtAt })
    .from(rosterEntry)
    .where(
      and(eq(rosterEntry.seasonId, formerSeasonId), eq(rosterEntry.playerId, playerId), isNull(rosterEntry.soldAt)),
    )
  return found && { ...found, sold: false, boughtAt: found.boughtAt.getTime() }
}

export const listKeepers = (queries: Queries, seasonId: number): Promise<Keeper[]> =>
  queries
    .select({ teamId: keeper.teamId, playerId: keeper.playerId })
    .from(keeper)
    .where(eq(keeper.seasonId, seasonId))
    .orderBy(asc(keeper.teamId))

/** The team's choice, which takes the place of its earlier one. */
export async function saveKeeper(queries: Queries, seasonId: number, { teamId, playerId }: Keeper): Promise<void> {
  await queries
    .insert(keeper)
    .values({ seasonId, teamId, playerId })
    .onConflictDoUpdate({ target: [keeper.seasonId, keeper.teamId], set: { playerId } })
}

/** False: the team does not keep that player. */
export async function removeKeeper(queries: Queries, seasonId: number, { teamId, playerId }: Keeper): Promise<boolean> {
  const removed = await queries
    .delete(keeper)
    .where(and(eq(keeper.seasonId, seasonId), eq(keeper.teamId, teamId), eq(keeper.playerId, playerId)))
    .returning({ teamId: keeper.teamId })
  return removed.length > 0
}

/** A team has one keeper, whose index is 1. */
export async function keepersOfTeam(queries: Queries, seasonId: number, teamId: number): Promise<KeeperAnswer[]> {
  const found = await queries
    .select({ playerId: player.id, name: playerName })
    .from(keeper)
    .innerJoin(player, eq(player.id, keeper.playerId))
    .where(and(eq(keeper.seasonId, seasonId), eq(keeper.teamId, teamId)))
  return found.map((player) => ({ player, keeperIndex: 1 }))
}

export async function keeperStatuses(queries: Queries, seasonId: number): Promise<KeeperStatus[]> {
  const found = await queries
    .select({ teamId: team.id, teamShortName: team.shortName, playerId: keeper.playerId, draftOf: draft.seasonId })
    .from(team)
    .innerJoin(teamSeason, and(eq(teamSeason.teamId, team.id), eq(teamSeason.seasonId, seasonId)))
    .leftJoin(keeper, and(eq(keeper.teamId, team.id), eq(keeper.seasonId, seasonId)))
    // A season has a draft from the moment its keepers are locked.
    .leftJoin(draft, eq(draft.seasonId, teamSeason.seasonId))
    .orderBy(asc(team.shortName), asc(team.id))
  return found.map(({ playerId, draftOf, ...each }) => ({
    ...each,
    hasKeeper: playerId !== null,
    ...(draftOf !== null && { locked: true }),
  }))
}
