import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Instant, type LeagueDay, leagueDay } from '#rules/calendar'
import { goaliePoints, skaterPoints } from '#rules/scoring'
import { type GoalieGame, isOver, NHL_ZONE } from '#rules/tonight'
import type { ScoreSource, Scores } from '../../nhl/api/score-source.ts'
import {
  type ClubStanding,
  type FoundPlayer,
  type NhlSeason,
  type NhlSource,
  type SeasonPlayer,
  SourceHasNone,
  type SourceLine,
  type SourceLines,
  type SourcePlayer,
  type SourceSchedule,
  type SourceSums,
} from '../../nhl/source.ts'
import { standingsOfGames } from '../../nhl/standings-of-games.ts'
import type { NewClub } from '../../nhl/store/import-clubs.ts'
import type { PastSeason } from '../../nhl/store/import-players.ts'
import { type ImportedGame, noSums, type SeasonSums } from '../../nhl/store/lines.ts'
import type { ScoreGame } from '../../nhl/store/score-games.ts'
import type { SimGame, SimLine } from '../simulation/game.ts'
import { daysFrom } from '../simulation/game-calendar.ts'
import { clubs, type SimPlayer } from '../simulation/players.ts'
import { type DemoNhl, type DemoSeason, demoNhl, type SimSeason } from '../simulation/season.ts'
import { goaliesOf, scoreGame } from './game-clock.ts'
import { type GameOfDay, gamesOfDay, knownGame, linesOf, scheduledGames, stateAt } from './known-games.ts'

/** Of each club in a season. */
const GAMES = 82

type Totals = Map<number, SeasonSums>

const withLine = (sum: SeasonSums, line: SimLine): SeasonSums => ({
  ...sum,
  gamesPlayed: sum.gamesPlayed + 1,
  goals: sum.goals + line.goals,
  assists: sum.assists + line.assists,
  toiSeconds: sum.toiSeconds + line.toiSeconds,
  ...(line.kind === 'skater'
    ? {
        powerPlayGoals: sum.powerPlayGoals + line.powerPlayGoals,
        shortHandedGoals: sum.shortHandedGoals + line.shortHandedGoals,
        gameWinningGoals: sum.gameWinningGoals + line.gameWinningGoals,
      }
    : {
        wins: sum.wins + line.wins,
        overtimeLosses: sum.overtimeLosses + line.overtimeLosses,
        shutouts: sum.shutouts + line.shutouts,
      }),
})

function addGame(totals: Totals, { home, away }: SimGame): void {
  for (const line of [...home.lines, ...away.lines]) {
    totals.set(line.playerId, withLine(totals.get(line.playerId) ?? noSums, line))
  }
}

const sourcePlayer = ({ id, firstName, lastName, position }: SimPlayer): SourcePlayer => ({
  id,
  firstName,
  lastName,
  position,
  headshotUrl: null,
})

const pastSeason = ({ club, position }: SimPlayer, seasonId: number, sums: SeasonSums): PastSeason => ({
  seasonId,
  nhlTeam: club,
  points: (position === 'G' ? goaliePoints : skaterPoints)(sums),
  gamesPlayed: sums.gamesPlayed,
  teamGamesPlayed: GAMES,
  toiSeconds: sums.toiSeconds,
})

/**
 * What the simulated NHL knows at the time of its clock, as a source of statistics. Whatever plays many games gives way
 * after each day of them: the server that simulates the NHL has members waiting.
 */
export class SimulatedNhl implements NhlSource, ScoreSource {
  readonly name = 'the NHL'
  readonly #nhl: DemoNhl
  readonly #clock: () => Date
  readonly #players: ReadonlyMap<number, SimPlayer>
  readonly #offRosters: ReadonlySet<number>
  #lastSeason: Totals | null = null

  /** `offRosters`: players on no current roster, as the injured are. */
  constructor(nhl: DemoNhl, clock: () => Date, offRosters: ReadonlySet<number> = new Set()) {
    this.#nhl = nhl
    this.#clock = clock
    this.#offRosters = offRosters
    this.#players = new Map(nhl.players.map((player) => [player.id, player]))
  }

  get #now(): Instant {
    return this.#clock().getTime()
  }

  get #today(): LeagueDay {
    return leagueDay(this.#now, NHL_ZONE)
  }

  async seasons(): Promise<NhlSeason[]> {
    const { lastSeason, season } = this.#nhl
    return [lastSeason, season].map(({ id, firstDay, lastDay }) => ({ id, firstDay, lastDay, games: GAMES }))
  }

  async seasonGames(seasonId: number): Promise<number | null> {
    return this.#season(seasonId) ? GAMES : null
  }

  async standings(at: LeagueDay | 'now'): Promise<ClubStanding[]> {
    const day = at === 'now' ? this.#today : at
    const season = this.#seasonOf(day)
    const places = standingsOfGames(clubs, await this.#scheduled(season, season.firstDay, day))
    return clubs.flatMap(({ abbrev, name, conference, division }) => {
      const place = places.get(abbrev)
      const club = { abbrev, longName: name, conference, division, logoUrl: null, seasonId: season.id }
      return place ? [{ ...club, ...place }] : []
    })
  }

  async clubs(): Promise<NewClub[]> {
    return clubs.map(({ abbrev, name }) => ({ abbrev, longName: name }))
  }

  async schedule(seasonId: number, from: LeagueDay, through: LeagueDay): Promise<SourceSchedule> {
    const season = this.#season(seasonId)
    return { games: season ? await this.#scheduled(season, from, through) : [], odd: [], unread: [] }
  }

  async lines(from: LeagueDay, through: LeagueDay): Promise<SourceLines> {
    const lines: SourceLine[] = []
    for (const day of this.#played(from, through)) {
      for (const line of this.#playedOn(day).flatMap(linesOf)) {
        const player = this.#players.get(line.playerId)
        if (player) lines.push({ day, line, player: sourcePlayer(player) })
      }
      await nextTurn()
    }
    return { lines, odd: [] }
  }

  async roster(club: string): Promise<SourcePlayer[]> {
    await nextTurn()
    return this.#nhl.players
      .filter((player) => player.club === club && !this.#offRosters.has(player.id))
      .map(sourcePlayer)
  }

  async player(playerId: number): Promise<FoundPlayer> {
    await nextTurn()
    const endpoint = `player/${playerId}/landing`
    const player = this.#players.get(playerId)
    if (!player) throw new SourceHasNone(`${endpoint}: there is no such thing.`, endpoint)
    const sums = this.#lastTotals.get(playerId)
    const seasons = sums ? [pastSeason(player, this.#nhl.lastSeason.id, sums)] : []
    return { ...sourcePlayer(player), nhlTeam: player.club, career: { headshotUrl: null, seasons, isWhole: true } }
  }

  async playersOf(seasonId: number): Promise<SeasonPlayer[]> {
    return (await this.#totals(seasonId)).map(([player, sums]) => ({
      player: sourcePlayer(player),
      season: pastSeason(player, seasonId, sums),
    }))
  }

  async sums(seasonId: number): Promise<SourceSums[]> {
    return (await this.#totals(seasonId)).map(([{ id, firstName, lastName, club }, sums]) => ({
      ...sums,
      playerId: id,
      name: `${firstName} ${lastName}`,
      clubs: [club],
    }))
  }

  async scores(day: LeagueDay, seasonId: number): Promise<Scores> {
    await nextTurn()
    return { games: this.#seasonOf(day).id === seasonId ? this.scoresOf(day) : [], odd: [] }
  }

  /** The score page of a day. */
  scoresOf(day: LeagueDay): ScoreGame[] {
    return gamesOfDay(this.#seasonOf(day), day).map((game) => scoreGame(game, this.#now))
  }

  async goalies(gameId: number): Promise<GoalieGame[]> {
    await nextTurn()
    const endpoint = `gamecenter/${gameId}/boxscore`
    const known = this.goaliesOf(gameId)
    if (!known) throw new SourceHasNone(`${endpoint}: there is no such thing.`, endpoint)
    return known
  }

  /** Null for a game that is not over, or does not exist. */
  goaliesOf(gameId: number): GoalieGame[] | null {
    const { season, lastSeason } = this.#nhl
    for (const each of [season, lastSeason]) {
      const day = each.fixtures.find(({ id }) => id === gameId)?.date
      const found = day && gamesOfDay(each, day).find(({ fixture }) => fixture.id === gameId)
      if (found) return goaliesOf(found, this.#now)
    }
    return null
  }

  #season(seasonId: number): SimSeason | undefined {
    return [this.#nhl.lastSeason, this.#nhl.season].find(({ id }) => id === seasonId)
  }

  #seasonOf(day: LeagueDay): SimSeason {
    return day < this.#nhl.season.firstDay ? this.#nhl.lastSeason : this.#nhl.season
  }

  async #scheduled(season: SimSeason, from: LeagueDay, through: LeagueDay): Promise<ImportedGame[]> {
    const games: ImportedGame[] = []
    const last = through < season.lastDay ? through : season.lastDay
    for (const day of daysFrom(from > season.firstDay ? from : season.firstDay, last)) {
      games.push(...scheduledGames(season, day, this.#now))
      await nextTurn()
    }
    return games
  }

  /** The days on which games may be over by now. */
  #played(from: LeagueDay, through: LeagueDay): LeagueDay[] {
    return daysFrom(from, through < this.#today ? through : this.#today)
  }

  /** The games of the day that are over, as they are known. */
  #playedOn(day: LeagueDay): GameOfDay[] {
    return gamesOfDay(this.#seasonOf(day), day).flatMap(({ fixture, game }) =>
      isOver(stateAt(fixture, this.#now)) ? [{ fixture, game: knownGame(fixture, game, this.#now) }] : [],
    )
  }

  /** Of the season that is over, played without a pause: a player's page needs it at once. */
  get #lastTotals(): Totals {
    if (this.#lastSeason) return this.#lastSeason
    const { firstDay, lastDay, played } = this.#nhl.lastSeason
    const totals: Totals = new Map()
    for (const day of daysFrom(firstDay, lastDay)) for (const game of played(day)) addGame(totals, game)
    this.#lastSeason = totals
    return totals
  }

  /** Everybody's sums of the games that are over; of last season those of the players' pages. */
  async #totals(seasonId: number): Promise<[SimPlayer, SeasonSums][]> {
    const { season, lastSeason } = this.#nhl
    const totals: Totals = seasonId === lastSeason.id ? this.#lastTotals : new Map()
    if (seasonId === season.id) {
      for (const day of this.#played(season.firstDay, season.lastDay)) {
        for (const { game } of this.#playedOn(day)) addGame(totals, game)
        await nextTurn()
      }
    }
    return [...totals].flatMap(([id, sums]): [SimPlayer, SeasonSums][] => {
      const player = this.#players.get(id)
      return player ? [[player, sums]] : []
    })
  }
}

/** As it is at the time of the clock. */
export const simulatedNhl = (of: DemoSeason, clock: () => Date): SimulatedNhl => new SimulatedNhl(demoNhl(of), clock)
