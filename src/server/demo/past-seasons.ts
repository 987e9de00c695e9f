import { seasonBefore } from '#rules/calendar'
import { orderOf } from '#rules/pick-sequence'
import type { Queries } from '../store/engine/database.ts'
import { saveHistory } from '../store/subjects/demo-league.ts'
import { logPastDraft } from '../store/subjects/draft-log.ts'
import { saveEndedSeason, standingsNow } from '../store/subjects/history.ts'
import { saveUpdate } from '../store/subjects/publish.ts'
import { inventEarlierYears } from './pool/earlier-years.ts'
import type { History } from './pool/history.ts'
import { saveLastSeason } from './save-last-season.ts'
import type { SimSeason } from './simulation/season.ts'

/** Last season as it was played, and how it and those before it ended. */
export async function savePastSeasons(
  queries: Queries,
  demoSeed: number,
  lastSeason: SimSeason,
  former: History,
): Promise<void> {
  await saveLastSeason(queries, lastSeason)
  // The last of its updates is made, not written: its scores come from the lines, which have no corrections.
  await saveHistory(queries, lastSeason.id, { ...former, updates: former.updates.slice(0, -1) })
  const { keepersLockedAt, sequence } = former.draft
  await logPastDraft(queries, lastSeason.id, keepersLockedAt, orderOf(sequence))
  const last = former.updates.at(-1)
  if (last) await saveUpdate(queries, lastSeason.id, new Date(last.at))
  const ended = await standingsNow(queries, lastSeason.id)
  if (ended) await saveEndedSeason(queries, { id: lastSeason.id, source: 'played' }, ended)
  for (const { id, standings } of inventEarlierYears(demoSeed, seasonBefore(lastSeason.id))) {
    await saveEndedSeason(queries, { id, source: 'file' }, standings)
  }
}
