import { addDays, type LeagueDay } from '#rules/calendar'
import { groupBy } from '#rules/group-by'
import { dayWords } from '#rules/words'
import { checkDay, gameName, hasBegun, hasGap, isDaySettled, mayBeInGap, strayWords } from '../check-day.ts'
import { isOfOnePage, type SourceLine, type SourceLines, type SourceSchedule, SourceUnavailable } from '../source.ts'
import { lockImports, saveDay, settledDays } from '../store/import-days.ts'
import { addPlayers, knownPlayers } from '../store/import-players.ts'
import type { ImportedGame } from '../store/lines.ts'
import {
  type DayRange,
  type ImportOutcome,
  type ImportRun,
  type ImportSeason,
  nhlDay,
  orRefused,
} from './import-run.ts'

/** Corrections usually come within this many days; there is no list of them, so each import reads these days again. */
const REREAD_DAYS = 3
/** Game days per report: about 2,000 lines, far below where a source cuts. */
const WINDOW_DAYS = 7
/** So many days in a row that give no answer mean that the reports are down. */
const SEVERAL_DAYS = 3

export const lastDays = (clock: () => Date): DayRange => ({
  from: addDays(nhlDay(clock), -REREAD_DAYS),
  through: nhlDay(clock),
})

/**
 * The days whose lines are to be read, first to last: those that are not final, and in the window `again` the others as
 * well.
 */
export async function daysToRead(
  { database, clock }: Pick<ImportRun, 'database' | 'clock'>,
  season: ImportSeason,
  games: readonly ImportedGame[],
  again: DayRange,
): Promise<{ readonly days: Map<LeagueDay, ImportedGame[]>; readonly leftOut: number }> {
  const today = nhlDay(clock)
  const settled = await database.transaction((queries) => settledDays(queries, season.id))
  // For a day that is still ahead the schedule is enough.
  const due = games.filter(({ date }) => date <= today).sort((one, other) => (one.date < other.date ? -1 : 1))
  const begun = [...groupBy(due, ({ date }) => date)].filter(([, ofDay]) => hasBegun(ofDay) || isDaySettled(ofDay))
  const read = begun.filter(([day]) => !settled.has(day) || (day >= again.from && day <= again.through))
  return { days: new Map(read), leftOut: begun.length - read.length }
}

/** Reads the lines of games that are not final and of the days `again`, and makes each day match its source. */
export async function importDays(
  run: ImportRun,
  season: ImportSeason,
  schedule: SourceSchedule,
  again: DayRange,
  outcome: ImportOutcome,
  report: (done: number, what: string) => void,
): Promise<{ readonly leftOut: number }> {
  const { games } = schedule
  const { days, leftOut } = await daysToRead(run, season, games, again)
  const dayOfGame = new Map(games.map(({ id, date }) => [id, date]))
  const all = [...days.keys()]
  const known = await run.database.transaction(knownPlayers)
  let done = 0
  const reading: Reading = { run, season, schedule, days, dayOfGame, known, outcome, failing: [] }
  for (const window of windows(all, days)) {
    run.signal?.throwIfAborted()
    const [first] = window
    if (first) report(done / all.length, `games of ${dayWords(first)}`)
    await importWindow(reading, window)
    if (isReportDown(reading)) break
    done += window.length
  }
  endReading(reading)
  return { leftOut }
}

const isReportDown = ({ failing }: Reading): boolean => failing.length >= SEVERAL_DAYS

/** Days in a row without an answer: where no day was answered after them, the lines are missing. */
function endReading({ failing, outcome }: Reading): void {
  const [last] = failing.toReversed()
  if (!last || (failing.length < SEVERAL_DAYS && outcome.days > 0)) return
  outcome.withoutLines = true
  outcome.brokeOff = last
}

/** A day whose games were all called off needs no lines and no call. */
function windows(all: readonly LeagueDay[], days: ReadonlyMap<LeagueDay, readonly ImportedGame[]>): LeagueDay[][] {
  const found: LeagueDay[][] = []
  for (const day of all) {
    const open = found.at(-1)
    const first = open?.[0]
    const begun = hasBegun(days.get(day) ?? [])
    if (begun && open && first && day < addDays(first, WINDOW_DAYS) && hasBegun(days.get(first) ?? [])) open.push(day)
    else found.push([day])
  }
  return found
}

interface Reading {
  readonly run: ImportRun
  readonly season: ImportSeason
  readonly schedule: SourceSchedule
  readonly days: ReadonlyMap<LeagueDay, readonly ImportedGame[]>
  /** Of every game of the schedule, also of days that are not read. */
  readonly dayOfGame: ReadonlyMap<number, LeagueDay>
  /** Players who are known already. */
  readonly known: Set<number>
  readonly outcome: ImportOutcome
  /** What the latest days in a row gave instead of an answer. */
  readonly failing: SourceUnavailable[]
}

async function importWindow(reading: Reading, window: readonly LeagueDay[]): Promise<void> {
  const { run, days, outcome } = reading
  const [first, last] = [window[0], window.at(-1)]
  if (!first || !last) return
  // One bad day is no reason to skip the others.
  const dayByDay = async () => {
    for (const day of window) if (!isReportDown(reading)) await importWindow(reading, [day])
  }
  let read: SourceLines = { lines: [], odd: [] }
  try {
    if (hasBegun(days.get(first) ?? [])) {
      read = await run.source.lines(first, last)
      reading.failing.length = 0
    }
  } catch (error) {
    if (!isOfOnePage(error)) throw error
    if (window.length > 1) return dayByDay()
    if (error instanceof SourceUnavailable) reading.failing.push(error)
    outcome.refused.push(`The lines of ${first} are not taken: ${error.message}`)
    return
  }
  const dayOf = dayWithin(reading, first, last)
  const isOfNoDay = read.odd.some((row) => dayOf(row.gameId, row.day) === null)
  if (isOfNoDay && window.length > 1) return dayByDay()
  nameStrays(
    reading,
    read.lines.filter(({ day, line }) => !window.some((one) => one === dayOf(line.gameId, day))),
  )
  for (const day of window) {
    run.signal?.throwIfAborted()
    const own = {
      lines: read.lines.filter((one) => dayOf(one.line.gameId, one.day) === day),
      odd: read.odd.filter((row) => (dayOf(row.gameId, row.day) ?? first) === day),
    }
    await orRefused(outcome, () => importDay(reading, day, own))
  }
}

/** The day of a game by the schedule, else by its line; null where that is none of those that are read. */
const dayWithin =
  ({ dayOfGame }: Reading, first: LeagueDay, last: LeagueDay) =>
  (gameId: number | null, ofLine: LeagueDay | null): LeagueDay | null => {
    const isWithin = (day: LeagueDay | null | undefined): day is LeagueDay =>
      day !== null && day !== undefined && day >= first && day <= last
    const scheduled = dayOfGame.get(gameId ?? 0)
    if (isWithin(scheduled)) return scheduled
    return isWithin(ofLine) ? ofLine : null
  }

/** Lines without a game, of days that are not read now; each game is listed once. */
function nameStrays({ dayOfGame, schedule, outcome }: Reading, lines: readonly SourceLine[]): void {
  const named = new Set<number>()
  for (const one of lines) {
    const { day, line } = one
    if (dayOfGame.has(line.gameId) || mayBeInGap(schedule, day, line.gameId) || named.has(line.gameId)) continue
    named.add(line.gameId)
    outcome.refused.push(`A line of ${day} is not taken: ${strayWords(one)}.`)
  }
}

/** One transaction: the day is replaced, but for games that are set aside, or stays as it was. */
async function importDay(
  { run: { database }, season, schedule, days, known, outcome }: Reading,
  day: LeagueDay,
  source: SourceLines,
): Promise<void> {
  const games = days.get(day) ?? []
  const { lines: checked, aside } = checkDay(day, games, source, (gameId) => mayBeInGap(schedule, day, gameId))
  const lines = checked.map(({ line }) => line)
  const unknownPlayers = checked.filter(({ player }) => !known.has(player.id))
  const settled = isDaySettled(games) && aside.size === 0 && !hasGap(schedule, day)
  await database.transaction(async (queries) => {
    await lockImports(queries)
    if (unknownPlayers.length > 0) {
      outcome.changedRest += await addPlayers(
        queries,
        unknownPlayers.map(({ line, player }) => ({ ...player, nhlTeam: line.nhlTeam })),
      )
    }
    const without = [...aside.keys()].map(({ id }) => id)
    const changed = await saveDay(queries, season.id, day, { games, lines, without, settled })
    if (changed > 0) await database.announce(queries, 'answers', String(season.id))
    outcome.changedLines += changed
  })
  outcome.days++
  outcome.lines += lines.length
  for (const { player } of unknownPlayers) known.add(player.id)
  for (const [game, why] of aside) {
    outcome.refused.push(`${gameName(game).replace('game', 'Game')} of ${dayWords(day)} is set aside: ${why}`)
    outcome.aside.push({ name: gameName(game), clubs: [game.home, game.away] })
  }
}
