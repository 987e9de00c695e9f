import { positionOf } from './positions.ts'
import type { GoalieGame, SkaterGame } from './schemas.ts'
import type { SourceLine, SourcePlayer } from './source.ts'

/** "Tage Thompson", "Thompson" */
export function names(fullName: string, lastName: string): Pick<SourcePlayer, 'firstName' | 'lastName'> {
  const ends = fullName.endsWith(` ${lastName}`)
  return { firstName: ends ? fullName.slice(0, -lastName.length - 1) : '', lastName: ends ? lastName : fullName }
}

/** A game dressed but never on the ice is not a game played. */
const played = (row: { gamesPlayed: number }, seconds: number): boolean => row.gamesPlayed > 0 && seconds > 0

export const skaterLines = (rows: readonly SkaterGame[]): SourceLine[] =>
  rows
    .filter((row) => played(row, row.timeOnIcePerGame))
    .map((row) => ({
      day: row.gameDate,
      line: {
        kind: 'skater',
        gameId: row.gameId,
        playerId: row.playerId,
        nhlTeam: row.teamAbbrev,
        toiSeconds: Math.round(row.timeOnIcePerGame),
        goals: row.goals,
        assists: row.assists,
        powerPlayGoals: row.ppGoals,
        shortHandedGoals: row.shGoals,
        gameWinningGoals: row.gameWinningGoals,
      },
      player: {
        id: row.playerId,
        ...names(row.skaterFullName, row.lastName),
        position: positionOf('skater/summary', row.positionCode, row.shootsCatches),
        headshotUrl: null,
      },
    }))

export const goalieLines = (rows: readonly GoalieGame[]): SourceLine[] =>
  rows
    .filter((row) => played(row, row.timeOnIce))
    .map((row) => ({
      day: row.gameDate,
      line: {
        kind: 'goalie',
        gameId: row.gameId,
        playerId: row.playerId,
        nhlTeam: row.teamAbbrev,
        toiSeconds: Math.round(row.timeOnIce),
        goals: row.goals,
        assists: row.assists,
        wins: row.wins,
        // Shoot-outs lost are among them.
        overtimeLosses: row.otLosses,
        shutouts: row.shutouts,
      },
      player: {
        id: row.playerId,
        ...names(row.goalieFullName, row.lastName),
        position: 'G',
        headshotUrl: null,
      },
    }))
