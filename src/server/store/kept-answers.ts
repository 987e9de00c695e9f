import { and, eq, gt, lte } from 'drizzle-orm'
import { keptAnswer } from './change-tables.ts'
import type { Queries } from './database.ts'

/** How long a repeated request is known by its key. */
export const KEPT_MS = 7 * 24 * 3_600_000

export type KeptAnswer = typeof keptAnswer.$inferSelect

const oldest = (now: Date): Date => new Date(now.getTime() - KEPT_MS)

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

/** Takes the place of one that is too old to count and not yet forgotten. */
export async function keepAnswer(queries: Queries, row: KeptAnswer): Promise<void> {
  await queries
    .insert(keptAnswer)
    .values(row)
    .onConflictDoUpdate({ target: [keptAnswer.subject, keptAnswer.key], set: row })
}

export async function forgetKeptAnswers(queries: Queries, now: Date): Promise<void> {
  await queries.delete(keptAnswer).where(lte(keptAnswer.keptAt, oldest(now)))
}
