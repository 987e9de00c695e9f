import type { LeagueDay } from '#rules/calendar'
import type { ImportedGame } from '../store/subjects/lines.ts'
import type { SourceLine } from './source.ts'
import { SourceRefusal } from './source-error.ts'

/** Over, and the numbers are official; corrections may follow all the same. */
const isSettled = ({ state }: ImportedGame): boolean => state === 'OFF'
/** Over, with or without the official numbers. */
const isOver = (game: ImportedGame): boolean => isSettled(game) || game.state === 'FINAL' || game.state === 'OVER'
/** Not played on this day. */
const isCalledOff = ({ state }: ImportedGame): boolean => state === 'PPD' || state === 'CNCL'
const isAhead = (game: ImportedGame): boolean => isCalledOff(game) || game.state === 'FUT' || game.state === 'PRE'

/** Whether lines can be expected: a game has begun. */
export const hasBegun = (games: readonly ImportedGame[]): boolean => games.some((game) => !isAhead(game))

/** Nothing but corrections can follow. */
export const isDaySettled = (games: readonly ImportedGame[]): boolean =>
  games.every((game) => isSettled(game) || isCalledOff(game))

const gameOf = (game: ImportedGame) => `game ${game.id} (${game.away} at ${game.home})`

/** The lines of a day, each once; a day that cannot be whole is refused. */
export function checkDay(
  day: LeagueDay,
  games: readonly ImportedGame[],
  sourceLines: readonly SourceLine[],
): readonly SourceLine[] {
  const refuse = (why: string): never => {
    throw new SourceRefusal(`The lines of ${day} are not taken: ${why}.`)
  }
  const byId = new Map(games.map((game) => [game.id, game]))
  const lines = new Map<string, SourceLine>()
  /** Game and club, of skaters and of goalies. */
  const present = new Set<string>()
  for (const one of sourceLines) {
    const { line, player } = one
    const who = `${player.firstName} ${player.lastName}`.trim()
    const game = byId.get(line.gameId)
    if (!game) return refuse(`${who} played in game ${line.gameId}, which the schedule does not have on that day`)
    if (line.nhlTeam !== game.home && line.nhlTeam !== game.away) {
      return refuse(`${who} played for ${line.nhlTeam} in ${gameOf(game)}`)
    }
    const key = `${line.gameId} ${line.playerId}`
    const known = lines.get(key)
    if (known && JSON.stringify(known.line) !== JSON.stringify(line)) {
      return refuse(`${who} has two different lines in ${gameOf(game)}`)
    }
    lines.set(key, one)
    present.add(`${line.gameId} ${line.nhlTeam} ${line.kind}`)
  }
  if (lines.size === 0 && games.some(isOver)) {
    const over = games.filter(isOver).length
    return refuse(`${over === 1 ? 'a game is' : `${over} games are`} over, and there is not a single line`)
  }
  for (const game of games.filter(isSettled)) {
    for (const club of [game.home, game.away]) {
      for (const kind of ['skater', 'goalie']) {
        if (!present.has(`${game.id} ${club} ${kind}`)) {
          return refuse(`${gameOf(game)} is official and has no line of a ${kind} of ${club}`)
        }
      }
    }
  }
  return [...lines.values()]
}
