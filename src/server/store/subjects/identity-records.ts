import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { AdapterPayload } from 'oidc-provider'
import type { Queries } from '../engine/database.ts'
import { providerRecord } from '../tables/identity-tables.ts'

const alive = (now: Date) => or(isNull(providerRecord.expiresAt), gt(providerRecord.expiresAt, now))
const is = (kind: string, id: string) => and(eq(providerRecord.kind, kind), eq(providerRecord.id, id))

/** Also drops what has expired: each login that is begun adds a record. */
export async function saveRecord(
  queries: Queries,
  kind: string,
  id: string,
  payload: AdapterPayload,
  { now, expiresAt }: { now: Date; expiresAt: Date | null },
) {
  await queries.delete(providerRecord).where(lte(providerRecord.expiresAt, now))
  const kept = { payload, uid: payload.uid ?? null, grantId: payload.grantId ?? null, expiresAt }
  await queries
    .insert(providerRecord)
    .values({ kind, id, ...kept })
    .onConflictDoUpdate({ target: [providerRecord.kind, providerRecord.id], set: kept })
}

export async function findRecord(
  queries: Queries,
  kind: string,
  id: string,
  now: Date,
): Promise<AdapterPayload | undefined> {
  const [found] = await queries
    .select()
    .from(providerRecord)
    .where(and(is(kind, id), alive(now)))
  return found?.payload
}

export async function findRecordByUid(
  queries: Queries,
  kind: string,
  uid: string,
  now: Date,
): Promise<AdapterPayload | undefined> {
  const [found] = await queries
    .select()
    .from(providerRecord)
    .where(and(eq(providerRecord.kind, kind), eq(providerRecord.uid, uid), alive(now)))
  return found?.payload
}

/** Marks a code or token as used; a second use then counts as theft. */
export async function consumeRecord(queries: Queries, kind: string, id: string, seconds: number): Promise<void> {
  const payload = sql`${providerRecord.payload} || jsonb_build_object('consumed', ${seconds}::bigint)`
  await queries.update(providerRecord).set({ payload }).where(is(kind, id))
}

export async function deleteRecord(queries: Queries, kind: string, id: string): Promise<void> {
  await queries.delete(providerRecord).where(is(kind, id))
}

export async function deleteGrant(queries: Queries, kind: string, grantId: string): Promise<void> {
  await queries.delete(providerRecord).where(and(eq(providerRecord.kind, kind), eq(providerRecord.grantId, grantId)))
}

/** Gives out a record once: of two who ask at the same time one gets it. */
export async function takeRecord(
  queries: Queries,
  kind: string,
  id: string,
  now: Date,
): Promise<AdapterPayload | undefined> {
  const [taken] = await queries
    .delete(providerRecord)
    .where(and(is(kind, id), alive(now)))
    .returning()
  return taken?.payload
}
