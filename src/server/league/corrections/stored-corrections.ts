import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { PlayerRef, TeamRef } from '#contract/call'
import { addDays, dayStart, type Instant } from '#rules/calendar'
import type { CorrectionPlan, CorrectionState, CorrectionSubject, EntryChange } from '#rules/corrections'
import { groupBy } from '#rules/group-by'
import type { Queries } from '../../db/engine/database.ts'
import {
  correctionEntry,
  game,
  officialLine,
  player,
  rosterEntry,
  scratchInterval,
  team,
  teamSeason,
} from '../../db/tables/tables.ts'
import type { CurrentLeague } from '../league.ts'
import { entryRow, findPlayerRefs, heldEntries, intervalRows } from '../roster-entries.ts'

/** A plan that was carried out. */
export interface StoredCorrection extends CorrectionPlan {
  readonly nr: number
  readonly at: Date
  readonly by: string
  readonly reason: string
}

const storedOf = ({
  byName,
  asOf,
  detail,
  seasonId: _,
  ...columns
}: typeof correctionEntry.$inferSelect): StoredCorrection => ({
  ...detail,
  ...columns,
  by: byName,
  asOf: asOf?.getTime() ?? null,
})

/** Of the season, in the order in which they were made. */
export async function storedCorrections(queries: Queries, seasonId: number): Promise<StoredCorrection[]> {
  const rows = await queries
    .select()
    .from(correctionEntry)
    .where(eq(correctionEntry.seasonId, seasonId))
    .orderBy(asc(correctionEntry.nr))
  return rows.map(storedOf)
}

/**
 * Carries out the plan and stores it under the next number. The transaction holds the lock of corrections, which makes the
 * numbers.
 */
export async function storeCorrection(
  queries: Queries,
  seasonId: number,
  correction: Omit<StoredCorrection, 'nr'>,
): Promise<StoredCorrection> {
  const { at, by, reason, kind, teamId, asOf, againstRules, undoes, entries, cash, scoreBefore, scoreAfter } =
    correction
  await changeEntries(queries, seasonId, teamId, entries)
  await queries
    .update(teamSeason)
    .set({ cashCents: scoreAfter.cash })
    .where(and(eq(teamSeason.teamId, teamId), eq(teamSeason.seasonId, seasonId)))
  const [row] = await queries
    .insert(correctionEntry)
    .values({
      seasonId,
      nr: sql`(select coalesce(max(nr), 0) + 1 from correction_entry where season_id = ${seasonId})`,
      at,
      byName: by,
      kind,
      teamId,
      asOf: asOf === null ? null : new Date(asOf),
      againstRules,
      reason,
      detail: { entries, cash, scoreBefore, scoreAfter },
      undoes,
    })
    .returning()
  if (!row) throw new Error('The correction was not stored')
  return storedOf(row)
}

/** What was before is a part of the correction. */
async function changeEntries(
  queries: Queries,
  seasonId: number,
  teamId: number,
  changes: readonly EntryChange[],
): Promise<void> {
  for (const { playerId, after } of changes) {
    const own = and(
      eq(rosterEntry.seasonId, seasonId),
      eq(rosterEntry.teamId, teamId),
      eq(rosterEntry.playerId, playerId),
    )
    const [before] = await queries.select({ id: rosterEntry.id }).from(rosterEntry).where(own)
    if (before) await queries.delete(scratchInterval).where(eq(scratchInterval.entryId, before.id))
    if (!after) {
      await queries.delete(rosterEntry).where(own)
      continue
    }
    const row = entryRow(after)
    const [kept] = before
      ? await queries.update(rosterEntry).set(row).where(own).returning({ id: rosterEntry.id })
      : await queries
          .insert(rosterEntry)
          .values({ seasonId, teamId, playerId, ...row })
          .returning({ id: rosterEntry.id })
    if (!kept || after.scratched.length === 0) continue
    await queries.insert(scratchInterval).values(intervalRows(kept.id, after))
  }
}

/** All that a correction of a team depends on; null where the team does not play in the season. */
export async function correctionState(
  queries: Queries,
  league: CurrentLeague,
  now: Instant,
  { teamId, playerIds }: CorrectionSubject,
  made: readonly StoredCorrection[],
): Promise<CorrectionState | null> {
  const { seasonId } = league
  const [own] = await queries
    .select({ cash: teamSeason.cashCents })
    .from(teamSeason)
    .where(and(eq(teamSeason.teamId, teamId), eq(teamSeason.seasonId, seasonId)))
  if (!own) return null
  const held = await heldEntries(queries, seasonId)
  const entries = new Map(held.filter((entry) => entry.teamId === teamId).map((entry) => [entry.playerId, entry]))
  const players = await playersWithGames(queries, seasonId, [...entries.keys(), ...playerIds])
  return {
    teamId,
    cash: own.cash,
    entries: players.flatMap((each) => {
      const entry = entries.get(each.playerId)
      return entry ? [{ ...each, ...entry }] : []
    }),
    players,
    others: held.filter((entry) => entry.teamId !== teamId).sort((one, other) => one.boughtAt - other.boughtAt),
    made,
    from: dayStart(league.firstDay, league.constants.timeZone),
    until: dayStart(addDays(league.lastDay, 1), league.constants.timeZone),
    now,
    league,
  }
}

async function playersWithGames(queries: Queries, seasonId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const players = await queries
    .select({ playerId: player.id, position: player.position })
    .from(player)
    .where(inArray(player.id, [...ids]))
    .orderBy(asc(player.id))
  const lines = await queries
    .select({ playerId: officialLine.playerId, startTime: game.startTime, points: officialLine.points })
    .from(officialLine)
    .innerJoin(game, eq(game.id, officialLine.gameId))
    .where(and(eq(game.seasonId, seasonId), inArray(officialLine.playerId, [...ids])))
  const played = lines.map(({ startTime, ...line }) => ({ ...line, startsAt: startTime.getTime() }))
  const games = groupBy(played, ({ playerId }) => playerId)
  return players.map((each) => ({ ...each, games: games.get(each.playerId) ?? [] }))
}

export interface Refs {
  readonly players: ReadonlyMap<number, PlayerRef>
  readonly teams: ReadonlyMap<number, TeamRef>
}

export async function findRefs(queries: Queries, playerIds: Iterable<number>): Promise<Refs> {
  const players = await findPlayerRefs(queries, playerIds)
  const teams = await queries.select({ id: team.id, shortName: team.shortName }).from(team)
  return { players, teams: new Map(teams.map((each) => [each.id, each])) }
}
