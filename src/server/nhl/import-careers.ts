import { knownClubs } from '../store/subjects/import-clubs.ts'
import {
  type Career,
  type ImportedCareer,
  type ImportedPlayer,
  playersWithoutCareer,
  saveCareers,
  savePlayers,
} from '../store/subjects/import-players.ts'
import { type ImportOutcome, type ImportRun, type ImportSeason, noteOdd, orSetAside } from './import-run.ts'
import type { FoundPlayer } from './source.ts'

/**
 * From one write to the next: a source that is asked politely answers less often, so each answer is written as it
 * comes and not asked for again when the import is killed; answers of a fast source are written together.
 */
const WRITE_EVERY_MS = 100

const count = (number: number): string => number.toLocaleString('en')

/** Head shots and earlier seasons of players who are new, and the club of those who are on no roster and have not played. */
export async function importCareers(
  { database, source, signal }: ImportRun,
  season: ImportSeason,
  onRosters: ReadonlySet<number>,
  outcome: ImportOutcome,
  report: (done: number, what: string) => void,
): Promise<void> {
  const [players, clubs] = await database.transaction(
    async (queries) => [await playersWithoutCareer(queries, season.id), new Set(await knownClubs(queries))] as const,
  )
  let careers: ImportedCareer[] = []
  let found: ImportedPlayer[] = []
  let written = Number.NEGATIVE_INFINITY
  const write = async () => {
    const waiting = { careers, found }
    // Not its end: a slow write must not make the next answer of a source that is asked politely wait for another.
    written = performance.now()
    careers = []
    found = []
    if (waiting.careers.length > 0) {
      await database.transaction(async (queries) => {
        await savePlayers(queries, waiting.found)
        await saveCareers(queries, season.id, waiting.careers)
        await database.announce(queries, 'answers', String(season.id))
      })
    }
    outcome.changedRest += waiting.careers.length
  }
  const add = (playerId: number, career: Career) => careers.push({ ...career, playerId })
  const addFound = ({ career, nhlTeam, ...player }: FoundPlayer) => {
    add(player.id, career)
    found.push({ ...player, nhlTeam: nhlTeam !== null && clubs.has(nhlTeam) ? nhlTeam : null })
  }
  for (const [index, { id, hasPlayed }] of players.entries()) {
    signal?.throwIfAborted()
    report(index / players.length, `earlier seasons, player ${count(index + 1)} of ${count(players.length)}`)
    const note = noteOdd(outcome)
    await orSetAside(outcome, async () => {
      if (hasPlayed || onRosters.has(id)) add(id, await source.career(id, note))
      else addFound(await source.player(id, note))
    })
    if (performance.now() - written >= WRITE_EVERY_MS) await write()
  }
  await write()
}
