import { LEAGUE_DEFAULTS } from '#contract/limits'
import type { LeagueDay } from '#rules/calendar'
import { careerOfLanding, type SeasonFacts } from '../career.ts'
import { type Elements, fieldOf, fittingOf, type OddElement, positionOf, readAnswer, readList } from '../read-answer.ts'
import {
  GoalieGame,
  LandingPlayer,
  Roster,
  RosterSpot,
  SeasonRow,
  SkaterGame,
  Standings,
  StandingsRow,
  TeamRow,
} from '../schemas.ts'
import {
  type ClubStanding,
  type FoundPlayer,
  isOfOnePage,
  missingSentence,
  type NhlSeason,
  type NhlSource,
  type NoteOdd,
  type OddLine,
  type SeasonPlayer,
  type SourceLines,
  type SourcePlayer,
  SourceRefusal,
  type SourceSchedule,
  type SourceSums,
} from '../source.ts'
import type { NewClub } from '../store/import-clubs.ts'
import type { Career } from '../store/import-players.ts'
import { goalieLines, readGameReport, skaterLines } from './game-reports.ts'
import { readSchedule } from './nhl-schedule.ts'
import type { GetJson } from './polite-client.ts'
import { readReport } from './report-pages.ts'
import { readSeasonPlayers, readSeasonReports } from './season-reports.ts'

export interface NhlApiAddresses {
  /** https://api-web.nhle.com/v1 */
  readonly web: string
  /** https://api.nhle.com/stats/rest/en */
  readonly stats: string
}

/**
 * The NHL's public API. What is fetched once per run (clubs, seasons), or failed, is remembered: make a new one for
 * each run.
 */
export class NhlApi implements NhlSource {
  readonly name = 'the NHL'
  readonly #at: NhlApiAddresses
  readonly #get: GetJson
  #facts: Promise<SeasonFacts> | null = null
  #teams: Promise<Elements<TeamRow>> | null = null
  #seasons: Promise<Elements<SeasonRow>> | null = null

  constructor(addresses: NhlApiAddresses, get: GetJson) {
    this.#at = addresses
    this.#get = get
  }

  async seasons(note?: NoteOdd): Promise<readonly NhlSeason[]> {
    this.#seasons ??= this.#list<SeasonRow>('season', SeasonRow)
    return fittingOf(await this.#seasons, note).map(({ id, startDate, regularSeasonEndDate, numberOfGames }) => ({
      id,
      firstDay: startDate.slice(0, 10),
      lastDay: regularSeasonEndDate.slice(0, 10),
      games: numberOfGames,
    }))
  }

  async seasonGames(seasonId: number, note?: NoteOdd): Promise<number | null> {
    const ofSeason = (row: unknown) => fieldOf(row, 'id') === seasonId
    const seasons = await this.seasons(note && ((why, row) => ofSeason(row) && note(why, row)))
    return seasons.find(ofSeason)?.games || null
  }

  async standings(at: LeagueDay | 'now', note?: NoteOdd): Promise<readonly ClubStanding[]> {
    const endpoint = `standings/${at}`
    const answer = await this.#get(`${this.#at.web}/${endpoint}`, endpoint)
    const { standings } = readAnswer(Standings, endpoint, answer)
    const seen = new Set<string>()
    return fittingOf(
      readList(standings, (element, index) => {
        const club = clubStanding(readAnswer(StandingsRow, endpoint, element, `/standings/${index}`))
        if (seen.has(club.abbrev)) throw new SourceRefusal(`${endpoint}: ${club.abbrev} is there twice.`)
        seen.add(club.abbrev)
        return club
      }),
      note,
    )
  }

  async clubs(): Promise<readonly NewClub[]> {
    const teams = (await this.#teamList()).toSorted((one, other) => one.id - other.id)
    return teams.map(({ triCode, fullName }) => ({ abbrev: triCode, longName: fullName }))
  }

  schedule(seasonId: number, from: LeagueDay, through: LeagueDay): Promise<SourceSchedule> {
    return readSchedule({ get: this.#get, base: this.#at.web, seasonId }, from, through)
  }

  async lines(from: LeagueDay, through: LeagueDay): Promise<SourceLines> {
    const report = { get: this.#get, base: this.#at.stats }
    const skaters = await readGameReport<SkaterGame>(
      { ...report, name: 'skater/summary', schema: SkaterGame },
      from,
      through,
    )
    const goalies = await readGameReport<GoalieGame>(
      { ...report, name: 'goalie/summary', schema: GoalieGame },
      from,
      through,
    )
    return {
      lines: [...skaterLines(skaters.fitting), ...goalieLines(goalies.fitting)],
      odd: [...skaters.odd, ...goalies.odd].map(oddLine),
    }
  }

  async roster(club: string, season: number | 'current', note?: NoteOdd): Promise<readonly SourcePlayer[]> {
    const endpoint = `roster/${club}/${season}`
    const answer = await this.#get(`${this.#at.web}/${endpoint}`, endpoint)
    const roster = readAnswer(Roster, endpoint, answer)
    const spots = (['forwards', 'defensemen', 'goalies'] as const).flatMap((group) =>
      roster[group].map((element, index) => ({ element, at: `/${group}/${index}` })),
    )
    return fittingOf(
      readList(spots, (spot) => rosterPlayer(endpoint, spot)),
      note,
    )
  }

  async player(playerId: number, note?: NoteOdd): Promise<FoundPlayer> {
    const { endpoint, answer } = await this.#landing(playerId)
    const landing = readAnswer(LandingPlayer, endpoint, answer)
    // Who they are does not depend on what they did.
    const withoutSeasons = (error: unknown): Career => {
      if (!note || !isOfOnePage(error)) throw error
      note(missingSentence(error), answer)
      return { headshotUrl: null, seasons: [], isWhole: false }
    }
    const career = async () => careerOfLanding(endpoint, answer, await this.#seasonFacts(), note)
    return {
      id: landing.playerId,
      firstName: landing.firstName.default,
      lastName: landing.lastName.default,
      position: positionOf(endpoint, landing.position, landing.shootsCatches),
      headshotUrl: landing.headshot ?? null,
      nhlTeam: landing.currentTeamAbbrev ?? null,
      career: await career().catch(withoutSeasons),
    }
  }

  async #landing(playerId: number): Promise<{ endpoint: string; answer: unknown }> {
    const endpoint = `player/${playerId}/landing`
    const answer = await this.#get(`${this.#at.web}/${endpoint}`, endpoint)
    const id = fieldOf(answer, 'playerId')
    if (typeof id === 'number' && id !== playerId) {
      throw new SourceRefusal(`${endpoint}: it is the page of player ${id}.`)
    }
    return { endpoint, answer }
  }

  async playersOf(seasonId: number, note?: NoteOdd): Promise<readonly SeasonPlayer[]> {
    const teamGames = (await this.seasons(() => {})).find(({ id }) => id === seasonId)?.games
    const source = { get: this.#get, base: this.#at.stats, seasonId }
    return readSeasonPlayers(source, teamGames ?? LEAGUE_DEFAULTS.seasonGames, note)
  }

  sums(seasonId: number, note?: NoteOdd): Promise<readonly SourceSums[]> {
    return readSeasonReports({ get: this.#get, base: this.#at.stats, seasonId }, note)
  }

  #seasonFacts(): Promise<SeasonFacts> {
    this.#facts ??= this.#readFacts()
    return this.#facts
  }

  async #readFacts(): Promise<SeasonFacts> {
    const abbrevs = new Map((await this.#teamList()).map(({ fullName, triCode }) => [fullName, triCode]))
    // A season or a club of long ago that cannot be read is missed by few.
    const games = new Map((await this.seasons(() => {})).map((season) => [season.id, season.games]))
    return {
      abbrevOf: (name) => abbrevs.get(name) ?? name,
      gamesOf: (seasonId) => games.get(seasonId) ?? LEAGUE_DEFAULTS.seasonGames,
    }
  }

  async #teamList(): Promise<readonly TeamRow[]> {
    this.#teams ??= this.#list<TeamRow>('team', TeamRow)
    return (await this.#teams).fitting
  }

  async #list<Row extends { id: number }>(
    name: string,
    schema: typeof SeasonRow | typeof TeamRow,
  ): Promise<Elements<Row>> {
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

/** What can be known of a row that cannot be read. */
function oddLine({ element, why }: OddElement): OddLine {
  const [gameId, day, club] = [fieldOf(element, 'gameId'), fieldOf(element, 'gameDate'), fieldOf(element, 'teamAbbrev')]
  return {
    gameId: Number.isInteger(gameId) ? Number(gameId) : null,
    day: typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null,
    club: typeof club === 'string' ? club : null,
    why,
  }
}

function rosterPlayer(endpoint: string, { element, at }: { element: unknown; at: string }): SourcePlayer {
  const spot = readAnswer(RosterSpot, endpoint, element, at)
  return {
    id: spot.id,
    firstName: spot.firstName.default,
    lastName: spot.lastName.default,
    position: positionOf(endpoint, spot.positionCode, spot.shootsCatches),
    headshotUrl: spot.headshot ?? null,
  }
}

const clubStanding = (row: StandingsRow): ClubStanding => ({
  abbrev: row.teamAbbrev.default,
  longName: row.teamName.default,
  conference: row.conferenceName,
  division: row.divisionName,
  logoUrl: row.teamLogo ?? null,
  seasonId: row.seasonId,
  divisionRank: row.divisionSequence,
  conferenceRank: row.conferenceSequence,
  gamesPlayed: row.gamesPlayed,
  points: row.points,
})
