import { and, asc, eq, sql } from 'drizzle-orm'
import type { CorrectionPlan } from '#rules/corrections'
import type { Queries } from '../engine/database.ts'
import { correctionEntry } from '../tables/correction-tables.ts'
import { parseDetail } from './correction-detail.ts'

type Row = typeof correctionEntry.$inferSelect
export interface CorrectionRow extends Omit<Row, 'detail'> {
  readonly detail: CorrectionPlan
}

/** In the order in which they were made; of the season, or of one team. */
export async function correctionRows(queries: Queries, seasonId: number, teamId?: number): Promise<CorrectionRow[]> {
  const rows = await queries
    .select()
    .from(correctionEntry)
    .where(
      and(
        eq(correctionEntry.seasonId, seasonId),
        teamId === undefined ? undefined : eq(correctionEntry.teamId, teamId),
      ),
    )
    .orderBy(asc(correctionEntry.nr))
  return rows.map((row) => ({ ...row, detail: parseDetail(row.detail) }))
}

/** Writes it under the next number. The transaction holds the lock of corrections, which makes the numbers. */
export async function writeCorrection(
  queries: Queries,
  row: Omit<typeof correctionEntry.$inferInsert, 'nr' | 'detail'> & { readonly detail: CorrectionPlan },
): Promise<number> {
  const next = sql`(select coalesce(max(nr), 0) + 1 from correction_entry where season_id = ${row.seasonId})`
  const [written] = await queries
    .insert(correctionEntry)
    .values({ ...row, nr: next })
    .returning({ nr: correctionEntry.nr })
  if (!written) throw new Error('The correction was not written')
  return written.nr
}
