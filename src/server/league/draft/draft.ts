import { and, asc, desc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
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

/** Of picks and keepers, in the order in which they came. */
export const draftEntries = (queries: Queries, seasonId: number): Promise<DraftEntry[]> =>
  queries.select().from(rosterEntry).where(ofDraft(seasonId)).orderBy(asc(rosterEntry.id))

type DraftEntry = typeof rosterEntry.$inferSelect

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
  const ofPlayer = and(eq(rosterEntry.seasonId, seasonId), eq(rosterEntry.playerId, playerId))
  return { ...found, isDrafted: (await queries.$count(rosterEntry, ofPlayer)) > 0 }
}

export const filledBoxes = (entries: readonly DraftEntry[], teamId: number): DraftBoxName[] =>
  entries.flatMap((entry) => (entry.teamId === teamId ? (parseBoxName(entry.draftBox ?? '') ?? []) : []))

/** The latest pick, and whether it is settled: the player has been sold, or points have been counted since. */
export async function latestPick(queries: Queries, seasonId: number) {
  const latest = (await draftEntries(queries, seasonId)).findLast(({ acquired }) => acquired === 'draft')
  if (!latest) return null
  const { id, teamId, playerId, soldAt, boughtAt } = latest
  const countedAfter = and(eq(officialUpdate.seasonId, seasonId), gt(officialUpdate.publishedAt, boughtAt))
  const isSettled = soldAt !== null || (await queries.$count(officialUpdate, countedAfter)) > 0
  return { id, teamId, playerId, isSettled }
}

/** The entries of picks or keepers, as if they had never been. */
export async function deleteEntries(queries: Queries, entryIds: readonly number[]): Promise<void> {
  if (entryIds.length === 0) return
  await queries.delete(scratchInterval).where(inArray(scratchInterval.entryId, [...entryIds]))
  await queries.delete(rosterEntry).where(inArray(rosterEntry.id, [...entryIds]))
}

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
