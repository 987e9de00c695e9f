import type { Queries } from '../../db/engine/database.ts'
import type { CurrentLeague } from '../league.ts'
import { countedDays, hasPlayersToPublish, seasonProgress } from './setup-league.ts'

export const COMMAND = 'npm run league --'

export const nextLines = (steps: readonly string[]): string[] =>
  steps.length === 0 ? [] : ['Next:', ...steps.map((step, index) => `  ${index + 1}. ${step}`)]

/** By the labels of the app. */
const DRAFT_STEPS = [
  'in the app, Draft Admin: Generate Draft Boxes',
  'members choose their keepers in the app; then Draft Admin: Lock Keepers',
  'the draft itself: docs/league/draft-night.md',
]

/** What leads from a new season to its draft. */
export const afterStart = [`${COMMAND} import, then publish if it says so`, ...DRAFT_STEPS]

/** What leads from an import without games to the draft; nothing once a player is drafted or a game is counted. */
export async function afterImport(queries: Queries, { seasonId }: CurrentLeague): Promise<string[]> {
  const { picks } = await seasonProgress(queries, seasonId)
  if (picks > 0 || (await countedDays(queries, seasonId)) !== null) return []
  const { hasPlayers } = await hasPlayersToPublish(queries, seasonId)
  return [...(hasPlayers ? [`${COMMAND} publish`] : []), ...DRAFT_STEPS]
}
