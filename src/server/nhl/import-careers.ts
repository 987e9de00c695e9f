import { type ImportedCareer, playersWithoutCareer, saveCareers } from '../store/import-players.ts'
import { type ImportOutcome, type ImportRun, type ImportSeason, orRefused } from './import-run.ts'

/** Written together; a run that is killed asks again for at most so many. */
const BATCH = 25

/** Head shots and earlier seasons of players who are new. */
export async function importCareers(
  { database, source, signal }: ImportRun,
  season: ImportSeason,
  outcome: ImportOutcome,
  report: (done: number, what: string) => void,
): Promise<void> {
  const players = await database.transaction(playersWithoutCareer)
  for (let at = 0; at < players.length; at += BATCH) {
    report(at / players.length, 'earlier seasons')
    const careers: ImportedCareer[] = []
    for (const playerId of players.slice(at, at + BATCH)) {
      signal?.throwIfAborted()
      const career = await orRefused(outcome, () => source.career(playerId))
      // The present season comes from its lines, and a later one is not the league's yet.
      const seasons = career?.seasons.filter(({ seasonId }) => seasonId < season.id) ?? []
      if (career) careers.push({ playerId, headshotUrl: career.headshotUrl, seasons })
    }
    if (careers.length === 0) continue
    await database.transaction(async (queries) => {
      await saveCareers(queries, careers)
      await database.announce(queries, 'answers', String(season.id))
    })
    outcome.changedRest += careers.length
  }
}
