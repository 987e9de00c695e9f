import { knownClubs } from '../store/subjects/import-clubs.ts'
import { keptGames, lockImports, removeVanishedGames, saveChangedGames } from '../store/subjects/import-days.ts'
import type { ImportedGame } from '../store/subjects/lines.ts'
import type { DayRange, ImportOutcome, ImportRun, ImportSeason } from './import-run.ts'
import { SourceRefusal } from './source-error.ts'

/** A game that is off on one day but stored with another has been moved there, and stays. */
const movedAway = (read: ImportedGame, kept: ImportedGame | undefined): boolean =>
  read.state === 'PPD' && kept !== undefined && kept.date !== read.date && kept.state !== 'PPD'

/** Brings the games of the days up to date, and returns them. */
export async function importSchedule(
  { database, source }: ImportRun,
  season: ImportSeason,
  { from, through }: DayRange,
  outcome: ImportOutcome,
): Promise<ImportedGame[]> {
  const read = await source.schedule(season.id, from, through)
  return database.transaction(async (queries) => {
    await lockImports(queries)
    const clubs = new Set(await knownClubs(queries))
    for (const { id, home, away } of read) {
      const unknown = [home, away].find((club) => !clubs.has(club))
      if (unknown) throw new SourceRefusal(`schedule: ${unknown} plays in game ${id} and is not in the standings.`)
    }
    const kept = await keptGames(queries, season.id)
    const games = read.filter((game) => !movedAway(game, kept.get(game.id)))
    outcome.changedRest += await saveChangedGames(queries, season.id, games)
    // A schedule without a single game does not mean that the known ones are gone.
    if (read.length > 0) outcome.changedRest += await removeVanishedGames(queries, season.id, { from, through }, read)
    return games
  })
}
