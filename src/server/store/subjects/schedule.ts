import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#rules/calendar'
import type { Queries } from '../engine/database.ts'
import { lastUpdate } from './standings.ts'

/**
 * `games`: the last days and what is being played; `everything`: rosters and new players as well; `season`: every day
 * of it again.
 */
export type ImportKind = 'everything' | 'games' | 'season'

/** What the schedule depends on. */
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
function isOn(seasonId: number, now: Instant): SQL {
  const at = new Date(now).toISOString()
  return sql`season_id = ${seasonId} and state not in ('OFF', 'PPD', 'CNCL')
    and start_time between ${at}::timestamptz - make_interval(hours => ${LONGEST_GAME_HOURS}::int) and ${at}::timestamptz`
}

/** The clubs whose game is on. */
export async function clubsPlaying(queries: Queries, seasonId: number, now: Instant): Promise<Set<string>> {
  const { rows } = await queries.execute<{ home: string; away: string }>(
    sql`select home, away from game where ${isOn(seasonId, now)}`,
  )
  return new Set(rows.flatMap(({ home, away }) => [home, away]))
}

export async function scheduleState(queries: Queries, seasonId: number, now: Instant): Promise<ScheduleState> {
  const { rows } = await queries.execute<{
    everything: Date | string
    games: Date | string
    season: Date | string
    started: Date | string | null
    on: boolean
    waits: boolean
  }>(sql`
    select
      (select done_at from scheduled_import where kind = 'everything') as everything,
      (select done_at from scheduled_import where kind = 'games') as games,
      (select done_at from scheduled_import where kind = 'season') as season,
      (select started_at from season_start where season_id = ${seasonId}) as started,
      exists (select 1 from game where ${isOn(seasonId, now)}) as on,
      exists (select 1 from pending_line) as waits`)
  const [row] = rows
  const started = row?.started ? new Date(row.started).getTime() : null
  // A time in the future comes from a clock that was wrong; one before the season's start is the last season's.
  const instant = (value: Date | string | null | undefined): Instant | null => {
    const at = value ? new Date(value).getTime() : null
    return at !== null && at <= now && at >= (started ?? at) ? at : null
  }
  return {
    publishedAt: (await lastUpdate(queries, seasonId))?.publishedAt.getTime() ?? null,
    importedAt: {
      everything: instant(row?.everything),
      games: instant(row?.games),
      season: instant(row?.season),
    },
    gamesOn: row?.on === true,
    pending: row?.waits === true,
  }
}

export async function noteImport(queries: Queries, kind: ImportKind, at: Instant): Promise<void> {
  await queries.execute(sql`
    insert into scheduled_import (kind, done_at) values (${kind}, ${new Date(at).toISOString()}::timestamptz)
    on conflict (kind) do update set done_at = excluded.done_at`)
}
