import { addDays, seasonName } from '#rules/calendar'
import type { Queries } from '../../db/engine/database.ts'
import { findLeague } from '../../league/league.ts'
import { SourceUnavailable } from '../source-error.ts'
import { saveSeasonGames } from '../store/import-clubs.ts'
import { keptGames, settledDays } from '../store/import-days.ts'
import { countPlayers } from '../store/import-players.ts'
import { importClubs } from './import-clubs.ts'
import { importDays, lastDays } from './import-days.ts'
import { importSchedule } from './import-game-calendar.ts'
import { importCareers, importSeasonBefore, readRosters, saveRosters } from './import-players.ts'
import {
  type DayRange,
  daysOfSeason,
  type ImportOutcome,
  type ImportRun,
  type ImportSeason,
  nhlDay,
  noteOdd,
  nothingYet,
  orRefused,
  orSetAside,
  unlessDown,
} from './import-run.ts'

export async function presentSeason(queries: Queries): Promise<ImportSeason> {
  const league = await findLeague(queries)
  if (!league) throw new Error('There is no league to import for')
  return { id: league.seasonId, firstDay: league.firstDay, lastDay: league.lastDay }
}

/** The games of the days, and the lines of those not final and of the days `again`. Whether that was every day so far. */
async function readDays(
  run: ImportRun,
  season: ImportSeason,
  { days, again }: { readonly days: DayRange; readonly again: DayRange },
  outcome: ImportOutcome,
  report: (done: number, what: string) => void,
): Promise<boolean> {
  report(0, 'schedule')
  const nothing = { games: [], odd: [], unread: [], isWhole: false }
  const schedule = (await orRefused(outcome, () => importSchedule(run, season, days, outcome))) ?? nothing
  const { leftOut } = await importDays(run, season, schedule, again, outcome, part(report, 0.4, 1))
  const { games, isWhole } = schedule
  if (!isWhole && outcome.days === 0) {
    outcome.withoutLines = true
    outcome.brokeOff ??= new SourceUnavailable('The schedule is missing, so no game was read.')
  }
  return isWhole && !outcome.withoutLines && games.length > 0 && leftOut === 0
}

/** A share of the whole progress. */
const part =
  (report: ImportRun['report'], from: number, to: number) =>
  (done: number, what: string): void =>
    report?.(from + (to - from) * done, what)

/** About so many calls besides those for the players' earlier seasons, which are one each. */
const CALLS_OF_SEASON = 120
/** For a league without players yet. */
const PLAYERS_OF_LEAGUE = 1000

/** The share of the progress that is left to earlier seasons: nine tenths of a first import, next to nothing of others. */
async function shareOfCareers(queries: Queries): Promise<number> {
  const { all, withoutCareer } = await countPlayers(queries)
  const calls = all === 0 ? PLAYERS_OF_LEAGUE : withoutCareer
  return calls / (calls + CALLS_OF_SEASON)
}

/**
 * Everything that is new at the source: standings, the whole schedule, every day that is not final yet and the days
 * `again`; then rosters, and earlier seasons of new players, for which no official update waits. Run it daily; whatever
 * an earlier run left undone is done.
 */
export async function importLeague(run: ImportRun, again: DayRange = lastDays(run.clock)): Promise<ImportOutcome> {
  const season = await run.database.transaction(presentSeason)
  const outcome = nothingYet()
  const careers = 1 - (await run.database.transaction(shareOfCareers))
  run.report?.(0, 'standings')
  await importClubs(run, season, outcome)
  await importSeasonGames(run, season, outcome)
  const days = { days: daysOfSeason(season), again }
  outcome.whole = await readDays(run, season, days, outcome, part(run.report, 0.02 * careers, 0.7 * careers))
  await unlessDown(outcome, async () => {
    const rosters = await readRosters(run, season, outcome, part(run.report, 0.7 * careers, careers))
    await saveRosters(run, season, rosters, outcome)
    await importSeasonBefore(run, season, outcome)
    const onRosters = new Set([...rosters.placed, ...rosters.unplaced].map(({ id }) => id))
    await importCareers(run, season, onRosters, outcome, part(run.report, careers, 1))
  })
  run.report?.(1, 'done')
  return outcome
}

/** What changes while games are on: their lines and the standings. About ten calls, every half hour of a game night. */
export async function importGames(run: ImportRun): Promise<ImportOutcome> {
  const season = await run.database.transaction(presentSeason)
  const today = nhlDay(run.clock)
  const { from, through } = daysOfSeason(season)
  if (today < from || today > through) return nothingYet()
  const again = lastDays(run.clock)
  const first = await run.database.transaction((queries) => firstOpenDay(queries, season, again.from))
  // A week ahead comes with the same answer, and with it the new day of a game that is put off.
  return readGames(run, season, { from: first, through: addDays(today, 6) }, again)
}

/** The lines of the days, final or not: for late corrections. */
export async function importDaysAgain(run: ImportRun, days: DayRange): Promise<ImportOutcome> {
  const season = await run.database.transaction(presentSeason)
  return readGames(run, season, days, days)
}

async function readGames(
  run: ImportRun,
  season: ImportSeason,
  days: DayRange,
  again: DayRange,
): Promise<ImportOutcome> {
  const outcome = nothingYet()
  await readDays(run, season, { days, again }, outcome, part(run.report, 0, 0.95))
  await unlessDown(outcome, () => importClubs(run, season, outcome))
  run.report?.(1, 'done')
  return outcome
}

/** The first day with games that are not final, or the first one to be read again; of all while none is known. */
async function firstOpenDay(queries: Queries, season: ImportSeason, reread: string): Promise<string> {
  const settled = await settledDays(queries, season.id)
  const games = [...(await keptGames(queries, season.id)).values()]
  if (games.length === 0) return season.firstDay
  const open = games
    .map(({ date }) => date)
    .filter((day) => !settled.has(day) && day < reread)
    .sort()
  return open[0] ?? (reread > season.firstDay ? reread : season.firstDay)
}

const MOST_GAMES = 200

/** How many games each club plays in the season: projections are made for so many, unless the league sets a number. */
async function importSeasonGames(
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
