import { addClubs, knownClubs } from '../store/subjects/import-clubs.ts'
import { keptGames, lockImports, removeVanishedGames, saveChangedGames } from '../store/subjects/import-days.ts'
import type { ImportedGame } from '../store/subjects/lines.ts'
import { hasBegun } from './check-day.ts'
import { clubOf } from './import-clubs.ts'
import {
  type DayRange,
  type ImportOutcome,
  type ImportRun,
  type ImportSeason,
  leaveOut,
  nhlDay,
  orRefused,
} from './import-run.ts'

/** A game that is off on one day but stored with another has been moved there, and stays. */
const movedAway = (read: ImportedGame, kept: ImportedGame | undefined): boolean =>
  read.state === 'PPD' && kept !== undefined && kept.date !== read.date && kept.state !== 'PPD'

interface Schedule {
  readonly games: ImportedGame[]
  /** No page of the days so far was missing. */
  readonly isWhole: boolean
}

/** Brings the games of the days up to date, and returns them: those of pages that cannot be had as they were. */
export async function importSchedule(
  run: ImportRun,
  season: ImportSeason,
  { from, through }: DayRange,
  outcome: ImportOutcome,
): Promise<Schedule> {
  const { database, source, clock } = run
  const missing: DayRange[] = []
  const read = await source.schedule(season.id, from, through, (first, last, why) => {
    leaveOut(outcome, why)
    missing.push({ from: first, through: last < through ? last : through })
  })
  await addUnknownClubs(run, read, outcome)
  return database.transaction(async (queries) => {
    await lockImports(queries)
    const kept = await keptGames(queries, season.id)
    const games = read.filter((game) => !movedAway(game, kept.get(game.id)))
    outcome.changedRest += await saveChangedGames(queries, season.id, games)
    const known = new Set(games.map(({ id }) => id))
    const isMissing = ({ date }: ImportedGame) => missing.some((days) => date >= days.from && date <= days.through)
    const asKept = [...kept.values()].filter((game) => isMissing(game) && !known.has(game.id))
    // A schedule without a single game does not mean that the known ones are gone.
    if (read.length > 0) {
      const all = [...read, ...asKept]
      outcome.changedRest += await removeVanishedGames(queries, season.id, { from, through }, all)
    }
    return {
      games: [...games, ...asKept.map((game) => begun(game, clock()))],
      isWhole: !missing.some((days) => days.from <= nhlDay(clock)),
    }
  })
}

/** Nothing says that a game has begun but the page that is missing; its lines are read all the same. */
const begun = (game: ImportedGame, now: Date): ImportedGame =>
  game.startTime <= now && !hasBegun([game]) && game.state !== 'PPD' && game.state !== 'CNCL'
    ? { ...game, state: 'LIVE' }
    : game

/** In the September of a move or an expansion the standings are still those of last season. */
async function addUnknownClubs(
  { database, source }: ImportRun,
  games: readonly ImportedGame[],
  outcome: ImportOutcome,
): Promise<void> {
  const known = new Set(await database.transaction(knownClubs))
  const unknown = [...new Set(games.flatMap(({ home, away }) => [home, away]))].filter((club) => !known.has(club))
  if (unknown.length === 0) return
  const listed = (await orRefused(outcome, () => source.clubs())) ?? []
  await database.transaction((queries) =>
    addClubs(
      queries,
      unknown.map((abbrev) => {
        const club = clubOf(listed, { abbrev })
        return { abbrev, nhlId: club?.nhlId ?? null, longName: club?.longName ?? abbrev }
      }),
    ),
  )
  outcome.changedRest += unknown.length
}
