import { max, sql } from 'drizzle-orm'
import type { Instant, LeagueDay } from '#rules/calendar'
import type { League } from '#rules/league'
import type { Cents, Interval } from '#rules/money'
import type { Queries } from '../../db/engine/database.ts'
import { rowsOf } from '../../db/queries.ts'
import { member } from '../../db/tables/identity-tables.ts'
import { league, officialUpdate, rosterEntry, season, team, teamSeason } from '../../db/tables/tables.ts'

// Writes what the demo has made up. A league with real statistics is set up and imported elsewhere.

interface NewTeam {
  readonly name: string
  readonly shortName: string
  readonly owner: { readonly userName: string; readonly displayName: string; readonly roles: readonly string[] }
}

/** A player's time with a team. */
interface PlayedEntry {
  readonly teamId: number
  readonly playerId: number
  readonly acquired: 'draft' | 'keeper' | 'trade'
  readonly draftBox: string | null
  readonly boughtAt: Instant
  readonly boughtPrice: Cents
  readonly soldAt: Instant | null
  readonly soldPrice: Cents | null
  readonly scratched: readonly Interval[]
}

/** An official update and each team's score after it. */
export interface PastUpdate {
  readonly at: Instant
  readonly throughDay: LeagueDay
  readonly scores: readonly { readonly teamId: number; readonly points: Cents; readonly cash: Cents }[]
}

interface PlayedSeason {
  readonly entries: readonly PlayedEntry[]
  readonly cash: ReadonlyMap<number, Cents>
  readonly updates: readonly PastUpdate[]
}

export async function saveSeason(
  queries: Queries,
  seasonId: number,
  { firstDay, lastDay }: { firstDay: LeagueDay; lastDay: LeagueDay },
  { dates }: League,
): Promise<void> {
  await queries.insert(season).values({
    id: seasonId,
    firstDay,
    lastDay,
    rosterHoldStartDate: dates.rosterHoldStartDate,
    tradingStartTime: new Date(dates.tradingStartTime),
    tradingEndTime: new Date(dates.tradingEndTime),
    keeperLastBuyDate: dates.keeperLastBuyDate,
  })
}

export async function saveLeague(queries: Queries, seasonId: number, demoSeed: number, rules: League): Promise<void> {
  await queries.insert(league).values({ name: 'Demo League', timeZone: rules.constants.timeZone, seasonId, demoSeed })
}

/** Teams get the ids of their places in the list, and their owners with them. */
export async function saveTeams(
  queries: Queries,
  seasonIds: readonly number[],
  teams: readonly NewTeam[],
  teamless: { userName: string; displayName: string },
): Promise<void> {
  await queries.insert(team).values(teams.map(({ name, shortName }, index) => ({ id: index + 1, name, shortName })))
  // The identity column does not see ids that were given, so the next team made by hand would clash.
  await queries.execute(sql`select setval(pg_get_serial_sequence('team', 'id'), ${teams.length}::int)`)
  await queries
    .insert(teamSeason)
    .values(seasonIds.flatMap((seasonId) => teams.map((_, index) => ({ teamId: index + 1, seasonId }))))
  await queries
    .insert(member)
    .values([
      ...teams.map(({ owner }, index) => ({ ...owner, roles: [...owner.roles], teamId: index + 1 })),
      { ...teamless, roles: [], teamId: null },
    ])
}

const at = (instant: Instant | null): Date | null => (instant === null ? null : new Date(instant))

/** Rosters, lineups, cash and the official updates of the season so far; its draft is written before. */
export async function saveHistory(queries: Queries, seasonId: number, history: PlayedSeason): Promise<void> {
  const ids = await saveRosters(queries, seasonId, history)
  const intervals = history.entries.flatMap(({ scratched }, index) =>
    scratched.map((interval) => ({ id: ids[index] ?? 0, ...interval })),
  )
  await queries.execute(sql`
    insert into scratch_interval (entry_id, scratched_at, dressed_at)
    select * from ${rowsOf(intervals, {
      entry_id: ['int', ({ id }) => id],
      scratched_at: ['timestamptz', ({ from }) => at(from)],
      dressed_at: ['timestamptz', ({ until }) => at(until)],
    })}`)
  await saveUpdates(queries, seasonId, history.updates)
}

/** Who was on which team when, and what was left of the money. Returns the entries' ids. */
async function saveRosters(
  queries: Queries,
  seasonId: number,
  { entries, cash }: Pick<PlayedSeason, 'entries' | 'cash'>,
): Promise<number[]> {
  const [latest] = await queries.select({ id: max(rosterEntry.id) }).from(rosterEntry)
  const before = latest?.id ?? 0
  const numbered = entries.map((entry, index) => ({ ...entry, id: before + index + 1 }))
  await queries.execute(sql`
    insert into roster_entry
      (id, season_id, team_id, player_id, acquired, draft_box, bought_at, bought_price_cents, sold_at, sold_price_cents)
    select id, ${seasonId}::int, team_id, player_id, acquired, draft_box, bought_at, bought_price, sold_at, sold_price
    from ${rowsOf(numbered, {
      id: ['int', ({ id }) => id],
      team_id: ['int', ({ teamId }) => teamId],
      player_id: ['int', ({ playerId }) => playerId],
      acquired: ['text', ({ acquired }) => acquired],
      draft_box: ['text', ({ draftBox }) => draftBox],
      bought_at: ['timestamptz', ({ boughtAt }) => at(boughtAt)],
      bought_price: ['int', ({ boughtPrice }) => boughtPrice],
      sold_at: ['timestamptz', ({ soldAt }) => at(soldAt)],
      sold_price: ['int', ({ soldPrice }) => soldPrice],
    })}`)
  await queries.execute(
    sql`select setval(pg_get_serial_sequence('roster_entry', 'id'), ${before + numbered.length}::int)`,
  )
  await queries.execute(sql`
    update team_season set cash_cents = cash
    from ${rowsOf([...cash], { id: ['int', ([id]) => id], cash: ['int', ([, cents]) => cents] })}
    where season_id = ${seasonId} and team_id = incoming.id`)
  return numbered.map(({ id }) => id)
}

async function saveUpdates(queries: Queries, seasonId: number, updates: readonly PastUpdate[]): Promise<void> {
  const [latest] = await queries.select({ id: max(officialUpdate.id) }).from(officialUpdate)
  const before = latest?.id ?? 0
  const numbered = updates.map((update, index) => ({ ...update, id: before + index + 1 }))
  await queries.execute(sql`
    insert into official_update (id, season_id, published_at, through_day)
    select id, ${seasonId}::int, published_at, through_day
    from ${rowsOf(numbered, {
      id: ['int', ({ id }) => id],
      published_at: ['timestamptz', (update) => at(update.at)],
      through_day: ['date', ({ throughDay }) => throughDay],
    })}`)
  await queries.execute(
    sql`select setval(pg_get_serial_sequence('official_update', 'id'), ${before + numbered.length}::int)`,
  )
  const snapshots = numbered.flatMap(({ id, scores }) => scores.map((score) => ({ id, ...score })))
  await queries.execute(sql`
    insert into team_snapshot (update_id, team_id, points_cents, cash_cents)
    select * from ${rowsOf(snapshots, {
      update_id: ['int', ({ id }) => id],
      team_id: ['int', ({ teamId }) => teamId],
      points: ['int', ({ points }) => points],
      cash: ['int', ({ cash }) => cash],
    })}`)
}

/** After so many rows the planner would still think the tables small: the embedded engine never analyzes by itself. */
export async function countRows(queries: Queries): Promise<void> {
  await queries.execute(sql`analyze`)
}
