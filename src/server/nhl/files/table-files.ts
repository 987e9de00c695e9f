import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import { type LeagueDay, seasonBefore } from '#rules/calendar'
import { groupBy } from '#rules/group-by'
import { gamePoints } from '#rules/scoring'
import { type Stint, seasonsOfStints } from '../career.ts'
import {
  type ClubStanding,
  type FoundPlayer,
  type NhlSeason,
  type NhlSource,
  SourceHasNone,
  type SourceLine,
  type SourceLines,
  type SourcePlayer,
  SourceRefusal,
  type SourceSchedule,
} from '../source.ts'
import { standingsOfGames } from '../standings-of-games.ts'
import type { ImportedClub, NewClub } from '../store/import-clubs.ts'
import type { Career, PastSeason } from '../store/import-players.ts'
import type { ImportedGame } from '../store/lines.ts'
import { readTable, type TableRow } from './csv.ts'
import { fileText, NOT_UTF8 } from './file-text.ts'
import {
  CLUB_COLUMNS,
  clubOf,
  GAME_COLUMNS,
  GOALIE_COLUMNS,
  gameOf,
  goalieLineOf,
  PLAYER_COLUMNS,
  playerOf,
  SKATER_COLUMNS,
  STINT_COLUMNS,
  skaterLineOf,
  stintOf,
} from './table-rows.ts'

/** Clubs of earlier seasons that the table of clubs does not have. */
const FORMER_CLUBS: readonly (readonly [string, string])[] = [
  ['Arizona Coyotes', 'ARI'],
  ['Utah Hockey Club', 'UTA'],
]

interface Tables {
  readonly folder: string
  readonly seasonId: number
  readonly clubs: readonly ImportedClub[]
  readonly games: readonly ImportedGame[]
  readonly players: ReadonlyMap<number, SourcePlayer>
  readonly lines: readonly SourceLine[]
  readonly stints: readonly (Stint & { readonly playerId: number })[]
}

/** A whole season from table files: the fallback when the API has changed. */
export class TableFiles implements NhlSource {
  readonly name: string
  readonly #tables: Tables
  readonly #linesByDay: ReadonlyMap<LeagueDay, readonly SourceLine[]>
  readonly #linesByClub: ReadonlyMap<string, readonly SourceLine[]>
  /** Each player's in the order of the days. */
  readonly #linesByPlayer: ReadonlyMap<number, readonly SourceLine[]>
  readonly #stintsByPlayer: ReadonlyMap<number, readonly Stint[]>
  /** Games of each club in a season: the most that anybody played who stayed with one club. */
  readonly #gamesBySeason = new Map<number, number>()

  constructor(tables: Tables) {
    this.name = `the files in ${tables.folder}`
    this.#tables = tables
    this.#linesByDay = groupBy(tables.lines, ({ day }) => day)
    this.#linesByClub = groupBy(tables.lines, ({ line }) => line.nhlTeam)
    const inOrder = tables.lines.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
    this.#linesByPlayer = groupBy(inOrder, ({ player }) => player.id)
    this.#stintsByPlayer = groupBy(tables.stints, ({ playerId }) => playerId)
    for (const [stint, other] of groupBy(tables.stints, (one) => `${one.playerId} ${one.seasonId}`).values()) {
      if (!stint || other) continue
      this.#gamesBySeason.set(stint.seasonId, Math.max(stint.gamesPlayed, this.#gamesBySeason.get(stint.seasonId) ?? 0))
    }
  }

  async seasons(): Promise<NhlSeason[]> {
    const { seasonId, games, clubs } = this.#tables
    const days = games.map(({ date }) => date).sort()
    const [firstDay, lastDay] = [days[0], days.at(-1)]
    if (!firstDay || !lastDay) return []
    return [{ id: seasonId, firstDay, lastDay, games: Math.round((games.length * 2) / clubs.length) }]
  }

  /** The files have games, of a season that may not be over. */
  async seasonGames(): Promise<null> {
    return null
  }

  /** Counted from the games, since no file has them. */
  async standings(at: LeagueDay | 'now'): Promise<ClubStanding[]> {
    const { clubs, games, seasonId } = this.#tables
    const standings = standingsOfGames(
      clubs,
      games.filter(({ date }) => at === 'now' || date <= at),
    )
    const playing = new Set(games.flatMap(({ home, away }) => [home, away]))
    return clubs.flatMap((club) => {
      const standing = standings.get(club.abbrev)
      return standing && playing.has(club.abbrev) ? [{ ...club, ...standing, seasonId }] : []
    })
  }

  async clubs(): Promise<readonly NewClub[]> {
    return this.#tables.clubs
  }

  async schedule(seasonId: number, from: LeagueDay, through: LeagueDay): Promise<SourceSchedule> {
    // Of last season's files a new league takes the players and what they did; this season's games are elsewhere.
    if (seasonBefore(seasonId) === this.#tables.seasonId) return { games: [], odd: [], unread: [] }
    if (seasonId !== this.#tables.seasonId) {
      throw new SourceRefusal(`${this.name} are of season ${this.#tables.seasonId}, and season ${seasonId} is wanted.`)
    }
    const games = this.#tables.games.filter(({ date }) => date >= from && date <= through)
    return { games, odd: [], unread: [] }
  }

  async lines(from: LeagueDay, through: LeagueDay): Promise<SourceLines> {
    const lines = [...this.#linesByDay].flatMap(([day, of]) => (day >= from && day <= through ? of : []))
    return { lines, odd: [] }
  }

  /**
   * Of the files' season everybody who played for the club, on two rosters who played for two; else who ended it there.
   */
  async roster(club: string, season: number | 'current'): Promise<SourcePlayer[]> {
    const played = new Map(this.#linesByClub.get(club)?.map(({ player }) => [player.id, player])).values()
    return [...played].filter(({ id }) => season === this.#tables.seasonId || this.#lastClub(id) === club)
  }

  #lastClub(playerId: number): string | null {
    return this.#linesByPlayer.get(playerId)?.at(-1)?.line.nhlTeam ?? null
  }

  async #career(playerId: number): Promise<Career> {
    const stints = this.#stintsByPlayer.get(playerId) ?? []
    const gamesOf = (seasonId: number) => this.#gamesBySeason.get(seasonId) ?? LEAGUE_DEFAULTS.seasonGames
    const own = await this.#ownSeason(playerId)
    const others = seasonsOfStints(stints, { gamesOf }).filter(({ seasonId }) => seasonId !== own?.seasonId)
    return { headshotUrl: null, seasons: own ? [...others, own] : others, isWhole: true }
  }

  /** The season of the files, summed from the lines: the table of earlier seasons does not have everybody. */
  async #ownSeason(playerId: number): Promise<PastSeason | null> {
    const lines = this.#linesByPlayer.get(playerId)?.map(({ line }) => line) ?? []
    const last = lines.at(-1)
    const [season] = await this.seasons()
    if (!last || !season) return null
    return {
      seasonId: season.id,
      nhlTeam: last.nhlTeam,
      points: lines.reduce((sum, line) => sum + gamePoints(line), 0),
      gamesPlayed: lines.length,
      teamGamesPlayed: season.games,
      toiSeconds: lines.reduce((sum, { toiSeconds }) => sum + toiSeconds, 0),
    }
  }

  async player(playerId: number): Promise<FoundPlayer> {
    const player = this.#tables.players.get(playerId)
    if (!player) throw new SourceHasNone(`players.csv has no player ${playerId}.`)
    return { ...player, nhlTeam: this.#lastClub(playerId), career: await this.#career(playerId) }
  }

  /** A roster of the season already has everybody who played for the club. */
  async playersOf(): Promise<null> {
    return null
  }

  async sums(): Promise<null> {
    return null
  }
}

/** A game that is still ahead on the day: the files know how it will end. */
const ahead = (game: ImportedGame): ImportedGame => ({
  ...game,
  state: 'FUT',
  homeScore: null,
  awayScore: null,
  lastPeriod: null,
})

/**
 * Opens a folder with the table files of one season, as they were after the games of a day; a wrong cell is refused by
 * file, line and column.
 */
export async function openTableFiles(folder: string, today: LeagueDay): Promise<TableFiles> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw new SourceRefusal(`The folder ${folder} cannot be read.`, { cause: error })
  })
  const seasonId = seasonOf(folder, files)
  const table = async <Row>(file: string, columns: readonly string[], read: (row: TableRow) => Row): Promise<Row[]> => {
    const bytes = await readFile(join(folder, file)).catch((error: unknown) => {
      throw new SourceRefusal(`The file ${file} is missing in ${folder}, or cannot be read.`, { cause: error })
    })
    const text = fileText(bytes)
    if (typeof text !== 'string') throw new SourceRefusal(`${file} line ${text.line}: ${NOT_UTF8}`)
    return Array.from(readTable(text, file, columns), read)
  }
  const clubs = await table('teams.csv', CLUB_COLUMNS, clubOf)
  const games = await table(`games_${seasonId}.csv`, GAME_COLUMNS, gameOf)
  const players = new Map((await table('players.csv', PLAYER_COLUMNS, playerOf)).map((player) => [player.id, player]))
  const skaters = await table(`skater_games_${seasonId}.csv`, SKATER_COLUMNS, (row) => skaterLineOf(row, players))
  const goalies = await table(`goalie_games_${seasonId}.csv`, GOALIE_COLUMNS, (row) => goalieLineOf(row, players))
  const abbrevs = new Map([
    ...FORMER_CLUBS,
    ...clubs.map(({ longName, abbrev }): [string, string] => [longName, abbrev]),
  ])
  // Earlier seasons are optional.
  const seasonsFile = files.find((file) => /^player_seasons.*\.csv$/.test(file))
  const stints = seasonsFile
    ? await table(seasonsFile, STINT_COLUMNS, (row) => ({
        playerId: row.count('playerId'),
        ...stintOf(row, (name) => abbrevs.get(name) ?? name),
      }))
    : []
  return new TableFiles({
    folder,
    seasonId,
    clubs,
    players,
    games: games.map((game) => (game.date > today ? ahead(game) : game)),
    lines: [...skaters, ...goalies].filter(({ day }) => day <= today),
    stints,
  })
}

function seasonOf(folder: string, files: readonly string[]): number {
  const seasons = files.flatMap((file) => /^games_(\d{8})\.csv$/.exec(file)?.[1] ?? [])
  const [season] = seasons
  if (season === undefined || seasons.length > 1) {
    throw new SourceRefusal(
      `The folder ${folder} has ${seasons.length} files games_(season).csv, such as games_20242025.csv; one is needed.`,
    )
  }
  return Number(season)
}
