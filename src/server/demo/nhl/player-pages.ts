import { type Position, positionGroup } from '#rules/positions'
import type { SimGame, SimGoalieLine, SimSkaterLine } from '../simulation/game.ts'
import { daysFrom } from '../simulation/game-calendar.ts'
import { clubs, type SimPlayer } from '../simulation/players.ts'
import type { SimSeason } from '../simulation/season.ts'
import type { GameOfDay } from './game-week.ts'

/** The NHL has one code for both sides of the defence: which side a defender plays follows from `shootsCatches`. */
const positionCode = (position: Position): string => ({ LW: 'L', C: 'C', RW: 'R', LD: 'D', RD: 'D', G: 'G' })[position]

export interface Totals {
  gamesPlayed: number
  goals: number
  assists: number
  powerPlayGoals: number
  shorthandedGoals: number
  gameWinningGoals: number
  wins: number
  otLosses: number
  shutouts: number
  toiSeconds: number
}

const none = (): Totals => ({
  gamesPlayed: 0,
  goals: 0,
  assists: 0,
  powerPlayGoals: 0,
  shorthandedGoals: 0,
  gameWinningGoals: 0,
  wins: 0,
  otLosses: 0,
  shutouts: 0,
  toiSeconds: 0,
})

/** Everybody's sums of a season that is over. */
export function seasonTotals(season: SimSeason): Map<number, Totals> {
  const totals = new Map<number, Totals>()
  for (const day of daysFrom(season.firstDay, season.lastDay)) {
    for (const game of season.played(day)) addGame(totals, game)
  }
  return totals
}

export function addGame(totals: Map<number, Totals>, { home, away }: SimGame): void {
  for (const line of [...home.lines, ...away.lines]) {
    const sum = totals.get(line.playerId) ?? none()
    totals.set(line.playerId, sum)
    sum.gamesPlayed++
    sum.goals += line.goals
    sum.assists += line.assists
    sum.toiSeconds += line.toiSeconds
    if (line.kind === 'skater') {
      sum.powerPlayGoals += line.powerPlayGoals
      sum.shorthandedGoals += line.shortHandedGoals
      sum.gameWinningGoals += line.gameWinningGoals
    } else {
      sum.wins += line.wins
      sum.otLosses += line.overtimeLosses
      sum.shutouts += line.shutouts
    }
  }
}

/** 3661 as "61:01" */
const minutesSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

/** /v1/player/{id}/landing, with the season that is over. */
export function landingAnswer(player: SimPlayer, season: SimSeason, totals: Totals | undefined) {
  const { toiSeconds, wins, otLosses, shutouts, ...sums } = totals ?? none()
  const { powerPlayGoals, shorthandedGoals, gameWinningGoals, ...common } = sums
  const ofPosition =
    player.position === 'G'
      ? { ...common, wins, otLosses, shutouts, timeOnIce: minutesSeconds(toiSeconds) }
      : {
          ...common,
          powerPlayGoals,
          shorthandedGoals,
          gameWinningGoals,
          avgToi: minutesSeconds(Math.round(toiSeconds / sums.gamesPlayed)),
        }
  const row = {
    season: season.id,
    gameTypeId: 2,
    leagueAbbrev: 'NHL',
    sequence: 1,
    teamName: { default: clubs.find(({ abbrev }) => abbrev === player.club)?.name ?? player.club },
    ...ofPosition,
  }
  return {
    playerId: player.id,
    isActive: true,
    currentTeamAbbrev: player.club,
    firstName: { default: player.firstName },
    lastName: { default: player.lastName },
    position: positionCode(player.position),
    shootsCatches: player.shoots,
    seasonTotals: totals ? [row] : [],
  }
}

const spot = (player: SimPlayer) => ({
  id: player.id,
  firstName: { default: player.firstName },
  lastName: { default: player.lastName },
  positionCode: positionCode(player.position),
  shootsCatches: player.shoots,
})

/** /v1/roster/{team}/current */
export function rosterAnswer(club: string, players: Iterable<SimPlayer>) {
  const own = [...players].filter((player) => player.club === club)
  const group = (name: ReturnType<typeof positionGroup>) =>
    own.filter(({ position }) => positionGroup(position) === name).map(spot)
  return { forwards: group('forward'), defensemen: group('defender'), goalies: group('goalie') }
}

type Line = SimSkaterLine | SimGoalieLine

/** A row of skater/summary or goalie/summary by game. */
export type ReportRow = Readonly<Record<string, string | number | null>>

const common = ({ fixture }: GameOfDay, side: 'home' | 'away', line: Line, player: SimPlayer) => ({
  gameId: fixture.id,
  gameDate: fixture.date,
  playerId: player.id,
  lastName: player.lastName,
  teamAbbrev: fixture[side].abbrev,
  opponentTeamAbbrev: fixture[side === 'home' ? 'away' : 'home'].abbrev,
  homeRoad: side === 'home' ? 'H' : 'R',
  shootsCatches: player.shoots,
  gamesPlayed: 1,
  goals: line.goals,
  assists: line.assists,
  points: line.goals + line.assists,
})

const skaterRow = (played: GameOfDay, side: 'home' | 'away', line: SimSkaterLine, player: SimPlayer) => ({
  ...common(played, side, line, player),
  skaterFullName: `${player.firstName} ${player.lastName}`,
  positionCode: positionCode(player.position),
  evGoals: line.goals - line.powerPlayGoals - line.shortHandedGoals,
  ppGoals: line.powerPlayGoals,
  shGoals: line.shortHandedGoals,
  gameWinningGoals: line.gameWinningGoals,
  timeOnIcePerGame: line.toiSeconds,
})

const goalieRow = (played: GameOfDay, side: 'home' | 'away', line: SimGoalieLine, player: SimPlayer) => ({
  ...common(played, side, line, player),
  goalieFullName: `${player.firstName} ${player.lastName}`,
  gamesStarted: line.started ? 1 : 0,
  wins: line.wins,
  losses: line.losses,
  otLosses: line.overtimeLosses,
  ties: null,
  shutouts: line.shutouts,
  timeOnIce: line.toiSeconds,
})

/** Everybody's rows in the order in which the games are played. */
export function reportRows(
  report: 'skater' | 'goalie',
  played: readonly GameOfDay[],
  players: ReadonlyMap<number, SimPlayer>,
): ReportRow[] {
  return played.flatMap((one) =>
    (['home', 'away'] as const).flatMap((side) =>
      one.game[side].lines.flatMap((line): ReportRow[] => {
        const player = players.get(line.playerId)
        if (!player || line.kind !== report) return []
        return [line.kind === 'skater' ? skaterRow(one, side, line, player) : goalieRow(one, side, line, player)]
      }),
    ),
  )
}

/** Rows of the same reports by season. */
export function seasonRows(
  report: 'skater' | 'goalie',
  totals: ReadonlyMap<number, Totals>,
  players: ReadonlyMap<number, SimPlayer>,
): ReportRow[] {
  return [...totals].flatMap(([playerId, sum]): ReportRow[] => {
    const player = players.get(playerId)
    if (!player || (report === 'goalie') !== (player.position === 'G')) return []
    const { toiSeconds, wins, otLosses, shutouts, gamesPlayed, goals, assists } = sum
    const name = `${player.firstName} ${player.lastName}`
    const { club: teamAbbrevs, lastName, shoots: shootsCatches } = player
    const both = { playerId, teamAbbrevs, lastName, shootsCatches, gamesPlayed, goals, assists }
    if (report === 'goalie') return [{ ...both, goalieFullName: name, wins, otLosses, shutouts, timeOnIce: toiSeconds }]
    const { powerPlayGoals: ppGoals, shorthandedGoals: shGoals, gameWinningGoals } = sum
    const timeOnIcePerGame = toiSeconds / gamesPlayed
    const who = { skaterFullName: name, positionCode: positionCode(player.position) }
    return [{ ...both, ...who, ppGoals, shGoals, gameWinningGoals, timeOnIcePerGame }]
  })
}
