import { type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../../db/engine/database.ts'

/** A row as a table file shows it; amounts have two decimals, instants are in UTC. */
export type ExportRow = Record<string, string | number | null | undefined>

/** The columns of a query as those of a table. */
async function tableOfQuery(queries: Queries, columns: Readonly<Record<string, string>>, from: SQL): Promise<string> {
  const selected = Object.entries(columns).map(([name, of]) => `${of} as "${name}"`)
  const { rows } = await queries.execute<ExportRow>(sql`select ${sql.raw(selected.join(', '))} ${from}`)
  return csvText(Object.keys(columns), rows)
}

const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const money = (column: string): string => `to_char(${column} / 100.0, 'FM999999990.00')`
const TEAM = { teamId: 'team.id', team: 'team.name', shortName: 'team.short_name' }
const PLAYER = {
  playerId: 'player.id',
  player: "trim(first_name || ' ' || last_name)",
  position: 'position',
  nhlTeam: 'player.nhl_team',
}

const ROSTERS = {
  ...TEAM,
  ...PLAYER,
  acquired: 'acquired',
  draftBox: 'draft_box',
  status: `case when sold_at is not null then 'sold'
    when exists (select 1 from scratch_interval where entry_id = entry.id and dressed_at is null) then 'scratched'
    else 'dressed' end`,
  boughtAt: instant('bought_at'),
  boughtPrice: money('bought_price_cents'),
  soldAt: instant('sold_at'),
  soldPrice: money('sold_price_cents'),
}

/** Who was with which team in the season, sold players included. */
export const exportRosters = (queries: Queries, seasonId: number): Promise<string> =>
  tableOfQuery(
    queries,
    ROSTERS,
    sql`
    from roster_entry entry join team on team.id = team_id join player on player.id = player_id
    where season_id = ${seasonId} order by team.id, entry.sold_at is not null, entry.id`,
  )

export const exportTrades = (queries: Queries, seasonId: number): Promise<string> =>
  tableOfQuery(
    queries,
    { tradedAt: instant('traded_at'), ...TEAM, action: 'action', ...PLAYER, price: money('price') },
    sql`
    from (
      select bought_at as traded_at, 'BUY' as action, bought_price_cents as price, team_id, player_id
      from roster_entry where season_id = ${seasonId} and acquired = 'trade'
      union all
      select sold_at, 'SELL', sold_price_cents, team_id, player_id
      from roster_entry where season_id = ${seasonId} and sold_at is not null
    ) trade join team on team.id = team_id join player on player.id = player_id
    order by traded_at, action desc, player.id`,
  )

export const exportChanges = (queries: Queries, seasonId: number): Promise<string> =>
  tableOfQuery(
    queries,
    { changedAt: instant('changed_at'), ...TEAM, action: 'action', ...PLAYER },
    sql`
    from (
      select scratched_at as changed_at, 'SCRATCH' as action, entry_id from scratch_interval
      union all
      select dressed_at, 'DRESS', entry_id from scratch_interval where dressed_at is not null
    ) change
    join roster_entry entry on entry.id = entry_id
    join team on team.id = team_id join player on player.id = player_id
    where season_id = ${seasonId} order by changed_at, player.id`,
  )

export const exportDraft = (queries: Queries, seasonId: number): Promise<string> =>
  tableOfQuery(
    queries,
    { draftedAt: instant('bought_at'), ...TEAM, draftBox: 'draft_box', ...PLAYER, acquired: 'acquired' },
    sql`
    from roster_entry entry join team on team.id = team_id join player on player.id = player_id
    where season_id = ${seasonId} and acquired in ('draft', 'keeper') order by bought_at, entry.id`,
  )

/**
 * A spreadsheet would take such a text for a formula, and members choose the names. With apostrophes in front, too: the
 * table reader takes one away.
 */
const FORMULA = /^'*[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

function cellText(cell: ExportRow[string]): string {
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
