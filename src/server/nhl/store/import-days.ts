import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { LeagueDay } from '#rules/calendar'
import { gamePoints } from '#rules/scoring'
import type { Queries } from '../../db/engine/database.ts'
import { rowsOf } from '../../db/queries.ts'
import { game } from '../../db/tables/tables.ts'
import { anyOf, effectiveLines, type ImportedGame, type ImportedLine, replaceDay, saveGames } from './lines.ts'

/**
 * Held to the end of the transaction: imports and official updates run one after the other, whichever process makes
 * them.
 */
export async function lockImports(queries: Queries): Promise<void> {
  await queries.execute(sql`lock table official_update in share row exclusive mode`)
}

export const keptGames = (queries: Queries, seasonId: number): Promise<Map<number, ImportedGame>> =>
  gamesWhere(queries, eq(game.seasonId, seasonId))

/** Those of a day, and those of its source, which may still be kept with another day. */
function keptGamesOfDay(
  queries: Queries,
  seasonId: number,
  day: LeagueDay,
  games: readonly ImportedGame[],
): Promise<Map<number, ImportedGame>> {
  const ids = games.map(({ id }) => id)
  return gamesWhere(queries, or(and(eq(game.seasonId, seasonId), eq(game.gameDate, day)), inArray(game.id, ids)))
}

async function gamesWhere(queries: Queries, condition: SQL | undefined): Promise<Map<number, ImportedGame>> {
  const rows = await queries.select().from(game).where(condition)
  return new Map(rows.map(({ gameDate, seasonId: _, ...row }) => [row.id, { ...row, date: gameDate }]))
}

const sameGame = (one: ImportedGame | undefined, other: ImportedGame): boolean =>
  one !== undefined &&
  one.date === other.date &&
  one.startTime.getTime() === other.startTime.getTime() &&
  one.home === other.home &&
  one.away === other.away &&
  one.homeScore === other.homeScore &&
  one.awayScore === other.awayScore &&
  one.lastPeriod === other.lastPeriod &&
  one.state === other.state

/** Writes the games that are new or differ, and answers how many those are. */
export async function saveChangedGames(
  queries: Queries,
  seasonId: number,
  games: readonly ImportedGame[],
): Promise<number> {
  const kept = await keptGames(queries, seasonId)
  const changed = games.filter((game) => !sameGame(kept.get(game.id), game))
  if (changed.length > 0) await saveGames(queries, seasonId, changed)
  return changed.length
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

const lineKey = ({ gameId, playerId }: Pick<ImportedLine, 'gameId' | 'playerId'>) => `${gameId} ${playerId}`

/** Everything of a line that the table keeps, in one text. */
const lineText = (line: ImportedLine): string =>
  [
    line.nhlTeam,
    line.goals,
    line.assists,
    ...(line.kind === 'skater'
      ? [line.powerPlayGoals, line.shortHandedGoals, line.gameWinningGoals, 0, 0, 0]
      : [0, 0, 0, line.wins, line.overtimeLosses, line.shutouts]),
    line.toiSeconds,
    gamePoints(line),
  ].join(' ')

/** The lines of games as the next official update would have them. */
async function keptLines(queries: Queries, gameIds: readonly number[]): Promise<Map<string, string>> {
  const { rows } = await queries.execute<{ key: string; line: string }>(sql`
    select concat_ws(' ', game_id, player_id) as key,
      concat_ws(' ', nhl_team, goals, assists, power_play_goals, short_handed_goals, game_winning_goals, wins,
        overtime_losses, shutouts, toi_seconds, points) as line
    from ${effectiveLines(anyOf(gameIds))}`)
  return new Map(rows.map(({ key, line }) => [key, line]))
}

export interface ImportedDay {
  readonly games: readonly ImportedGame[]
  readonly lines: readonly ImportedLine[]
  /** Games whose lines stay as they are. */
  readonly without: readonly number[]
  /** All games of the day are over and official: only corrections can follow. */
  readonly settled: boolean
}

/** Makes a day match its source, and returns how many lines are new, changed or gone. The same again writes nothing. */
export async function saveDay(
  queries: Queries,
  seasonId: number,
  day: LeagueDay,
  { games, lines, without, settled }: ImportedDay,
): Promise<number> {
  const gamesBefore = await keptGamesOfDay(queries, seasonId, day, games)
  const changedGames = games.filter((game) => !sameGame(gamesBefore.get(game.id), game))
  const kept = await keptLines(
    queries,
    [...gamesBefore.keys()].filter((id) => !without.includes(id)),
  )
  const differing = lines.filter((line) => kept.get(lineKey(line)) !== lineText(line)).length
  const incoming = new Set(lines.map(lineKey))
  const gone = [...kept.keys()].filter((key) => !incoming.has(key)).length
  if (differing + gone > 0) await replaceDay(queries, seasonId, day, { games: changedGames, lines, without })
  else if (changedGames.length > 0) await saveGames(queries, seasonId, changedGames)
  await queries.execute(
    settled
      ? sql`insert into imported_day (season_id, day) select ${seasonId}::int, ${day}::date
            where not exists (select 1 from imported_day where season_id = ${seasonId} and day = ${day})`
      : sql`delete from imported_day where season_id = ${seasonId} and day = ${day}`,
  )
  return differing + gone
}
