import type { Queries } from '../engine/database.ts'
import { keptLeagueFile } from '../tables/office-tables.ts'

/** Until its players are known. */
export async function keepLeagueFile(queries: Queries, text: string): Promise<void> {
  await queries.insert(keptLeagueFile).values({ text })
}

export async function findLeagueFile(queries: Queries): Promise<string | null> {
  const [kept] = await queries.select({ text: keptLeagueFile.text }).from(keptLeagueFile)
  return kept?.text ?? null
}

export async function dropLeagueFile(queries: Queries): Promise<void> {
  await queries.delete(keptLeagueFile)
}
