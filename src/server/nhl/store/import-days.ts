import { eq, sql } from 'drizzle-orm'
import type { LeagueDay } from '#rules/calendar'
import type { Queries } from '../../db/engine/database.ts'
import { oneRow, rowsOf } from '../../db/queries.ts'
import { game } from '../../db/tables/tables.ts'
import { anyOf, effectiveLines, type ImportedGame, type ImportedLine, lineRows, saveGames } from './lines.ts'

/**
 * Held to the end of the transaction: imports and official updates run one after the other, whichever process makes
 * them.
 */
export async function lockImports(queries: Queries): Promise<void> {
  await queries.execute(sql`lock table official_update in share row exclusive mode`)
}

export async function keptGames(queries: Queries, seasonId: number): Promise<Map<number, ImportedGame>> {
  const rows = await queries.select().from(game).where(eq(game.seasonId, seasonId))
  return new Map(rows.map(({ gameDate, seasonId: _, ...row }) => [row.id, { ...row, date: gameDate }]))
}

/** Removes games of the days that are gone from the schedule and in which no one has played. Returns how many. */
export async function removeVanishedGames(
  queries: Queries,
  seasonId: number,
  { from, through }: { readonly from: LeagueDay; readonly through: LeagueDay },
  schedule: readonly ImportedGame[],
): Promise<number> {
  const { rows } = await queries.execute(sql`
    delete from game
    where season_id = ${seasonId} and game_date between ${from} and ${through}
      and id not in (select id from ${rowsOf(schedule, { id: ['int', ({ id }) => id] })})
      and not exists (select 1 from official_line where game_id = game.id)
      and not exists (select 1 from pending_line where game_id = game.id)
    returning id`)
  return rows.length
}

/** Days whose games were all final when they were read. */
export async function settledDays(queries: Queries, seasonId: number): Promise<Set<LeagueDay>> {
  const { rows } = await queries.execute<{ day: string }>(
    sql`select day::text as day from imported_day where season_id = ${seasonId}`,
  )
  return new Set(rows.map(({ day }) => day))
}

export interface ImportedDay {
  readonly games: readonly ImportedGame[]
  readonly lines: readonly ImportedLine[]
  /** Games whose lines stay as they are. */
  readonly without: readonly number[]
  /** All games of the day are over and official: only corrections can follow. */
  readonly settled: boolean
}

/**
 * Makes a day match its source: lines that are new, differ from the published ones or are gone wait for the next official
 * update. Returns how many are new, changed or gone. The same again writes nothing.
 */
export async function saveDay(
  queries: Queries,
  seasonId: number,
  day: LeagueDay,
  { games, lines, without, settled }: ImportedDay,
): Promise<number> {
  await saveGames(queries, seasonId, games)
  // As an array: the index is used even before the tables have been counted.
  const ofDay = sql`any(array(
    select id from game where season_id = ${seasonId} and game_date = ${day} and not id = ${anyOf(without)}))`
  const { changed } = await oneRow<{ changed: number }>(
    queries,
    sql`
    with kept as (select line.* from ${effectiveLines(ofDay)}), incoming as (select * from ${lineRows(lines)})
    select count(*)::int as changed from (
      select game_id, player_id from (table kept except table incoming) gone
      union select game_id, player_id from (table incoming except table kept) fresh
    ) differing`,
  )
  if (changed > 0) {
    await queries.execute(sql`delete from pending_line where game_id = ${ofDay}`)
    await queries.execute(sql`
      with official as (select * from official_line where game_id = ${ofDay}),
        incoming as (select * from ${lineRows(lines)})
      insert into pending_line
      select fresh.*, false from (table incoming except table official) fresh
      union all
      select official.*, true from official
      where (game_id, player_id) not in (select game_id, player_id from incoming)`)
  }
  await queries.execute(
    settled
      ? sql`insert into imported_day (season_id, day) select ${seasonId}::int, ${day}::date
            where not exists (select 1 from imported_day where season_id = ${seasonId} and day = ${day})`
      : sql`delete from imported_day where season_id = ${seasonId} and day = ${day}`,
  )
  return changed
}
