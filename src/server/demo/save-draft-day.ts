import { replaceBoxes } from '../store/boxes.ts'
import type { Queries } from '../store/database.ts'
import { saveKeeper } from '../store/keepers.ts'
import { insertDraft } from '../store/sequence.ts'
import type { DraftDay } from './draft-day.ts'

/** A finished draft but for its picks, which are written with the rosters. */
export async function saveDraftDay(
  queries: Queries,
  seasonId: number,
  { boxes, keepers, keepersLockedAt, sequence }: DraftDay,
): Promise<void> {
  await replaceBoxes(queries, seasonId, boxes)
  for (const keeper of keepers) await saveKeeper(queries, seasonId, keeper)
  await insertDraft(queries, seasonId, new Date(keepersLockedAt), sequence)
}
