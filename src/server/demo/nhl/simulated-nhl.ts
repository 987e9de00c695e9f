import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, type Instant, type LeagueDay, leagueDay } from '#rules/calendar'
import { NHL_ZONE } from '#rules/tonight'
import type { GetJson } from '../../nhl/api/polite-client.ts'
import { SourceHasNone } from '../../nhl/source.ts'
import { type PlayedGame, standingsOfGames } from '../../nhl/standings-of-games.ts'
import { daysFrom } from '../simulation/game-calendar.ts'
import { clubs, type SimPlayer } from '../simulation/players.ts'
import { type DemoNhl, type DemoSeason, demoNhl, type SimSeason } from '../simulation/season.ts'
import {
  type GameNow,
  type GameOfDay,
  gamesOfDay,
  isOver,
  knownGame,
  scheduleWeek,
  scoresOfDay,
  stateAt,
} from './game-week.ts'
import {
  addGame,
  landingAnswer,
  type ReportRow,
  reportRows,
  rosterAnswer,
  seasonRows,
  seasonTotals,
  type Totals,
} from './player-pages.ts'
import { boxScore, scorePage } from './score-page.ts'

/** Of each club in a season. */
const GAMES = 82

/** The answers of the simulated NHL, in the shapes of the NHL's API, as of the request. */
export class SimulatedNhl {
  readonly #nhl: DemoNhl
  readonly #clock: () => Date
  readonly #players: ReadonlyMap<number, SimPlayer>
  readonly #offRosters: ReadonlySet<number>
  #lastSeason: ReturnType<typeof seasonTotals> | null = null

  /** `offRosters`: players on no current roster, as the injured are. */
  constructor(nhl: DemoNhl, clock: () => Date, offRosters: ReadonlySet<number> = new Set()) {
    this.#nhl = nhl
    this.#clock = clock
    this.#offRosters = offRosters
    this.#players = new Map(nhl.players.map((player) => [player.id, player]))
  }

  get today(): LeagueDay {
    return leagueDay(this.#now, NHL_ZONE)
  }

  get #now(): Instant {
    return this.#clock().getTime()
  }

  /** /v1/standings/{date} */
  async standings(date: LeagueDay): Promise<object> {
    const season = this.#seasonOf(date)
    const through = date < this.today ? date : this.today
    const played: PlayedGame[] = []
    for (const day of daysFrom(season.firstDay, through)) {
      for (const { fixture, score } of this.#gamesOf(season, day)) {
        if (!score) continue
        const { home, away, lastPeriod } = score
        const clubsOfGame = { home: fixture.home.abbrev, away: fixture.away.abbrev }
        played.push({ ...clubsOfGame, homeScore: home, awayScore: away, lastPeriod })
      }
      // The server that simulates the NHL has members waiting.
      await nextTurn()
    }
    const places = standingsOfGames(clubs, played)
    return {
      wildCardIndicator: true,
      standings: clubs.map(({ abbrev, name, conference, division }) => ({
        date: through,
        seasonId: season.id,
        teamName: { default: name },
        teamAbbrev: { default: abbrev },
        conferenceName: conference,
        divisionName: division,
        conferenceSequence: places.get(abbrev)?.conferenceRank ?? 0,
        divisionSequence: places.get(abbrev)?.divisionRank ?? 0,
        gamesPlayed: places.get(abbrev)?.gamesPlayed ?? 0,
        points: places.get(abbrev)?.points ?? 0,
      })),
    }
  }

  /** /v1/schedule/{date} */
  schedule(from: LeagueDay) {
    const season = this.#seasonOf(addDays(from, 6))
    return scheduleWeek(from, season, (day) => this.#gamesOf(season, day))
  }

  /** /v1/score/{date} */
  score(day: LeagueDay) {
    const season = this.#seasonOf(day)
    const nameOf = (id: number) => this.#players.get(id)?.lastName ?? ''
    return scorePage({ seasonId: season.id, day, games: gamesOfDay(season, day), nameOf }, this.#now)
  }

  /** /v1/gamecenter/{id}/boxscore; null for a game that is not over, or does not exist. */
  boxScore(gameId: number) {
    const season = [this.#nhl.season, this.#nhl.lastSeason].find(({ fixtures }) =>
      fixtures.some(({ id }) => id === gameId),
    )
    const day = season?.fixtures.find(({ id }) => id === gameId)?.date
    const found = season && day ? gamesOfDay(season, day).find(({ fixture }) => fixture.id === gameId) : undefined
    return found ? boxScore(found.fixture, found.game, this.#now) : null
  }

  /** /v1/roster/{team}/current or a season; null for a club that does not exist. */
  roster(club: string) {
    const players = this.#nhl.players.filter(({ id }) => !this.#offRosters.has(id))
    return clubs.some(({ abbrev }) => abbrev === club) ? rosterAnswer(club, players) : null
  }

  /** /v1/player/{id}/landing; null for somebody who does not exist. */
  landing(playerId: number) {
    const player = this.#players.get(playerId)
    if (!player) return null
    return landingAnswer(player, this.#nhl.lastSeason, this.#lastTotals.get(playerId))
  }

  get #lastTotals(): ReturnType<typeof seasonTotals> {
    this.#lastSeason ??= seasonTotals(this.#nhl.lastSeason)
    return this.#lastSeason
  }

  /** stats/rest season */
  seasons(): object[] {
    return [this.#nhl.lastSeason, this.#nhl.season].map(({ id, firstDay, lastDay }) => ({
      id,
      startDate: `${firstDay}T19:00:00`,
      regularSeasonEndDate: `${lastDay}T22:00:00`,
      numberOfGames: GAMES,
    }))
  }

  /** stats/rest team */
  teams(): object[] {
    return clubs.map(({ nhlId, name, abbrev }) => ({ id: nhlId, fullName: name, rawTricode: abbrev, triCode: abbrev }))
  }

  /** stats/rest skater/summary and goalie/summary by game: what is known of the games that are over. */
  report(report: 'skater' | 'goalie', from: LeagueDay, through: LeagueDay): ReportRow[] {
    const until = through < this.today ? through : this.today
    const played = daysFrom(from, until).flatMap((day) => this.#playedOn(day))
    return reportRows(report, played, this.#players)
  }

  /** The same by season: everybody's sums of the games that are over; of last season those of the players' pages. */
  async seasonReport(report: 'skater' | 'goalie', seasonId: number): Promise<ReportRow[]> {
    const { season, lastSeason } = this.#nhl
    if (seasonId === lastSeason.id) return seasonRows(report, this.#lastTotals, this.#players)
    if (seasonId !== season.id) return []
    const totals = new Map<number, Totals>()
    for (const day of daysFrom(season.firstDay, season.lastDay < this.today ? season.lastDay : this.today)) {
      for (const { game } of this.#playedOn(day)) addGame(totals, game)
      await nextTurn()
    }
    return seasonRows(report, totals, this.#players)
  }

  #playedOn(day: LeagueDay): GameOfDay[] {
    return gamesOfDay(this.#seasonOf(day), day).flatMap(({ fixture, game }) =>
      isOver(stateAt(fixture, this.#now)) ? [{ fixture, game: knownGame(fixture, game, this.#now) }] : [],
    )
  }

  #gamesOf(season: SimSeason, day: LeagueDay): GameNow[] {
    return season.fixtures
      .filter(({ date }) => date === day)
      .map((fixture) => {
        const state = stateAt(fixture, this.#now)
        return { fixture, state, score: isOver(state) ? (scoresOfDay(season, day).get(fixture.id) ?? null) : null }
      })
  }

  #seasonOf(day: LeagueDay): SimSeason {
    return day < this.#nhl.season.firstDay ? this.#nhl.lastSeason : this.#nhl.season
  }
}

/** As it is at the time of the clock. */
export const simulatedNhl = (of: DemoSeason, clock: () => Date): SimulatedNhl => new SimulatedNhl(demoNhl(of), clock)

/** What the importer asks the NHL for, answered by the simulated one in the same process. */
export const simulatedClient =
  (nhl: SimulatedNhl, signal?: AbortSignal): GetJson =>
  async (url, endpoint) => {
    // The server that simulates the NHL has members waiting.
    await nextTurn()
    signal?.throwIfAborted()
    const answer = await answerTo(nhl, endpoint, new URLSearchParams(url.split('?')[1]))
    if (!answer) throw new SourceHasNone(`${endpoint}: there is no such thing.`, endpoint)
    return answer
  }

/** Null if there is nothing at the endpoint. */
async function answerTo(nhl: SimulatedNhl, endpoint: string, query: URLSearchParams): Promise<object | null> {
  const standings = /^standings\/(now|\d{4}-\d{2}-\d{2})$/.exec(endpoint)
  if (standings?.[1]) return nhl.standings(standings[1] === 'now' ? nhl.today : standings[1])
  const schedule = /^schedule\/(\d{4}-\d{2}-\d{2})$/.exec(endpoint)
  if (schedule?.[1]) return nhl.schedule(schedule[1])
  const score = /^score\/(\d{4}-\d{2}-\d{2})$/.exec(endpoint)
  if (score?.[1]) return nhl.score(score[1])
  const box = /^gamecenter\/(\d{1,10})\/boxscore$/.exec(endpoint)
  if (box?.[1]) return nhl.boxScore(Number(box[1]))
  const roster = /^roster\/([A-Z]{3})\/(?:current|\d{8})$/.exec(endpoint)
  if (roster?.[1]) return nhl.roster(roster[1])
  const landing = /^player\/(\d{1,9})\/landing$/.exec(endpoint)
  if (landing?.[1]) return nhl.landing(Number(landing[1]))
  const report = /^(skater|goalie)\/summary$/.exec(endpoint)
  const kind = report?.[1] === 'skater' ? 'skater' : 'goalie'
  const days = daysOfFilter(query.get('cayenneExp'))
  if (report && days && query.get('isGame') === 'true') return reportPage(nhl.report(kind, ...days), query)
  const season = seasonOfFilter(query.get('cayenneExp'))
  if (report && season && query.get('isGame') === 'false')
    return reportPage(await nhl.seasonReport(kind, season), query)
  if (endpoint === 'team') return reportPage(nhl.teams(), query)
  if (endpoint === 'season') return reportPage(nhl.seasons(), query)
  return null
}

const DEFAULT_ROWS = 25
/** What the real one gives at most, even for a higher limit. */
const MOST_ROWS = 10_000

/** The game dates of a report's filter; null for another filter, which the importer never uses. */
function daysOfFilter(filter: string | null): readonly [from: LeagueDay, through: LeagueDay] | null {
  const dayFilter = /^gameTypeId=2 and gameDate>="(\d{4}-\d{2}-\d{2})" and gameDate<="(\d{4}-\d{2}-\d{2}) 23:59:59"$/
  const [, from, through] = dayFilter.exec(filter ?? '') ?? []
  return from && through ? [from, through] : null
}

/** The season of a report's filter; null for another filter. */
const seasonOfFilter = (filter: string | null): number | null =>
  Number(/^gameTypeId=2 and seasonId=(\d{8})$/.exec(filter ?? '')?.[1]) || null

/** The requested part of the rows, in the requested order. */
function reportPage(all: readonly object[], query: URLSearchParams): { data: object[]; total: number } {
  const limit = Number(query.get('limit') ?? DEFAULT_ROWS)
  const start = Number(query.get('start') ?? 0)
  const rows = sorted(all, query.get('sort')).slice(0, MOST_ROWS)
  return { data: rows.slice(start, start + (limit < 0 ? MOST_ROWS : limit)), total: rows.length }
}

function sorted(rows: readonly object[], sort: string | null): object[] {
  const order: unknown = JSON.parse(sort ?? '[]')
  const properties = Array.isArray(order) ? order.map((each: unknown) => read(each, 'property')) : []
  return [...rows].sort((one, other) => {
    for (const property of properties) {
      const [a, b] = [read(one, String(property)), read(other, String(property))]
      if (a !== b) return isBefore(a, b) ? -1 : 1
    }
    return 0
  })
}

const read = (from: unknown, property: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, property) : undefined

const isBefore = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' && typeof other === 'number' ? one < other : String(one) < String(other)
