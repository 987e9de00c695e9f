import type { Queries } from '../store/engine/database.ts'
import { replaceBoxes } from '../store/subjects/boxes.ts'
import { saveKeeper } from '../store/subjects/keepers.ts'
import { insertDraft } from '../store/subjects/sequence.ts'
import type { DraftDay } from './pool/draft-day.ts'

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
