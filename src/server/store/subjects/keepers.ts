import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Keeper as KeeperAnswer, KeeperStatus } from '#contract/draft'
import { type LeagueDay, seasonBefore } from '#rules/calendar'
import type { FormerEntry, Keeper, KeeperRules } from '#rules/keepers'
import type { Queries } from '../engine/database.ts'
import { draft, keeper } from '../tables/draft-tables.ts'
import { player, rosterEntry, season, team, teamSeason } from '../tables/tables.ts'
import type { CurrentLeague } from './league.ts'

export interface FormerSeason {
  readonly id: number
  readonly keeperLastBuyDate: LeagueDay
}

/** The season before this one; null where the league did not play it here and has not been given its rosters. */
export async function previousSeason(queries: Queries, seasonId: number): Promise<FormerSeason | null> {
  const [found] = await queries
    .select({ id: season.id, keeperLastBuyDate: season.keeperLastBuyDate })
    .from(season)
    .where(eq(season.id, seasonBefore(seasonId)))
  return found ?? null
}

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

export async function listKeepers(queries: Queries, seasonId: number): Promise<Keeper[]> {
  return queries
    .select({ teamId: keeper.teamId, playerId: keeper.playerId })
    .from(keeper)
    .where(eq(keeper.seasonId, seasonId))
    .orderBy(asc(keeper.teamId))
}

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
    .select({ playerId: player.id, firstName: player.firstName, lastName: player.lastName })
    .from(keeper)
    .innerJoin(player, eq(player.id, keeper.playerId))
    .where(and(eq(keeper.seasonId, seasonId), eq(keeper.teamId, teamId)))
  return found.map(({ playerId, firstName, lastName }) => ({
    player: { playerId, name: `${firstName} ${lastName}` },
    keeperIndex: 1,
  }))
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
