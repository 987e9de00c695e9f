import { type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../../db/engine/database.ts'

/** A row as a table file shows it; amounts have two decimals, instants are in UTC. */
export type ExportRow = Record<string, string | number | null>

const rowsOfQuery = async (queries: Queries, query: SQL): Promise<ExportRow[]> =>
  (await queries.execute<ExportRow>(query)).rows

const instant = (column: string): SQL => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
const money = (column: string): SQL => sql.raw(`to_char(${column} / 100.0, 'FM999999990.00')`)
const teamColumns = sql.raw('team.id as "teamId", team.name as team, team.short_name as "shortName"')
const playerColumns = sql.raw(
  `player.id as "playerId", first_name || ' ' || last_name as player, position, player.nhl_team as "nhlTeam"`,
)

/** Who was with which team in the season, sold players included. */
export const exportRosters = (queries: Queries, seasonId: number): Promise<ExportRow[]> =>
  rowsOfQuery(
    queries,
    sql`
    select ${teamColumns}, ${playerColumns}, acquired, draft_box as "draftBox",
      case when sold_at is not null then 'sold'
        when exists (select 1 from scratch_interval where entry_id = entry.id and dressed_at is null) then 'scratched'
        else 'dressed' end as status,
      ${instant('bought_at')} as "boughtAt", ${money('bought_price_cents')} as "boughtPrice",
      ${instant('sold_at')} as "soldAt", ${money('sold_price_cents')} as "soldPrice"
    from roster_entry entry join team on team.id = team_id join player on player.id = player_id
    where season_id = ${seasonId} order by team.id, entry.sold_at is not null, entry.id`,
  )

export const exportTrades = (queries: Queries, seasonId: number): Promise<ExportRow[]> =>
  rowsOfQuery(
    queries,
    sql`
    select ${instant('traded_at')} as "tradedAt", ${teamColumns}, action,
      ${playerColumns}, ${money('price')} as price
    from (
      select bought_at as traded_at, 'BUY' as action, bought_price_cents as price, team_id, player_id
      from roster_entry where season_id = ${seasonId} and acquired = 'trade'
      union all
      select sold_at, 'SELL', sold_price_cents, team_id, player_id
      from roster_entry where season_id = ${seasonId} and sold_at is not null
    ) trade join team on team.id = team_id join player on player.id = player_id
    order by traded_at, action desc, player.id`,
  )

export const exportChanges = (queries: Queries, seasonId: number): Promise<ExportRow[]> =>
  rowsOfQuery(
    queries,
    sql`
    select ${instant('changed_at')} as "changedAt", ${teamColumns}, action,
      ${playerColumns}
    from (
      select scratched_at as changed_at, 'SCRATCH' as action, entry_id from scratch_interval
      union all
      select dressed_at, 'DRESS', entry_id from scratch_interval where dressed_at is not null
    ) change
    join roster_entry entry on entry.id = entry_id
    join team on team.id = team_id join player on player.id = player_id
    where season_id = ${seasonId} order by changed_at, player.id`,
  )

export const exportDraft = (queries: Queries, seasonId: number): Promise<ExportRow[]> =>
  rowsOfQuery(
    queries,
    sql`
    select ${instant('bought_at')} as "draftedAt", ${teamColumns},
      draft_box as "draftBox", ${playerColumns}, acquired
    from roster_entry entry join team on team.id = team_id join player on player.id = player_id
    where season_id = ${seasonId} and acquired in ('draft', 'keeper') order by bought_at, entry.id`,
  )

/**
 * A spreadsheet would take such a text for a formula, and members choose the names. With apostrophes in front, too: the
 * table reader takes one away.
 */
const FORMULA = /^'*[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

function cellText(cell: string | number | null | undefined): string {
  if (cell === null || cell === undefined) return ''
  const text = String(cell)
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Excel takes a file without this mark for one of Windows-1252, and shows other letters than é. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A table file (RFC 4180) with these columns. */
export const csvText = (columns: readonly string[], rows: readonly ExportRow[]): string =>
  BYTE_ORDER_MARK +
  [columns.join(','), ...rows.map((row) => columns.map((column) => cellText(row[column])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('')
