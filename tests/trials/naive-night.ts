import type { RosterItem } from '#contract/roster'
import type { Team } from '#contract/stats'
import type { Tonight } from '#contract/tonight'
import { addDays, type Instant, type LeagueDay, leagueDay } from '#rules/calendar'
import { SimulatedNhl } from '#server/demo/nhl/simulated-nhl'
import type { SimGame, SimLine } from '#server/demo/simulation/game'
import { type Fixture, startOf } from '#server/demo/simulation/game-calendar'
import {
  correctedAt,
  correctedGame,
  correctedLateAt,
  type DemoNhl,
  lateCorrectedGame,
} from '#server/demo/simulation/season'
import type { ScoreGame } from '#server/nhl/store/score-games'
import type { Tables } from '../support/recompute.ts'

// What a server must show of a night, counted from what the simulated NHL has played: no SQL, and no rule of the app's.

/** Of one game, by player; who has none is not in it. */
type Points = ReadonlyMap<number, number>
type Games = ReadonlyMap<number, Points>

/** What is known of each game: by the last official update, by its reports, and by the score page. */
export interface Known {
  readonly official: Games
  readonly reported: Games
  readonly told: Games
}

/** What a server has answered at one moment. */
export interface Seen {
  readonly night: Tonight
  readonly standings: readonly Team[]
  readonly roster: { readonly teamId: number; readonly items: readonly RosterItem[] }
}

const NOBODY: Points = new Map()
const DAYS_READ_AGAIN = 3

const pointsOf = (line: SimLine, isDecided: boolean): number => {
  if (line.kind === 'skater') {
    const { goals, assists, powerPlayGoals, shortHandedGoals, gameWinningGoals } = line
    return 2 * goals + assists + powerPlayGoals + 2 * shortHandedGoals + gameWinningGoals
  }
  const made = 10 * line.goals + 2 * line.assists
  return isDecided ? made + 2 * line.wins + line.overtimeLosses + 5 * line.shutouts : made
}

/** `isDecided`: it is known who was in goal. */
const pointsOfGame = (game: SimGame, isDecided: boolean): Points =>
  new Map([...game.home.lines, ...game.away.lines].map((line) => [line.playerId, pointsOf(line, isDecided)]))

const cents = (amount: number): number => Math.round(amount * 100)

export class NaiveNight {
  readonly #nhl: DemoNhl
  readonly #tables: Tables
  readonly #goalies: ReadonlySet<number>
  readonly #fixtures: ReadonlyMap<number, Fixture>
  readonly #held: ReadonlyMap<number, Tables['entries'][number]>
  readonly #byTeam = new WeakMap<Points, ReadonlyMap<number, number>>()

  /** `tables`: of the league before the night; what had been official by then is the beginning. */
  constructor(nhl: DemoNhl, tables: Tables) {
    this.#nhl = nhl
    this.#tables = tables
    this.#goalies = new Set(nhl.players.filter(({ position }) => position === 'G').map(({ id }) => id))
    this.#held = new Map(tables.entries.flatMap((entry) => (entry.soldAt === null ? [[entry.playerId, entry]] : [])))
    this.#fixtures = new Map(nhl.season.fixtures.map((fixture) => [fixture.id, fixture]))
  }

  get before(): Known {
    const official = new Map<number, Map<number, number>>()
    for (const { gameId, playerId, points } of this.#tables.lines) {
      const game = official.get(gameId) ?? new Map<number, number>()
      official.set(gameId, game.set(playerId, points))
    }
    return { official, reported: official, told: new Map() }
  }

  #page(day: LeagueDay, at: Instant): readonly ScoreGame[] {
    return new SimulatedNhl(this.#nhl, () => new Date(at)).scoresOf(day)
  }

  /** Goals that count at that time, by game. */
  goals(day: LeagueDay, at: Instant): ReadonlyMap<number, number> {
    return new Map(this.#page(day, at).map(({ id, goals }) => [id, goals.length]))
  }

  #games(day: LeagueDay, at: Instant): { fixture: Fixture; game: SimGame }[] {
    return this.#nhl.season.played(day).flatMap((played) => {
      const fixture = this.#fixtures.get(played.id)
      if (!fixture) return []
      const late = correctedLateAt(fixture) <= at ? lateCorrectedGame(played) : null
      const game = late ?? (correctedAt(fixture) <= at ? correctedGame(played) : null) ?? played
      return [{ fixture, game }]
    })
  }

  /** The score page of the day is read, and the box scores of games that are over, or not yet. */
  poll(known: Known, day: LeagueDay, at: Instant, isDecided = true): Known {
    const told = new Map(known.told)
    const ended = new Map(this.#games(day, at).map(({ fixture, game }) => [fixture.id, game]))
    for (const { id, state, goals } of this.#page(day, at)) {
      const game = ended.get(id)
      if (game && ['OVER', 'FINAL', 'OFF'].includes(state)) told.set(id, pointsOfGame(game, isDecided))
      else told.set(id, this.#pointsOfGoals(goals))
    }
    return { ...known, told }
  }

  #pointsOfGoals(goals: ScoreGame['goals']): Points {
    const points = new Map<number, number>()
    const add = (id: number, asSkater: number, asGoalie: number) =>
      points.set(id, (points.get(id) ?? 0) + (this.#goalies.has(id) ? asGoalie : asSkater))
    for (const { scorer, assists, strength } of goals) {
      add(scorer, { ev: 2, pp: 3, sh: 4 }[strength], 10)
      for (const assist of assists) add(assist, 1, 2)
    }
    return points
  }

  /** The reports of the last days are read: all that is over by then. */
  import(known: Known, at: Instant): Known {
    const reported = new Map(known.reported)
    const today = leagueDay(at, 'America/New_York')
    for (let back = 0; back <= DAYS_READ_AGAIN; back += 1) {
      for (const { fixture, game } of this.#games(addDays(today, -back), at)) {
        // Minutes until the reports have it.
        if (startOf(fixture).getTime() + 155 * 60_000 <= at) reported.set(fixture.id, pointsOfGame(game, true))
      }
    }
    return { ...known, reported }
  }

  publish(known: Known): Known {
    return { ...known, official: known.reported }
  }

  #shown({ reported, told }: Known, gameId: number): Points {
    return reported.get(gameId) ?? told.get(gameId) ?? NOBODY
  }

  #isDressed(entryId: number, at: Instant): boolean {
    return !this.#tables.scratched.some(
      (each) =>
        each.entryId === entryId &&
        each.scratchedAt.getTime() <= at &&
        (each.dressedAt === null || at < each.dressedAt.getTime()),
    )
  }

  /** Whose points count for which team, and how many those are. */
  #counted(gameId: number, points: Points): { teamId: number; playerId: number; made: number }[] {
    const fixture = this.#fixtures.get(gameId)
    return [...points].flatMap(([playerId, made]) => {
      const entry = this.#held.get(playerId)
      if (!entry || !fixture || !this.#isDressed(entry.id, startOf(fixture).getTime())) return []
      return [{ teamId: entry.teamId, playerId, made }]
    })
  }

  /** What a game brings each team. */
  #brought(gameId: number, points: Points): ReadonlyMap<number, number> {
    const known = this.#byTeam.get(points)
    if (known) return known
    const brought = new Map<number, number>()
    for (const { teamId, made } of this.#counted(gameId, points)) brought.set(teamId, (brought.get(teamId) ?? 0) + made)
    if (points !== NOBODY) this.#byTeam.set(points, brought)
    return brought
  }

  /** In cents. */
  #total(games: Games, teamId: number): number {
    const points = [...games].reduce((sum, [gameId, made]) => sum + (this.#brought(gameId, made).get(teamId) ?? 0), 0)
    return (this.#tables.cash.get(teamId) ?? 0) + 100 * points
  }

  /** What is wrong with what was seen, while the server knows one of these of each game; nothing if all is right. */
  faults({ night, standings, roster }: Seen, possible: readonly Known[]): string[] {
    const isOfficial = possible.some(({ official }) =>
      standings.every(({ id, totalScore }) => cents(totalScore ?? 0) === this.#total(official, id)),
    )
    return [
      ...(isOfficial ? [] : [`Standings: ${standings.map(({ id, totalScore }) => `${id} ${totalScore}`)}`]),
      ...this.#rosterFaults(roster, possible),
      ...this.#nightFaults(night, possible),
    ]
  }

  #rosterFaults({ teamId, items }: Seen['roster'], possible: readonly Known[]): string[] {
    const isRight = possible.some(({ official }) => {
      const sums = new Map<number, number>()
      for (const [gameId, points] of official) {
        for (const { playerId, made } of this.#counted(gameId, points)) {
          sums.set(playerId, (sums.get(playerId) ?? 0) + made)
        }
      }
      return items.every(({ player, rosterEntry }) => (rosterEntry.teamPoints ?? 0) === (sums.get(player.id) ?? 0))
    })
    return isRight ? [] : [`My Team ${teamId}: ${items.map((item) => item.rosterEntry.teamPoints)}`]
  }

  #nightFaults({ teams, lines, games }: Tonight, possible: readonly Known[]): string[] {
    const faults: string[] = []
    const isOfficial = possible.some(({ official }) =>
      teams.every(({ teamId, officialTotal }) => cents(officialTotal) === this.#total(official, teamId)),
    )
    if (!isOfficial) faults.push(`Official totals: ${teams.map((each) => `${each.teamId} ${each.officialTotal}`)}`)
    // Of each game of the night all lines are of one moment.
    const shown = new Map<number, Points>()
    for (const { id } of games) {
      const own = new Map(lines.flatMap((line) => (line.gameId === id ? [[line.playerId, line.points]] : [])))
      const found = possible.map((known) => this.#shown(known, id)).find((points) => isSame(points, own))
      if (!found) faults.push(`Game ${id}: ${[...own].filter(([, made]) => made).map((each) => each.join(' '))}`)
      shown.set(id, own)
    }
    const all = new Set(possible.flatMap(({ reported, told }) => [...reported.keys(), ...told.keys()]))
    for (const { teamId, total } of teams) {
      let sums = new Set([this.#tables.cash.get(teamId) ?? 0])
      for (const id of all) {
        const night = shown.get(id)
        const each = night ? [night] : possible.map((known) => this.#shown(known, id))
        const brought = new Set(each.map((points) => 100 * (this.#brought(id, points).get(teamId) ?? 0)))
        sums = new Set([...sums].flatMap((sum) => [...brought].map((more) => sum + more)))
      }
      if (!sums.has(cents(total))) faults.push(`Total of ${teamId}: ${total}, not ${[...sums].map((sum) => sum / 100)}`)
    }
    return faults
  }
}

/** Who has no points may be left out. */
function isSame(one: Points, other: Points): boolean {
  return [...one.keys(), ...other.keys()].every((id) => (one.get(id) ?? 0) === (other.get(id) ?? 0))
}
