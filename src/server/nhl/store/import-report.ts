import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ImportState } from '#contract/office-statistics'
import type { Instant } from '#rules/calendar'
import type { Queries } from '../../db/engine/database.ts'
import { firstRow, oneRow, timestampOf } from '../../db/queries.ts'
import { importReport } from '../../db/tables/office-tables.ts'
import { lastUpdate } from '../../league/league.ts'

type Report = typeof importReport.$inferSelect

/** A process that imports says so more often. */
const ALIVE_MS = 60_000
/** A request that no process has begun after this long: the one that should have has ended. */
const WAITS_MS = 10 * 60_000

const ONE = 1
const isOne = eq(importReport.id, ONE)

export const findReport = (queries: Queries): Promise<Report | null> =>
  firstRow(queries.select().from(importReport).where(isOne))

export function stateOf(report: Report, now: Date): ImportState['state'] {
  const since = (at: Date | null) => now.getTime() - (at?.getTime() ?? 0)
  if (report.beganAt === null) return since(report.requestedAt) < WAITS_MS ? 'waiting' : 'stopped'
  if (report.endedAt !== null) return report.failure === null ? 'ended' : 'failed'
  return since(report.aliveAt) < ALIVE_MS ? 'running' : 'stopped'
}

export const isUnderWay = (report: Report | null, now: Date): boolean =>
  report !== null && ['waiting', 'running'].includes(stateOf(report, now))

const fresh = {
  requestedAt: null,
  requestedBy: null,
  readsAll: false,
  beganAt: null,
  aliveAt: null,
  done: 0,
  doing: '',
  endedAt: null,
  source: null,
  days: null,
  changedLines: null,
  refused: [],
  failure: null,
}

const save = (queries: Queries, row: Partial<Report>) =>
  queries
    .insert(importReport)
    .values({ ...fresh, ...row, id: ONE })
    .onConflictDoUpdate({ target: importReport.id, set: { ...fresh, ...row } })

/** Some process begins it when this is committed and announced. */
export async function askForImport(
  queries: Queries,
  requested: Pick<Report, 'requestedAt' | 'requestedBy' | 'readsAll'>,
) {
  await save(queries, requested)
}

/** An admin's request that no process has begun yet. */
export async function findRequestedImport(queries: Queries, now: Date): Promise<Report | null> {
  const report = await findReport(queries)
  return report && report.beganAt === null && stateOf(report, now) === 'waiting' ? report : null
}

export async function beginReport(queries: Queries, now: Date, source: string): Promise<void> {
  const { requestedAt, requestedBy, readsAll } = (await findRequestedImport(queries, now)) ?? fresh
  await save(queries, { requestedAt, requestedBy, readsAll, beganAt: now, aliveAt: now, source })
}

export async function noteProgress(queries: Queries, now: Date, done: number, doing: string): Promise<void> {
  await queries
    .update(importReport)
    .set({ aliveAt: now, done, doing })
    .where(and(isOne, isNull(importReport.endedAt)))
}

export async function endReport(
  queries: Queries,
  ended: Pick<Report, 'endedAt' | 'days' | 'changedLines' | 'refused' | 'failure'>,
): Promise<void> {
  await queries.update(importReport).set(ended).where(isOne)
}

export function reportOnWire(report: Report, now: Date): ImportState {
  const { requestedBy, beganAt, endedAt, done, doing, source, days, changedLines, refused, failure } = report
  return {
    state: stateOf(report, now),
    requestedBy,
    beganAt: beganAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    done,
    doing,
    source,
    days,
    changedLines,
    refused,
    failure,
  }
}

/**
 * `games`: the last days and what is being played; `everything`: rosters and new players as well; `season`: every day
 * of it again.
 */
type ImportKind = 'everything' | 'games' | 'season'

export interface ScheduleState {
  /** Null before the first. */
  readonly publishedAt: Instant | null
  readonly importedAt: Readonly<Record<ImportKind, Instant | null>>
  /** A game has begun and its numbers are not official yet. */
  readonly gamesOn: boolean
  /** Lines wait for an official update. */
  readonly pending: boolean
}

/** A game that is still not official after this long is waited for no more eagerly than a correction. */
const LONGEST_GAME_HOURS = 18

/** A game that has begun and is not official yet. */
const isOn = (seasonId: number, now: Instant): SQL => sql`
  season_id = ${seasonId} and state not in ('OFF', 'PPD', 'CNCL') and start_time between
  ${timestampOf(now)} - make_interval(hours => ${LONGEST_GAME_HOURS}::int) and ${timestampOf(now)}`

export async function clubsPlaying(queries: Queries, seasonId: number, now: Instant): Promise<Set<string>> {
  const { rows } = await queries.execute<{ home: string; away: string }>(
    sql`select home, away from game where ${isOn(seasonId, now)}`,
  )
  return new Set(rows.flatMap(({ home, away }) => [home, away]))
}

/**
 * `startedAt`: when the season was started here; null for the league's first, and after a start by an earlier version.
 */
export async function scheduleState(
  queries: Queries,
  seasonId: number,
  now: Instant,
): Promise<ScheduleState & { readonly startedAt: Instant | null }> {
  const row = await oneRow<{
    everything: Date | string | null
    games: Date | string | null
    season: Date | string | null
    started: Date | string | null
    on: boolean
    waits: boolean
  }>(
    queries,
    sql`
    select
      (select done_at from scheduled_import where kind = 'everything') as everything,
      (select done_at from scheduled_import where kind = 'games') as games,
      (select done_at from scheduled_import where kind = 'season') as season,
      (select started_at from season_start where season_id = ${seasonId}) as started,
      exists (select 1 from game where ${isOn(seasonId, now)}) as on,
      exists (select 1 from pending_line) as waits`,
  )
  const started = row.started ? new Date(row.started).getTime() : null
  // A time in the future comes from a clock that was wrong; one before the season's start is the last season's.
  const instant = (value: Date | string | null): Instant | null => {
    const at = value ? new Date(value).getTime() : null
    return at !== null && at <= now && at >= (started ?? at) ? at : null
  }
  return {
    startedAt: started,
    publishedAt: (await lastUpdate(queries, seasonId))?.publishedAt.getTime() ?? null,
    importedAt: { everything: instant(row.everything), games: instant(row.games), season: instant(row.season) },
    gamesOn: row.on,
    pending: row.waits,
  }
}

export async function noteImport(queries: Queries, kind: ImportKind, at: Instant): Promise<void> {
  await queries.execute(sql`
    insert into scheduled_import (kind, done_at) values (${kind}, ${timestampOf(at)})
    on conflict (kind) do update set done_at = excluded.done_at`)
}
