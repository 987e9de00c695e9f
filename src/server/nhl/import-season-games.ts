import { seasonName } from '#rules/calendar'
import { findLeague } from '../store/subjects/league.ts'
import { saveSeasonGames } from '../store/subjects/setup-league.ts'
import { type ImportOutcome, type ImportRun, type ImportSeason, noteOdd, orSetAside } from './import-run.ts'

const MOST_GAMES = 200

/** How many games each club plays in the season: projections are made for so many, unless the league sets a number. */
export async function importSeasonGames(
  { database, source }: ImportRun,
  season: ImportSeason,
  outcome: ImportOutcome,
): Promise<void> {
  const games = await orSetAside(outcome, () => source.seasonGames(season.id, noteOdd(outcome)))
  if (games === null || games > MOST_GAMES) return
  const before = await database.transaction(async (queries) => {
    const league = await findLeague(queries)
    if (!(await saveSeasonGames(queries, season.id, games))) return null
    // Every process reads the league again.
    await database.announce(queries, 'league', '')
    return league
  })
  if (!before) return
  const played = `The NHL plays ${games} games for each club in ${seasonName(season.id)}`
  const { constants, own } = before
  if (own.seasonGames !== undefined)
    outcome.notes.push(`${played}; projections use ${own.seasonGames}, as the league sets it.`)
  else if (constants.seasonGames !== games) {
    outcome.notes.push(`${played}: projections use ${games} from now on, not ${constants.seasonGames}.`)
  }
}
