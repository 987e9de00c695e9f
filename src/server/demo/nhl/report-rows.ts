import type { Fixture } from '../simulation/game-calendar.ts'
import type { SimGame, SimGoalieLine, SimSkaterLine } from '../simulation/lines.ts'
import type { SimPlayer } from '../simulation/players.ts'
import type { Totals } from './landings.ts'
import { positionCode } from './position-code.ts'

export interface PlayedFixture {
  readonly fixture: Fixture
  readonly game: SimGame
}

type Line = SimSkaterLine | SimGoalieLine

/** A row of skater/summary or goalie/summary by game. */
export type ReportRow = Readonly<Record<string, string | number | null>>

const common = ({ fixture }: PlayedFixture, side: 'home' | 'away', line: Line, player: SimPlayer) => ({
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

export const skaterRow = (played: PlayedFixture, side: 'home' | 'away', line: SimSkaterLine, player: SimPlayer) => ({
  ...common(played, side, line, player),
  skaterFullName: `${player.firstName} ${player.lastName}`,
  positionCode: positionCode(player.position),
  evGoals: line.goals - line.powerPlayGoals - line.shortHandedGoals,
  ppGoals: line.powerPlayGoals,
  shGoals: line.shortHandedGoals,
  gameWinningGoals: line.gameWinningGoals,
  timeOnIcePerGame: line.toiSeconds,
})

export const goalieRow = (played: PlayedFixture, side: 'home' | 'away', line: SimGoalieLine, player: SimPlayer) => ({
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
  played: readonly PlayedFixture[],
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
