import { addDays, seasonName } from '#rules/calendar'
import { dayWords, plural } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import { findLeague } from '../../league/league.ts'
import { gameName, hasBegun, isCalledOff, mayBeInGap } from '../check-day.ts'
import { type OddGame, type SourceSchedule, SourceUnavailable } from '../source.ts'
import { addClubs, knownClubs, saveClubs, saveSeasonGames, saveStandings } from '../store/import-clubs.ts'
import { keptGames, lockImports, removeVanishedGames, settledDays } from '../store/import-days.ts'
import { noteImport } from '../store/import-report.ts'
import { type ImportedGame, saveGames } from '../store/lines.ts'
import { concludeSeasonReading, sumsSentence } from './check-sums.ts'
import { importDays, lastDays } from './import-days.ts'
import { importCareers, importSeasonBefore, readRosters, saveRosters } from './import-players.ts'
import {
  type DayRange,
  daysOfSeason,
  type ImportOutcome,
  type ImportRun,
  type ImportSeason,
  leaveOut,
  nhlDay,
  noteOdd,
  nothingYet,
  orRefused,
  orSetAside,
  reportedImport,
  unlessDown,
  writeRest,
} from './import-run.ts'

/** Clubs and standings. In summer the source still has those of the last season: they name the clubs and no more. */
async function importClubs(run: ImportRun, season: ImportSeason, outcome: ImportOutcome): Promise<void> {
  const { source, clock } = run
  const today = nhlDay(clock)
  const at = today > season.lastDay ? season.lastDay : 'now'
  const standings = await orSetAside(outcome, () => source.standings(at, noteOdd(outcome)))
  // An empty answer is ignored: outages and the time between two seasons look like this.
  if (!standings || standings.length === 0) return
  const ofSeason = standings.filter(({ seasonId }) => seasonId === season.id)
  await writeRest(
    run,
    season,
    outcome,
    async (queries) => (await saveClubs(queries, standings)) + (await saveStandings(queries, season.id, ofSeason)),
  )
}

/** A game that is off on one day but stored with another has been moved there, and stays. */
const movedAway = (read: ImportedGame, kept: ImportedGame | undefined): boolean =>
  read.state === 'PPD' && kept !== undefined && kept.date !== read.date && kept.state !== 'PPD'

interface ImportedSchedule extends SourceSchedule {
  /** No page of the days so far was missing. */
  readonly isWhole: boolean
}

/** A schedule that drops a game within so many days of it is wrong; one that drops it later has given it up. */
const DROPPED_DAYS = 3

/** Has been played as far as is known: a schedule without it is no reason to forget it. */
const wasPlayed = (clock: () => Date, game: ImportedGame): boolean =>
  hasBegun([game]) ||
  (!isCalledOff(game) && game.startTime <= clock() && game.date >= addDays(nhlDay(clock), -DROPPED_DAYS))

/** Nothing says that a game has begun but what cannot be read; its lines are read all the same. */
const begun = (game: ImportedGame, now: Date): ImportedGame =>
  game.startTime <= now && !hasBegun([game]) && !isCalledOff(game) ? { ...game, state: 'LIVE' } : game

/**
 * Brings the games of the days up to date, and returns the schedule. A game that it lacks because it cannot be read, or
 * that it has dropped after it was played, is there as it is known.
 */
async function importSchedule(
  run: ImportRun,
  season: ImportSeason,
  { from, through }: DayRange,
  outcome: ImportOutcome,
): Promise<ImportedSchedule> {
  const { database, source, clock } = run
  const { games: listed, odd, unread } = await source.schedule(season.id, from, through)
  await addUnknownClubs(run, listed, outcome)
  const gaps = { odd, unread }
  const ids = new Set(listed.map(({ id }) => id))
  const { games, kept, dropped } = await database.transaction(async (queries) => {
    await lockImports(queries)
    const kept = await keptGames(queries, season.id)
    const read = listed.filter((game) => !movedAway(game, kept.get(game.id)))
    outcome.changedRest += await saveGames(queries, season.id, read)
    const missing = [...kept.values()].filter(({ id, date }) => date >= from && date <= through && !ids.has(id))
    const unreadable = missing.filter(({ id, date }) => mayBeInGap(gaps, date, id)).map((game) => begun(game, clock()))
    // A schedule without a single game does not mean that the known ones are gone.
    if (listed.length === 0) return { games: unreadable, kept, dropped: [] }
    const dropped = missing
      .filter(({ id, date }) => !mayBeInGap(gaps, date, id))
      .filter((game) => wasPlayed(clock, game))
    const stay = [...unreadable, ...dropped]
    outcome.changedRest += await removeVanishedGames(queries, season.id, { from, through }, [...listed, ...stay])
    return { games: [...read, ...stay], kept, dropped }
  })
  for (const game of odd) {
    const known = kept.get(game.id ?? 0)
    outcome.refused.push(asideSentence(game, known))
    outcome.aside.push({
      name: known ? gameName(known) : `game ${game.id ?? 'without a number'}`,
      clubs: known ? [known.home, known.away] : [],
    })
  }
  for (const { why } of unread) leaveOut(outcome, why)
  if (dropped.length > 0) outcome.refused.push(droppedSentence(dropped))
  return { games, odd, unread, isWhole: !unread.some((days) => days.from <= nhlDay(clock)) }
}

function asideSentence({ id, day, why }: OddGame, known: ImportedGame | undefined): string {
  const name = known ? gameName(known).replace('game', 'Game') : id === null ? 'A game' : `Game ${id}`
  return `${name} of ${dayWords(day)} is set aside: ${why}`
}

const MOST_NAMED = 3

function droppedSentence(dropped: readonly ImportedGame[]): string {
  const named = dropped.slice(0, MOST_NAMED).map((game) => `${gameName(game)} of ${dayWords(game.date)}`)
  const more = dropped.length > MOST_NAMED ? ` and ${dropped.length - MOST_NAMED} more` : ''
  return `The schedule no longer has ${plural(dropped.length, 'game')} that should have been played: ${named.join(', ')}${more}. What is known of them stays as it was.`
}

/** In the September of a move or an expansion the standings are still those of last season. */
async function addUnknownClubs(
  { database, source }: ImportRun,
  games: readonly ImportedGame[],
  outcome: ImportOutcome,
): Promise<void> {
  const known = new Set(await database.transaction(knownClubs))
  const unknown = [...new Set(games.flatMap(({ home, away }) => [home, away]))].filter((club) => !known.has(club))
  if (unknown.length === 0) return
  const listed = (await orSetAside(outcome, () => source.clubs())) ?? []
  await database.transaction((queries) =>
    addClubs(
      queries,
      // Of two with one abbreviation (Utah) the newest.
      unknown.map((abbrev) => listed.findLast((club) => club.abbrev === abbrev) ?? { abbrev, longName: abbrev }),
    ),
  )
  outcome.changedRest += unknown.length
}

export async function presentSeason(queries: Queries): Promise<ImportSeason> {
  const league = await findLeague(queries)
  if (!league) throw new Error('There is no league to import for')
  return { id: league.seasonId, firstDay: league.firstDay, lastDay: league.lastDay }
}

/**
 * The games of the days, and the lines of those not final and of the days `again`. Whether that was every day so far.
 */
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

/**
 * Everything that is new at the source: standings, the whole schedule, every day that is not final yet and the days
 * `again`; then rosters, and earlier seasons of new players, for which no official update waits. Run it daily; whatever
 * an earlier run left undone is done.
 */
export async function importLeague(run: ImportRun, again: DayRange = lastDays(run.clock)): Promise<ImportOutcome> {
  const season = await run.database.transaction(presentSeason)
  const outcome = nothingYet()
  run.report?.(0, 'standings')
  await importClubs(run, season, outcome)
  await importSeasonGames(run, season, outcome)
  const days = { days: daysOfSeason(season), again }
  outcome.whole = await readDays(run, season, days, outcome, part(run.report, 0.02, 0.2))
  await unlessDown(outcome, async () => {
    const rosters = await readRosters(run, season, outcome, part(run.report, 0.2, 0.3))
    await saveRosters(run, season, rosters, outcome)
    await importSeasonBefore(run, season, outcome)
    const onRosters = new Set([...rosters.placed, ...rosters.unplaced].map(({ id }) => id))
    // By far the most pages of a first import, and next to none of others.
    await importCareers(run, season, onRosters, outcome, part(run.report, 0.3, 1))
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

/**
 * `new`: everything that is not here yet. `recent`: the last days and what is being played. `all`: what is new, and every
 * day of the season again. `season`: the lines of all its days alone; or those of the days.
 */
type ImportReading = 'new' | 'recent' | 'all' | 'season' | DayRange

function read(run: ImportRun, season: Omit<ImportSeason, 'id'>, reading: ImportReading): Promise<ImportOutcome> {
  if (reading === 'new') return importLeague(run)
  if (reading === 'recent') return importGames(run)
  if (reading === 'all') return importLeague(run, daysOfSeason(season))
  return importDaysAgain(run, reading === 'season' ? daysOfSeason(season) : reading)
}

/**
 * An import as commands, admins and the schedule make it: keeps how far it is, when what was imported, and with `compares`
 * what follows when every day of the season has been read.
 */
export async function runImport(
  run: ImportRun,
  season: Omit<ImportSeason, 'id'>,
  reading: ImportReading,
  compares = true,
): Promise<ImportOutcome> {
  const began = run.clock()
  const outcome = await reportedImport(run, async (reported) => {
    const imported = await read(reported, season, reading)
    if (!compares || imported.brokeOff || !(imported.whole || reading === 'season')) return imported
    const { check, setAside } = await concludeSeasonReading(reported, began, imported)
    const sums = check && { differ: check.differing.length > 0, sentence: sumsSentence(check) }
    return { ...imported, sums, uncompared: setAside }
  })
  // Single days say nothing of the others. If it broke off after the games, those are as new as the rest would be.
  if (typeof reading === 'string' && reading !== 'season' && !outcome.withoutLines) {
    const kind = reading === 'recent' || outcome.brokeOff ? 'games' : 'everything'
    await run.database.transaction((queries) => noteImport(queries, kind, began.getTime()))
  }
  return outcome
}
