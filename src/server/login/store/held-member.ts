import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/engine/database.ts'
import { member } from '../../db/tables/identity-tables.ts'

export type KeptMember = typeof member.$inferSelect

/** The member, as they are until the transaction ends. */
export async function holdMember(queries: Queries, memberId: number): Promise<KeptMember | null> {
  const [held] = await queries.select().from(member).where(eq(member.id, memberId)).for('share')
  return held ?? null
}
