import { addDays, type LeagueDay } from '#rules/calendar'
import type { ImportedGame } from '../store/subjects/lines.ts'
import { careerOfLanding, type SeasonFacts } from './career.ts'
import { readGameReport } from './game-reports.ts'
import { goalieLines, skaterLines } from './lines-of-reports.ts'
import type { GetJson } from './polite-client.ts'
import { positionOf } from './positions.ts'
import { readAnswer } from './read-answer.ts'
import { readReport } from './report-pages.ts'
import {
  type GoalieGame,
  GoalieReport,
  LandingPlayer,
  Roster,
  type ScheduledGame,
  ScheduleWeek,
  SeasonReport,
  type SkaterGame,
  SkaterReport,
  Standings,
  TeamReport,
} from './schemas.ts'
import { readSeasonPlayers } from './season-players.ts'
import { readSeasonReports } from './season-reports.ts'
import type {
  Career,
  ClubStanding,
  FoundPlayer,
  ListedClub,
  NhlSeason,
  NhlSource,
  SeasonPlayer,
  SourceLine,
  SourcePlayer,
  SourceSums,
} from './source.ts'
import { SourceRefusal } from './source-error.ts'

type Team = TeamReport['data'][number]

/** Of each club in a season that the list of seasons does not have. */
const USUAL_GAMES = 82

export interface NhlApiAddresses {
  /** https://api-web.nhle.com/v1 */
  readonly web: string
  /** https://api.nhle.com/stats/rest/en */
  readonly stats: string
}

/** The NHL's public API. What is asked once per run (clubs, seasons) is remembered: make a new one for each run. */
export class NhlApi implements NhlSource {
  readonly name = 'the NHL'
  readonly #at: NhlApiAddresses
  readonly #get: GetJson
  #facts: Promise<SeasonFacts> | null = null
  #teams: Promise<Team[]> | null = null
  #seasons: Promise<NhlSeason[]> | null = null

  constructor(addresses: NhlApiAddresses, get: GetJson) {
    this.#at = addresses
    this.#get = get
  }

  seasons(): Promise<NhlSeason[]> {
    this.#seasons ??= this.#list<SeasonReport['data'][number]>('season', SeasonReport).then((rows) =>
      rows.map(({ id, startDate, regularSeasonEndDate, numberOfGames }) => ({
        id,
        firstDay: startDate.slice(0, 10),
        lastDay: regularSeasonEndDate.slice(0, 10),
        games: numberOfGames,
      })),
    )
    return this.#seasons
  }

  async standings(at: LeagueDay | 'now'): Promise<ClubStanding[]> {
    const endpoint = `standings/${at}`
    const answer = await this.#get(`${this.#at.web}/${endpoint}`, endpoint)
    const { standings } = readAnswer<Standings>(Standings, endpoint, answer)
    return standings.map((row) => ({
      abbrev: row.teamAbbrev.default,
      nhlId: null,
      longName: row.teamName.default,
      conference: row.conferenceName,
      division: row.divisionName,
      logoUrl: row.teamLogo ?? null,
      seasonId: row.seasonId,
      divisionRank: row.divisionSequence,
      conferenceRank: row.conferenceSequence,
      gamesPlayed: row.gamesPlayed,
      points: row.points,
    }))
  }

  async clubs(): Promise<ListedClub[]> {
    const teams = await this.#teamList()
    return teams.map(({ id, triCode, fullName }) => ({ nhlId: id, abbrev: triCode, longName: fullName }))
  }

  /** Week by week, as the answers lead on. A game that was moved may be listed on both days: the later reading counts. */
  async schedule(
    seasonId: number,
    from: LeagueDay,
    through: LeagueDay,
    onMissing?: Parameters<NhlSource['schedule']>[3],
  ): Promise<ImportedGame[]> {
    const games = new Map<number, ImportedGame>()
    let next: LeagueDay | undefined = from
    while (next !== undefined && next <= through) {
      const first: LeagueDay = next
      try {
        const week = await this.#scheduleWeek(first)
        for (const day of week.gameWeek) {
          if (day.date < from || day.date > through) continue
          for (const game of day.games) {
            if (game.gameType !== 2 || game.season !== seasonId) continue
            const known = games.get(game.id)
            const read = importedGame(day.date, game)
            if (!known || isOff(known) || !isOff(read)) games.set(game.id, read)
          }
        }
        next = week.nextStartDate
      } catch (error) {
        if (!onMissing) throw error
        onMissing(first, addDays(first, 6), error)
        next = addDays(first, 7)
      }
    }
    return [...games.values()]
  }

  async #scheduleWeek(from: LeagueDay): Promise<ScheduleWeek> {
    const endpoint = `schedule/${from}`
    const answer = await this.#get(`${this.#at.web}/${endpoint}`, endpoint)
    const week = readAnswer<ScheduleWeek>(ScheduleWeek, endpoint, answer)
    for (const { date, games, numberOfGames } of week.gameWeek) {
      if (games.length !== numberOfGames) {
        throw new SourceRefusal(`${endpoint}: ${date} has ${games.length} games, ${numberOfGames} are announced.`)
      }
    }
    if (week.nextStartDate !== undefined && week.nextStartDate <= from) {
      throw new SourceRefusal(`${endpoint}: nextStartDate is ${week.nextStartDate}, which does not lead on.`)
    }
    return week
  }

  async lines(from: LeagueDay, through: LeagueDay): Promise<SourceLine[]> {
    const report = (name: string, schema: typeof SkaterReport | typeof GoalieReport) => ({
      get: this.#get,
      base: this.#at.stats,
      name,
      schema,
    })
    const skaters = await readGameReport<SkaterGame>(report('skater/summary', SkaterReport), from, through)
    const goalies = await readGameReport<GoalieGame>(report('goalie/summary', GoalieReport), from, through)
    return [...skaterLines(skaters), ...goalieLines(goalies)]
  }

  async roster(club: string, season: number | 'current'): Promise<SourcePlayer[]> {
    const endpoint = `roster/${club}/${season}`
    const answer = await this.#get(`${this.#at.web}/${endpoint}`, endpoint)
    const { forwards, defensemen, goalies } = readAnswer<Roster>(Roster, endpoint, answer)
    return [...forwards, ...defensemen, ...goalies].map((spot) => ({
      id: spot.id,
      firstName: spot.firstName.default,
      lastName: spot.lastName.default,
      position: positionOf(endpoint, spot.positionCode, spot.shootsCatches),
      headshotUrl: spot.headshot ?? null,
    }))
  }

  async career(playerId: number): Promise<Career> {
    this.#facts ??= this.#seasonFacts()
    const facts = await this.#facts
    const { endpoint, answer } = await this.#landing(playerId)
    return careerOfLanding(endpoint, answer, facts)
  }

  async player(playerId: number): Promise<FoundPlayer> {
    this.#facts ??= this.#seasonFacts()
    const facts = await this.#facts
    const { endpoint, answer } = await this.#landing(playerId)
    const landing = readAnswer<LandingPlayer>(LandingPlayer, endpoint, answer)
    return {
      id: landing.playerId,
      firstName: landing.firstName.default,
      lastName: landing.lastName.default,
      position: positionOf(endpoint, landing.position, landing.shootsCatches),
      headshotUrl: landing.headshot ?? null,
      nhlTeam: landing.currentTeamAbbrev ?? null,
      career: careerOfLanding(endpoint, answer, facts),
    }
  }

  async #landing(playerId: number): Promise<{ endpoint: string; answer: unknown }> {
    const endpoint = `player/${playerId}/landing`
    return { endpoint, answer: await this.#get(`${this.#at.web}/${endpoint}`, endpoint) }
  }

  async playersOf(seasonId: number): Promise<{ players: SeasonPlayer[]; refused: string[] }> {
    const teamGames = (await this.seasons()).find(({ id }) => id === seasonId)?.games
    return readSeasonPlayers({ get: this.#get, base: this.#at.stats, seasonId }, teamGames ?? USUAL_GAMES)
  }

  sums(seasonId: number): Promise<SourceSums[]> {
    return readSeasonReports({ get: this.#get, base: this.#at.stats, seasonId })
  }

  async #seasonFacts(): Promise<SeasonFacts> {
    const abbrevs = new Map((await this.#teamList()).map(({ fullName, triCode }) => [fullName, triCode]))
    const games = new Map((await this.seasons()).map((season) => [season.id, season.games]))
    return {
      abbrevOf: (name) => abbrevs.get(name) ?? name,
      gamesOf: (seasonId) => games.get(seasonId) ?? USUAL_GAMES,
    }
  }

  #teamList(): Promise<Team[]> {
    this.#teams ??= this.#list<Team>('team', TeamReport)
    return this.#teams
  }

  async #list<Row extends { id: number }>(
    name: string,
    schema: typeof SeasonReport | typeof TeamReport,
  ): Promise<Row[]> {
    const rows = await readReport<Row>({
      get: this.#get,
      base: this.#at.stats,
      name,
      schema,
      parameters: {},
      sort: ['id'],
      key: ({ id }) => id,
    })
    if (!rows) throw new SourceRefusal(`${name}: more rows than a list of ${name}s can have.`)
    return rows
  }
}

/** Postponed or cancelled: not played on the day it is listed. */
const isOff = ({ state }: ImportedGame): boolean => state === 'PPD' || state === 'CNCL'

function importedGame(date: LeagueDay, game: ScheduledGame): ImportedGame {
  const state = game.gameScheduleState === 'OK' ? game.gameState : game.gameScheduleState
  return {
    id: game.id,
    date,
    startTime: new Date(game.startTimeUTC),
    home: game.homeTeam.abbrev,
    away: game.awayTeam.abbrev,
    homeScore: game.homeTeam.score ?? null,
    awayScore: game.awayTeam.score ?? null,
    lastPeriod: game.gameOutcome?.lastPeriodType ?? null,
    state,
  }
}
