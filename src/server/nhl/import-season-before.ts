import { seasonBefore } from '#rules/calendar'
import { knownClubs } from '../store/subjects/import-clubs.ts'
import { lockImports } from '../store/subjects/import-days.ts'
import { addPastSeasons, addPlayers } from '../store/subjects/import-players.ts'
import { isSeasonBeforeRead, noteSeasonBeforeRead } from '../store/subjects/season-before.ts'
import { type ImportOutcome, type ImportRun, type ImportSeason, orSetAside } from './import-run.ts'

/**
 * Everybody who played in the season before, with what they did in it, read once: the injured are on no roster, and the
 * draft ranks by that season. A player whom no roster has belongs to their last club until their page says more.
 */
export async function importSeasonBefore(
  { database, source }: ImportRun,
  season: ImportSeason,
  outcome: ImportOutcome,
): Promise<void> {
  if (await database.transaction((queries) => isSeasonBeforeRead(queries, season.id))) return
  let isWhole = true
  const note = (why: string) => {
    outcome.setAside.push(why)
    isWhole = false
  }
  const players = await orSetAside(outcome, () => source.playersOf(seasonBefore(season.id), note))
  // An outage answers with an empty report as well.
  if (!players || players.length === 0) return
  await database.transaction(async (queries) => {
    await lockImports(queries)
    const clubs = new Set(await knownClubs(queries))
    const added = await addPlayers(
      queries,
      players.map(({ player, season: { nhlTeam } }) => ({ ...player, nhlTeam: clubs.has(nhlTeam) ? nhlTeam : null })),
    )
    const seasons = players.map(({ player: { id }, season: past }) => ({ playerId: id, ...past }))
    const changed = added + (await addPastSeasons(queries, seasons))
    if (isWhole) await noteSeasonBeforeRead(queries, season.id)
    if (changed > 0) await database.announce(queries, 'answers', String(season.id))
    outcome.changedRest += changed
  })
}
