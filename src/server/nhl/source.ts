import type { LeagueDay } from '#rules/calendar'
import type { Position } from '#rules/positions'
import type { ImportedGame, ImportedLine } from '../store/subjects/lines.ts'
import type { SeasonSums } from '../store/subjects/season-sums.ts'

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
  readonly line: ImportedLine
  readonly player: SourcePlayer
}

/** An earlier season of a player, over all clubs; the club is the last one of that season. */
export interface PastSeason {
  readonly seasonId: number
  readonly nhlTeam: string
  readonly points: number
  readonly gamesPlayed: number
  readonly teamGamesPlayed: number
  readonly toiSeconds: number
}

export interface Career {
  readonly headshotUrl: string | null
  /** Regular seasons in the NHL, the present one among them. */
  readonly seasons: readonly PastSeason[]
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

/** Where statistics come from: the NHL's public API, or the table files of a season. Regular season only. */
export interface NhlSource {
  /** In a sentence: "the NHL". */
  readonly name: string
  seasons(): Promise<NhlSeason[]>
  /** As they stand now, or as they stood on a day that has passed. */
  standings(at: LeagueDay | 'now'): Promise<ClubStanding[]>
  clubs(): Promise<ListedClub[]>
  /** With `onMissing` it goes on without a page that cannot be had, whose days it reports with the reason. */
  schedule(
    seasonId: number,
    from: LeagueDay,
    through: LeagueDay,
    onMissing?: (from: LeagueDay, through: LeagueDay, why: unknown) => void,
  ): Promise<ImportedGame[]>
  lines(from: LeagueDay, through: LeagueDay): Promise<SourceLine[]>
  /** Who is with the club now, or who was in a season that has passed. */
  roster(club: string, season: number | 'current'): Promise<SourcePlayer[]>
  career(playerId: number): Promise<Career>
  player(playerId: number): Promise<FoundPlayer>
  /** Everybody who played in a season that is over, but for rows that cannot be used; null where there is no report. */
  playersOf(seasonId: number): Promise<{ readonly players: SeasonPlayer[]; readonly refused: string[] } | null>
  /** Null where the source has lines only. */
  sums(seasonId: number): Promise<SourceSums[] | null>
}
