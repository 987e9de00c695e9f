import { and, eq, gt, sql } from 'drizzle-orm'
import type { Queries } from '../db/engine/database.ts'
import { KEPT } from '../db/retention.ts'
import { keptAnswer } from '../db/tables/tables.ts'

export type KeptAnswer = typeof keptAnswer.$inferSelect

const oldest = (now: Date): Date => new Date(now.getTime() - KEPT.answersMs)

export async function findKeptAnswer(
  queries: Queries,
  { subject, key }: Pick<KeptAnswer, 'subject' | 'key'>,
  now: Date,
): Promise<KeptAnswer | null> {
  const [found] = await queries
    .select()
    .from(keptAnswer)
    .where(and(eq(keptAnswer.subject, subject), eq(keptAnswer.key, key), gt(keptAnswer.keptAt, oldest(now))))
  return found ?? null
}

/** Replaces one that has expired but is still there, and drops what a login has too many of. */
export async function keepAnswer(queries: Queries, row: KeptAnswer): Promise<void> {
  await queries
    .insert(keptAnswer)
    .values(row)
    .onConflictDoUpdate({ target: [keptAnswer.subject, keptAnswer.key], set: row })
  await queries.execute(sql`
    delete from kept_answer where subject = ${row.subject} and kept_at < (
      select kept_at from kept_answer where subject = ${row.subject}
      order by kept_at desc offset ${KEPT.answersOfLogin - 1}::int limit 1
    )`)
}
