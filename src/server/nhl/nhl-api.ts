import type { LeagueDay } from '#rules/calendar'
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
import { readSeasonReports } from './season-reports.ts'
import type {
  Career,
  ClubStanding,
  FoundPlayer,
  NhlSeason,
  NhlSource,
  SourceLine,
  SourcePlayer,
  SourceSums,
} from './source.ts'
import { SourceRefusal } from './source-error.ts'

type Team = TeamReport['data'][number]

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
    const teams = standings.length > 0 ? await this.#teamList() : []
    return standings.map((row) => ({
      abbrev: row.teamAbbrev.default,
      nhlId: nhlId(teams, row.teamAbbrev.default, row.teamName.default),
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

  /** Week by week, as the answers lead on. A game that was moved may be listed on both days: the later reading counts. */
  async schedule(seasonId: number, from: LeagueDay, through: LeagueDay): Promise<ImportedGame[]> {
    const games = new Map<number, ImportedGame>()
    let next: LeagueDay | undefined = from
    while (next !== undefined && next <= through) {
      const endpoint = `schedule/${next}`
      const answer = await this.#get(`${this.#at.web}/${endpoint}`, endpoint)
      const week: ScheduleWeek = readAnswer<ScheduleWeek>(ScheduleWeek, endpoint, answer)
      for (const day of week.gameWeek) {
        if (day.games.length !== day.numberOfGames) {
          throw new SourceRefusal(
            `${endpoint}: ${day.date} has ${day.games.length} games, ${day.numberOfGames} are announced.`,
          )
        }
        if (day.date < from || day.date > through) continue
        for (const game of day.games) {
          if (game.gameType !== 2 || game.season !== seasonId) continue
          const known = games.get(game.id)
          const read = importedGame(day.date, game)
          if (!known || isOff(known) || !isOff(read)) games.set(game.id, read)
        }
      }
      if (week.nextStartDate !== undefined && week.nextStartDate <= next) {
        throw new SourceRefusal(`${endpoint}: nextStartDate is ${week.nextStartDate}, which does not lead on.`)
      }
      next = week.nextStartDate
    }
    return [...games.values()]
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

  sums(seasonId: number): Promise<SourceSums[]> {
    return readSeasonReports({ get: this.#get, base: this.#at.stats, seasonId })
  }

  async #seasonFacts(): Promise<SeasonFacts> {
    const abbrevs = new Map((await this.#teamList()).map(({ fullName, triCode }) => [fullName, triCode]))
    const games = new Map((await this.seasons()).map((season) => [season.id, season.games]))
    return {
      abbrevOf: (name) => abbrevs.get(name) ?? name,
      gamesOf: (seasonId) => games.get(seasonId) ?? 82,
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

/** The list is historic and may have an abbreviation twice (Utah): the club of that name, else the newest. */
function nhlId(teams: readonly Team[], abbrev: string, longName: string): number {
  const those = teams.filter(({ triCode }) => triCode === abbrev)
  const found = those.find(({ fullName }) => fullName === longName)?.id ?? Math.max(...those.map(({ id }) => id))
  if (!Number.isFinite(found)) throw new SourceRefusal(`team: ${abbrev} of the standings is not in the list of teams.`)
  return found
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
