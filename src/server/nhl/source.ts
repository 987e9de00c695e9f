import type { LeagueDay } from '#rules/calendar'
import { dayWords } from '#rules/words'
import type { ImportedClub, ImportedStanding, NewClub } from './store/import-clubs.ts'
import type { Career, ImportedPlayer, PastSeason } from './store/import-players.ts'
import type { ImportedGame, ImportedLine, SeasonSums } from './store/lines.ts'

const day = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? ` of ${dayWords(text)}` : '')

const WORDS: readonly (readonly [RegExp, (subject: string) => string])[] = [
  [/^roster\/(\w+)\//, (club) => `roster of ${club}`],
  [/^player\/(\d+)\//, (id) => `page of player ${id}`],
  [/^standings\/(.+)/, (at) => `standings${day(at)}`],
  [/^schedule\/(.+)/, (from) => `schedule${day(from)}`],
  [/^score\/(.+)/, (of) => `score page${day(of)}`],
  [/^gamecenter\/(\d+)\//, (game) => `box score of game ${game}`],
  [/^(skater|goalie)\/summary/, (kind) => `${kind} report`],
  [/^(team)$/, () => 'list of clubs'],
  [/^(season)$/, () => 'list of seasons'],
]

/** A page of the NHL in words, after "the NHL's": "roster of BOS" for roster/BOS/current. */
export function pageWords(endpoint: string): string {
  for (const [form, words] of WORDS) {
    const subject = form.exec(endpoint)?.[1]
    if (subject !== undefined) return words(subject)
  }
  return endpoint
}

/** An answer that cannot be used, in a sentence for the person who runs the import. Nothing of it has been written. */
export class SourceRefusal extends Error {}

/** A page, as the client calls it, and how it failed. */
export interface FailedPage {
  readonly endpoint: string
  /** "status 503, 6 tries" */
  readonly how: string
}

/** A page gave no answer after all tries. While others answer it is set aside, and the next run asks again. */
export class SourceUnavailable extends Error {
  /** How long it wants to be left alone, if the answer says. */
  readonly retryAfterMs: number | null
  readonly page: FailedPage | null

  constructor(message: string, retryAfterMs: number | null = null, page: FailedPage | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
    this.page = page
  }
}

/** Several pages in a row gave no answer: stop here, the next run continues. */
export class SourceDown extends SourceUnavailable {}

/** Something the source does not have (404). */
export class SourceHasNone extends SourceRefusal {
  /** The page, as the client calls it. */
  readonly endpoint: string | null

  constructor(message: string, endpoint: string | null = null) {
    super(message)
    this.endpoint = endpoint
  }
}

/** What is missing without the page, in a sentence that is the same for everybody who wanted it. */
export function missingSentence(error: SourceRefusal | SourceUnavailable): string {
  if (error instanceof SourceUnavailable && error.page !== null) {
    const { endpoint, how } = error.page
    return `The NHL's ${pageWords(endpoint)} failed; kept the previous one (${how}).`
  }
  if (error instanceof SourceHasNone && error.endpoint !== null) {
    return `The NHL has no ${pageWords(error.endpoint)} (status 404); kept what was known.`
  }
  return error.message
}

/** Whether it is the source's fault, and not ours. */
export const isOfSource = (error: unknown): error is SourceRefusal | SourceUnavailable =>
  error instanceof SourceRefusal || error instanceof SourceUnavailable

/** Whether other pages can be fetched after one that ended with this. */
export const isOfOnePage = (error: unknown): error is SourceRefusal | SourceUnavailable =>
  isOfSource(error) && !(error instanceof SourceDown)

/** Hears, in a sentence, of an element that is left out. */
export type NoteOdd = (why: string, element: unknown) => void

export interface ClubStanding extends ImportedClub, ImportedStanding {
  /** The season that the place and the figures are of: in summer still the last one. */
  readonly seasonId: number
}

export type SourcePlayer = Omit<ImportedPlayer, 'nhlTeam'>

/** A line identifies its player well enough to add them, in case no roster has them yet. */
export interface SourceLine {
  /** The game's, by the line's own word. */
  readonly day: LeagueDay
  readonly line: ImportedLine
  readonly player: SourcePlayer
}

/** A row that cannot be read; what can be known of it all the same. */
export interface OddLine {
  readonly day: LeagueDay | null
  readonly gameId: number | null
  readonly club: string | null
  /** In a sentence. */
  readonly why: string
}

export interface SourceLines {
  readonly lines: readonly SourceLine[]
  readonly odd: readonly OddLine[]
}

/** A game that cannot be read; its number, if that can be. */
export interface OddGame {
  readonly id: number | null
  readonly day: LeagueDay
  /** In a sentence. */
  readonly why: string
}

/** Days of which not every game can be read. */
export interface UnreadDays {
  readonly from: LeagueDay
  readonly through: LeagueDay
  readonly why: SourceRefusal | SourceUnavailable
}

export interface SourceSchedule {
  readonly games: readonly ImportedGame[]
  readonly odd: readonly OddGame[]
  readonly unread: readonly UnreadDays[]
}

/** Somebody who may be on no roster: retired, in Europe, or without a contract. The club is the present one, if any. */
export interface FoundPlayer extends ImportedPlayer {
  readonly career: Career
}

export interface NhlSeason {
  readonly id: number
  readonly firstDay: LeagueDay
  /** The last day of the regular season. */
  readonly lastDay: LeagueDay
  /** Of each club. */
  readonly games: number
}

/** Somebody who played in a season, with the sums of it over all clubs; the club is the last one. */
export interface SeasonPlayer {
  readonly player: SourcePlayer
  readonly season: PastSeason
}

/** A player's season as its source has summed it. */
export interface SourceSums extends SeasonSums {
  readonly playerId: number
  readonly name: string
  /** Every club of the season. */
  readonly clubs: readonly string[]
}

/**
 * Where statistics come from: the NHL's public API, or the table files of a season. Regular season only. What of a list
 * cannot be read is noted and left out; without `note` it refuses the list.
 */
export interface NhlSource {
  /** In a sentence: "the NHL". */
  readonly name: string
  seasons(note?: NoteOdd): Promise<readonly NhlSeason[]>
  /** How many games each club plays in the season, as the NHL announces it; null where that is not known. */
  seasonGames(seasonId: number, note?: NoteOdd): Promise<number | null>
  /** As they stand now, or as they stood on a day that has passed. */
  standings(at: LeagueDay | 'now', note?: NoteOdd): Promise<readonly ClubStanding[]>
  /** Those of the past too, the newest last; an abbreviation may be there twice. */
  clubs(): Promise<readonly NewClub[]>
  schedule(seasonId: number, from: LeagueDay, through: LeagueDay): Promise<SourceSchedule>
  lines(from: LeagueDay, through: LeagueDay): Promise<SourceLines>
  /** Who is with the club now, or who was in a season that has passed. */
  roster(club: string, season: number | 'current', note?: NoteOdd): Promise<readonly SourcePlayer[]>
  player(playerId: number, note?: NoteOdd): Promise<FoundPlayer>
  /** Everyone who played in a season that is over; null where there is no report. */
  playersOf(seasonId: number, note?: NoteOdd): Promise<readonly SeasonPlayer[] | null>
  /** Null where the source has lines only. */
  sums(seasonId: number, note?: NoteOdd): Promise<readonly SourceSums[] | null>
}
