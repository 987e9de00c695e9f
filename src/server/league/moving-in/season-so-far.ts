import { eq, sql } from 'drizzle-orm'
import type { Interval } from '#rules/money'
import { rowsOf } from '../../db/bulk.ts'
import type { Queries } from '../../db/engine/database.ts'
import { officialUpdate, rosterEntry, teamSnapshot } from '../../db/tables/tables.ts'
import { insertDraft } from '../draft/sequence.ts'

/** A player's time with a team, as it was elsewhere. */
export interface BroughtEntry {
  readonly teamId: number
  readonly playerId: number
  readonly drafted: boolean
  readonly boughtAt: Date
  readonly price: number
  readonly sold: { readonly at: number; readonly price: number } | null
  readonly scratched: readonly Interval[]
}

/** The totals at the end of a day, by the ids of the teams. */
export interface BroughtDay {
  readonly throughDay: string
  /** The end of the day. */
  readonly at: Date
  readonly teams: readonly { readonly teamId: number; readonly total: number; readonly cash: number }[]
}

/** How many players the season has had on its rosters. */
export async function countEntries(queries: Queries, seasonId: number): Promise<number> {
  return queries.$count(rosterEntry, eq(rosterEntry.seasonId, seasonId))
}

/**
 * Continues a season that was begun elsewhere: rosters and lineups, and past totals in the place of the updates that
 * were made while no team had a player. Its draft is over.
 */
export async function bringSeason(
  queries: Queries,
  seasonId: number,
  entries: readonly BroughtEntry[],
  days: readonly BroughtDay[],
): Promise<void> {
  await queries.execute(sql`
    insert into roster_entry
      (season_id, team_id, player_id, acquired, bought_at, bought_price_cents, sold_at, sold_price_cents)
    select ${seasonId}::int, team_id, player_id, acquired, bought_at, price, sold_at, sold_price
    from ${rowsOf(entries, {
      team_id: ['int', ({ teamId }) => teamId],
      player_id: ['int', ({ playerId }) => playerId],
      acquired: ['text', ({ drafted }) => (drafted ? 'draft' : 'trade')],
      bought_at: ['timestamptz', ({ boughtAt }) => boughtAt],
      price: ['int', ({ price }) => price],
      sold_at: ['timestamptz', ({ sold }) => (sold === null ? null : new Date(sold.at))],
      sold_price: ['int', ({ sold }) => (sold === null ? null : sold.price)],
    })}`)
  const intervals = entries.flatMap(({ teamId, playerId, scratched }) =>
    scratched.map((interval) => ({ teamId, playerId, ...interval })),
  )
  await queries.execute(sql`
    insert into scratch_interval (entry_id, scratched_at, dressed_at)
    select entry.id, incoming.scratched_at, incoming.dressed_at
    from ${rowsOf(intervals, {
      team_id: ['int', ({ teamId }) => teamId],
      player_id: ['int', ({ playerId }) => playerId],
      scratched_at: ['timestamptz', ({ from }) => new Date(from)],
      dressed_at: ['timestamptz', ({ until }) => (until === null ? null : new Date(until))],
    })}
    join roster_entry entry on entry.season_id = ${seasonId} and entry.team_id = incoming.team_id
      and entry.player_id = incoming.player_id`)
  await replaceUpdates(queries, seasonId, days)
  const [first] = entries
  if (first)
    await insertDraft(queries, seasonId, first.boughtAt.getTime(), { mode: 'sequence', rounds: 1, entries: [] })
}

async function replaceUpdates(queries: Queries, seasonId: number, days: readonly BroughtDay[]): Promise<void> {
  await queries.execute(sql`
    delete from team_snapshot where update_id in (select id from official_update where season_id = ${seasonId})`)
  await queries.delete(officialUpdate).where(eq(officialUpdate.seasonId, seasonId))
  for (const { throughDay, at, teams } of days) {
    const [update] = await queries
      .insert(officialUpdate)
      .values({ seasonId, publishedAt: at, throughDay })
      .returning({ id: officialUpdate.id })
    if (!update) throw new Error('The update was not written')
    await queries.insert(teamSnapshot).values(
      teams.map(({ teamId, total, cash }) => ({
        updateId: update.id,
        teamId,
        pointsCents: total - cash,
        cashCents: cash,
      })),
    )
  }
}
