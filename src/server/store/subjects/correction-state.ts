import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { addDays, dayStart, type Instant } from '#rules/calendar'
import type { CorrectionState, EntryChange } from '#rules/correction-plans'
import type { PlayedGame } from '#rules/money'
import type { HeldEntry } from '#rules/roster-history'
import type { Queries } from '../engine/database.ts'
import { game, officialLine, player, rosterEntry, scratchInterval, teamSeason } from '../tables/tables.ts'
import type { CurrentLeague } from './league.ts'

interface About {
  readonly teamId: number
  /** Whom the correction is about; they need not be on the team. */
  readonly playerIds: readonly number[]
}

/** All that a correction of a team depends on; null where the team does not play in the season. */
export async function correctionState(
  queries: Queries,
  league: CurrentLeague,
  now: Instant,
  { teamId, playerIds }: About,
): Promise<CorrectionState | null> {
  const { seasonId } = league
  const [team] = await queries
    .select({ cash: teamSeason.cashCents })
    .from(teamSeason)
    .where(and(eq(teamSeason.teamId, teamId), eq(teamSeason.seasonId, seasonId)))
  if (!team) return null
  const held = await teamEntries(queries, seasonId, teamId)
  const players = await playersWithGames(queries, seasonId, [...held.keys(), ...playerIds])
  return {
    cash: team.cash,
    entries: players.flatMap((each) => {
      const entry = held.get(each.playerId)
      return entry ? [{ ...each, ...entry }] : []
    }),
    players,
    others: await otherHolds(queries, seasonId, { teamId, playerIds }),
    from: dayStart(league.firstDay, league.constants.timeZone),
    until: dayStart(addDays(league.lastDay, 1), league.constants.timeZone),
    now,
    league,
  }
}

async function teamEntries(queries: Queries, seasonId: number, teamId: number): Promise<Map<number, HeldEntry>> {
  const rows = await queries
    .select({ entry: rosterEntry, interval: scratchInterval })
    .from(rosterEntry)
    .leftJoin(scratchInterval, eq(scratchInterval.entryId, rosterEntry.id))
    .where(and(eq(rosterEntry.seasonId, seasonId), eq(rosterEntry.teamId, teamId)))
    .orderBy(asc(rosterEntry.id), asc(scratchInterval.scratchedAt))
  const held = new Map<number, HeldEntry>()
  for (const { entry, interval } of rows) {
    const { acquired, draftBox, boughtAt, boughtPriceCents, soldAt, soldPriceCents } = entry
    const scratched = held.get(entry.playerId)?.scratched ?? []
    held.set(entry.playerId, {
      acquired,
      draftBox,
      boughtAt: boughtAt.getTime(),
      boughtPrice: boughtPriceCents,
      soldAt: soldAt?.getTime() ?? null,
      soldPrice: soldPriceCents,
      scratched: interval
        ? [...scratched, { from: interval.scratchedAt.getTime(), until: interval.dressedAt?.getTime() ?? null }]
        : scratched,
    })
  }
  return held
}

async function playersWithGames(queries: Queries, seasonId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const players = await queries
    .select({ playerId: player.id, position: player.position })
    .from(player)
    .where(inArray(player.id, [...ids]))
    .orderBy(asc(player.id))
  const lines = await queries
    .select({ playerId: officialLine.playerId, startsAt: game.startTime, points: officialLine.points })
    .from(officialLine)
    .innerJoin(game, eq(game.id, officialLine.gameId))
    .where(and(eq(game.seasonId, seasonId), inArray(officialLine.playerId, [...ids])))
  const games = new Map<number, PlayedGame[]>(players.map(({ playerId }) => [playerId, []]))
  for (const { playerId, startsAt, points } of lines)
    games.get(playerId)?.push({ startsAt: startsAt.getTime(), points })
  return players.map((each) => ({ ...each, games: games.get(each.playerId) ?? [] }))
}

async function otherHolds(queries: Queries, seasonId: number, { teamId, playerIds }: About) {
  if (playerIds.length === 0) return []
  const rows = await queries
    .select()
    .from(rosterEntry)
    .where(
      and(
        eq(rosterEntry.seasonId, seasonId),
        ne(rosterEntry.teamId, teamId),
        inArray(rosterEntry.playerId, [...playerIds]),
      ),
    )
    .orderBy(asc(rosterEntry.boughtAt))
  return rows.map(({ playerId, teamId, boughtAt, soldAt }) => ({
    playerId,
    teamId,
    boughtAt: boughtAt.getTime(),
    soldAt: soldAt?.getTime() ?? null,
  }))
}

/** Makes what stands what the correction says. What stood is a part of the correction. */
export async function applyChanges(
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
    const row = {
      acquired: after.acquired,
      draftBox: after.draftBox,
      boughtAt: new Date(after.boughtAt),
      boughtPriceCents: after.boughtPrice,
      soldAt: after.soldAt === null ? null : new Date(after.soldAt),
      soldPriceCents: after.soldPrice,
    }
    const [kept] = before
      ? await queries.update(rosterEntry).set(row).where(own).returning({ id: rosterEntry.id })
      : await queries
          .insert(rosterEntry)
          .values({ seasonId, teamId, playerId, ...row })
          .returning({ id: rosterEntry.id })
    if (!kept || after.scratched.length === 0) continue
    await queries.insert(scratchInterval).values(
      after.scratched.map(({ from, until }) => ({
        entryId: kept.id,
        scratchedAt: new Date(from),
        dressedAt: until === null ? null : new Date(until),
      })),
    )
  }
}

export async function saveCash(queries: Queries, seasonId: number, teamId: number, cash: number): Promise<void> {
  await queries
    .update(teamSeason)
    .set({ cashCents: cash })
    .where(and(eq(teamSeason.seasonId, seasonId), eq(teamSeason.teamId, teamId)))
}
