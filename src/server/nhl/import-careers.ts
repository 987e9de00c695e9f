import { type ImportedCareer, playersWithoutCareer, saveCareers } from '../store/subjects/import-players.ts'
import { type ImportOutcome, type ImportRun, type ImportSeason, orRefused } from './import-run.ts'

/**
 * From one write to the next: a source that is asked politely answers less often, so each answer is written as it
 * comes and not asked for again when the import is killed; answers of a fast source are written together.
 */
const WRITE_EVERY_MS = 100

const count = (number: number): string => number.toLocaleString('en')

/** Head shots and earlier seasons of players who are new. */
export async function importCareers(
  { database, source, signal }: ImportRun,
  season: ImportSeason,
  outcome: ImportOutcome,
  report: (done: number, what: string) => void,
): Promise<void> {
  const players = await database.transaction(playersWithoutCareer)
  let careers: ImportedCareer[] = []
  let written = Number.NEGATIVE_INFINITY
  const write = async () => {
    const waiting = careers
    careers = []
    if (waiting.length > 0) {
      await database.transaction(async (queries) => {
        await saveCareers(queries, waiting)
        await database.announce(queries, 'answers', String(season.id))
      })
    }
    outcome.changedRest += waiting.length
    written = performance.now()
  }
  for (const [index, playerId] of players.entries()) {
    signal?.throwIfAborted()
    report(index / players.length, `earlier seasons, player ${count(index + 1)} of ${count(players.length)}`)
    let isWhole = true
    const note = (why: string) => {
      outcome.refused.push(why)
      isWhole = false
    }
    const career = await orRefused(outcome, () => source.career(playerId, note))
    // The present season comes from its lines, and a later one is not the league's yet.
    const seasons = career?.seasons.filter(({ seasonId }) => seasonId < season.id) ?? []
    if (career) careers.push({ playerId, headshotUrl: career.headshotUrl, seasons, isWhole })
    if (performance.now() - written >= WRITE_EVERY_MS) await write()
  }
  await write()
}
