import { clubs } from '../simulation/clubs.ts'
import type { SimGame } from '../simulation/lines.ts'
import { daysFrom } from '../simulation/mornings.ts'
import type { SimPlayer } from '../simulation/players.ts'
import type { SimSeason } from '../simulation/season.ts'
import { positionCode } from './position-code.ts'

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
