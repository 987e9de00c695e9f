import { saveClubs, saveStandings } from '../store/subjects/import-clubs.ts'
import { type ImportOutcome, type ImportRun, type ImportSeason, nhlDay, orRefused } from './import-run.ts'

/** Clubs and standings. In summer the source still has those of the last season: they name the clubs and no more. */
export async function importClubs(
  { database, source, clock }: ImportRun,
  season: ImportSeason,
  outcome: ImportOutcome,
): Promise<void> {
  const today = nhlDay(clock)
  const at = today > season.lastDay ? season.lastDay : 'now'
  const standings = await orRefused(outcome, () => source.standings(at, (why) => void outcome.refused.push(why)))
  // An empty answer is ignored: outages and the time between two seasons look like this.
  if (!standings || standings.length === 0) return
  await database.transaction(async (queries) => {
    const ofSeason = standings.filter(({ seasonId }) => seasonId === season.id)
    const changed = (await saveClubs(queries, standings)) + (await saveStandings(queries, season.id, ofSeason))
    if (changed > 0) await database.announce(queries, 'answers', String(season.id))
    outcome.changedRest += changed
  })
}
