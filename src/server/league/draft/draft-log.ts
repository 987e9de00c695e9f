import { aliasedTable, and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { DraftLogEntry } from '#contract/draft-room'
import type { Instant } from '#rules/calendar'
import type { Queries } from '../../db/engine/database.ts'
import { firstRow } from '../../db/queries.ts'
import { draftLog } from '../../db/tables/draft-tables.ts'
import { player, team } from '../../db/tables/tables.ts'
import { playerName, playerRef } from '../roster-entries.ts'

/** What happened, before it has its number. */
export type NewLogEntry = Pick<typeof draftLog.$inferInsert, 'kind'> &
  Partial<Omit<typeof draftLog.$inferInsert, 'seasonId' | 'nr' | 'at' | 'kind'>>

/** Writes what happened, in the order given. The transaction holds the draft's lock, which makes the numbers. */
export async function writeLog(
  queries: Queries,
  seasonId: number,
  now: Instant,
  entries: readonly NewLogEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const last = sql`(select coalesce(max(nr), 0) from draft_log where season_id = ${seasonId})`
  await queries
    .insert(draftLog)
    .values(
      entries.map((entry, index) => ({ ...entry, seasonId, at: new Date(now), nr: sql`${last} + ${index + 1}::int` })),
    )
}

/** The log of a draft that was held without it: its lock and the picks on the rosters. */
export async function logPastDraft(
  queries: Queries,
  seasonId: number,
  lockedAt: Instant,
  order: readonly { readonly round: number; readonly teamId: number }[],
): Promise<void> {
  await writeLog(queries, seasonId, lockedAt, [{ kind: 'locked', detail: { order: [...order] } }])
  await queries.execute(sql`
    insert into draft_log (season_id, nr, at, kind, team_id, player_id, box_name, how)
    select season_id, 1 + row_number() over (order by bought_at, id), bought_at, 'pick', team_id, player_id, draft_box,
      case acquired when 'keeper' then 'keeper' else 'self' end
    from roster_entry where season_id = ${seasonId} and draft_box is not null`)
}

/** Of the picks of these players that stand. */
export async function standingPicks(queries: Queries, seasonId: number, playerIds: readonly number[]) {
  const undone = aliasedTable(draftLog, 'undone')
  const rows = await queries
    .select({ nr: draftLog.nr, playerId: draftLog.playerId })
    .from(draftLog)
    .leftJoin(undone, and(eq(undone.seasonId, draftLog.seasonId), eq(undone.pickNr, draftLog.nr)))
    .where(
      and(
        eq(draftLog.seasonId, seasonId),
        eq(draftLog.kind, 'pick'),
        inArray(draftLog.playerId, [...playerIds]),
        isNull(undone.nr),
      ),
    )
  return new Map<number, number>(rows.flatMap(({ nr, playerId }) => (playerId === null ? [] : [[playerId, nr]])))
}

/** The team's latest pick, and how it came about. */
export const latestPickOf = (queries: Queries, seasonId: number, teamId: number) =>
  firstRow(
    queries
      .select({ at: draftLog.at, how: draftLog.how, name: playerName })
      .from(draftLog)
      .innerJoin(player, eq(player.id, draftLog.playerId))
      .where(and(eq(draftLog.seasonId, seasonId), eq(draftLog.kind, 'pick'), eq(draftLog.teamId, teamId)))
      .orderBy(desc(draftLog.nr))
      .limit(1),
  )

export async function readLog(queries: Queries, seasonId: number): Promise<DraftLogEntry[]> {
  const rows = await queries
    .select({ entry: draftLog, player, teamShortName: team.shortName })
    .from(draftLog)
    .leftJoin(player, eq(player.id, draftLog.playerId))
    .leftJoin(team, eq(team.id, draftLog.teamId))
    .where(eq(draftLog.seasonId, seasonId))
    .orderBy(asc(draftLog.nr))
  const takenBack = new Map(rows.map(({ entry }) => [entry.pickNr, entry]))
  return rows.map(({ entry, player: picked, teamShortName }): DraftLogEntry => {
    const { nr, at, kind, byName, teamId, boxName, how, pickNr, detail } = entry
    const undone = takenBack.get(nr)
    return {
      nr,
      at: at.toISOString(),
      kind,
      ...(byName !== null && { by: byName }),
      ...(teamId !== null && { teamId, teamShortName }),
      ...(picked && { player: playerRef(picked) }),
      ...(boxName !== null && { boxName }),
      ...(how !== null && { how }),
      ...(pickNr !== null && { pickNr }),
      ...(undone && { takenBackAt: undone.at.toISOString(), takenBackBy: undone.byName }),
      ...(detail !== null && { detail }),
    }
  })
}
