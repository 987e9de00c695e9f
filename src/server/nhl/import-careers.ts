import { knownClubs } from '../store/subjects/import-clubs.ts'
import {
  type ImportedCareer,
  type ImportedPlayer,
  playersWithoutCareer,
  saveCareers,
  savePlayers,
} from '../store/subjects/import-players.ts'
import { type ImportOutcome, type ImportRun, type ImportSeason, orRefused } from './import-run.ts'
import type { Career, FoundPlayer } from './source.ts'

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
    careers = []
    found = []
    if (waiting.careers.length > 0) {
      await database.transaction(async (queries) => {
        await savePlayers(queries, waiting.found)
        await saveCareers(queries, waiting.careers)
        await database.announce(queries, 'answers', String(season.id))
      })
    }
    outcome.changedRest += waiting.careers.length
    written = performance.now()
  }
  const add = (playerId: number, { headshotUrl, seasons }: Career, isWhole: boolean) => {
    // The present season comes from its lines, and a later one is not the league's yet.
    const earlier = seasons.filter(({ seasonId }) => seasonId < season.id)
    careers.push({ playerId, headshotUrl, seasons: earlier, isWhole })
  }
  const addFound = ({ career, nhlTeam, ...player }: FoundPlayer) => {
    add(player.id, career, true)
    found.push({ ...player, nhlTeam: nhlTeam !== null && clubs.has(nhlTeam) ? nhlTeam : null })
  }
  for (const [index, { id, hasPlayed }] of players.entries()) {
    signal?.throwIfAborted()
    report(index / players.length, `earlier seasons, player ${count(index + 1)} of ${count(players.length)}`)
    let isWhole = true
    const note = (why: string) => {
      outcome.refused.push(why)
      isWhole = false
    }
    if (hasPlayed || onRosters.has(id)) {
      const career = await orRefused(outcome, () => source.career(id, note))
      if (career) add(id, career, isWhole)
    } else {
      const player = await orRefused(outcome, () => source.player(id))
      if (player) addFound(player)
    }
    if (performance.now() - written >= WRITE_EVERY_MS) await write()
  }
  await write()
}
