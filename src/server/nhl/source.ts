import type { LeagueDay } from '#rules/calendar'
import type { Position } from '#rules/positions'
import type { NoteOdd } from './read-answer.ts'
import type { SourceRefusal, SourceUnavailable } from './source-error.ts'
import type { Career, PastSeason } from './store/import-players.ts'
import type { ImportedGame, ImportedLine } from './store/lines.ts'
import type { SeasonSums } from './store/season-sums.ts'

/** A club with its place in the standings. */
export interface ClubStanding {
  readonly abbrev: string
  /** Null where only the list of clubs has it. */
  readonly nhlId: number | null
  readonly longName: string
  readonly conference: string
  readonly division: string
  readonly logoUrl: string | null
  /** The season that the place and the figures are of: in summer still the last one. */
  readonly seasonId: number
  readonly divisionRank: number
  readonly conferenceRank: number
  readonly gamesPlayed: number
  readonly points: number
}

/** A club of the list of clubs, which may have those of the past too, and an abbreviation twice. */
export interface ListedClub {
  readonly abbrev: string
  readonly nhlId: number
  readonly longName: string
}

export interface SourcePlayer {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly position: Position
  readonly headshotUrl: string | null
}

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

/** Somebody who may be on no roster: retired, in Europe, or without a contract. */
export interface FoundPlayer extends SourcePlayer {
  /** The present club, if any. */
  readonly nhlTeam: string | null
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
  clubs(): Promise<ListedClub[]>
  schedule(seasonId: number, from: LeagueDay, through: LeagueDay): Promise<SourceSchedule>
  lines(from: LeagueDay, through: LeagueDay): Promise<SourceLines>
  /** Who is with the club now, or who was in a season that has passed. */
  roster(club: string, season: number | 'current', note?: NoteOdd): Promise<readonly SourcePlayer[]>
  career(playerId: number, note?: NoteOdd): Promise<Career>
  player(playerId: number, note?: NoteOdd): Promise<FoundPlayer>
  /** Everyone who played in a season that is over; null where there is no report. */
  playersOf(seasonId: number, note?: NoteOdd): Promise<readonly SeasonPlayer[] | null>
  /** Null where the source has lines only. */
  sums(seasonId: number, note?: NoteOdd): Promise<readonly SourceSums[] | null>
}
