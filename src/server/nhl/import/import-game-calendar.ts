import { addDays } from '#rules/calendar'
import { plural } from '#rules/counted'
import { dayWords } from '#rules/date-words'
import { gameName, hasBegun, isCalledOff, mayBeInGap } from '../check-day.ts'
import type { OddGame, SourceSchedule } from '../source.ts'
import { addClubs, knownClubs } from '../store/import-clubs.ts'
import { keptGames, lockImports, removeVanishedGames, saveChangedGames } from '../store/import-days.ts'
import type { ImportedGame } from '../store/lines.ts'
import { clubOf } from './import-clubs.ts'
import {
  type DayRange,
  type ImportOutcome,
  type ImportRun,
  type ImportSeason,
  leaveOut,
  nhlDay,
  orSetAside,
} from './import-run.ts'

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
export async function importSchedule(
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
    outcome.changedRest += await saveChangedGames(queries, season.id, read)
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
      unknown.map((abbrev) => {
        const club = clubOf(listed, { abbrev })
        return { abbrev, nhlId: club?.nhlId ?? null, longName: club?.longName ?? abbrev }
      }),
    ),
  )
  outcome.changedRest += unknown.length
}
