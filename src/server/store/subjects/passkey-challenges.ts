import { and, eq, gt, lte } from 'drizzle-orm'
import type { Queries } from '../engine/database.ts'
import { passkeyChallenge } from '../tables/identity-tables.ts'

/** Also drops what has expired: each login that is begun adds one. */
export async function saveChallenge(
  queries: Queries,
  kept: typeof passkeyChallenge.$inferInsert,
  now: Date,
): Promise<void> {
  await queries.delete(passkeyChallenge).where(lte(passkeyChallenge.expiresAt, now))
  await queries.insert(passkeyChallenge).values(kept)
}

/** What the challenge was given out for, once: of two who ask at the same time one gets it. */
export async function takeChallenge(queries: Queries, challenge: string, now: Date): Promise<string | null> {
  const [taken] = await queries
    .delete(passkeyChallenge)
    .where(and(eq(passkeyChallenge.challenge, challenge), gt(passkeyChallenge.expiresAt, now)))
    .returning()
  return taken?.purpose ?? null
}
