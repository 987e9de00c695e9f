import type { LeagueDay } from '#rules/calendar'
import { fullName } from '#rules/names'
import { type SourceLine, type SourceLines, SourceRefusal, type SourceSchedule } from './source.ts'
import type { ImportedGame } from './store/lines.ts'

/** Over, and the numbers are official; corrections may follow all the same. */
const isSettled = ({ state }: ImportedGame): boolean => state === 'OFF'
/** Over, with or without the official numbers. */
const isOver = (game: ImportedGame): boolean => isSettled(game) || game.state === 'FINAL' || game.state === 'OVER'
/** Not played on this day. */
export const isCalledOff = ({ state }: ImportedGame): boolean => state === 'PPD' || state === 'CNCL'
const isAhead = (game: ImportedGame): boolean => isCalledOff(game) || game.state === 'FUT' || game.state === 'PRE'

/** Whether lines can be expected: a game has begun. */
export const hasBegun = (games: readonly ImportedGame[]): boolean => games.some((game) => !isAhead(game))

/** Nothing but corrections can follow. */
export const isDaySettled = (games: readonly ImportedGame[]): boolean =>
  games.every((game) => isSettled(game) || isCalledOff(game))

export const gameName = (game: Pick<ImportedGame, 'id' | 'home' | 'away'>): string =>
  `game ${game.id} (${game.away} at ${game.home})`

const nameOf = ({ player }: SourceLine): string => fullName(player)

export const strayWords = (one: SourceLine): string =>
  `${nameOf(one)} played in game ${one.line.gameId}, which the schedule does not have on that day`

export interface CheckedDay {
  /** Each once. */
  readonly lines: readonly SourceLine[]
  /** Games whose lines cannot be whole, with why; nothing of them is in the lines. */
  readonly aside: ReadonlyMap<ImportedGame, string>
}

/**
 * The lines of a day, game by game: one whose lines cannot be whole is set aside. The day is refused if each of its
 * games is, or if a line has no game and is not `expected` to be without one.
 */
export function checkDay(
  day: LeagueDay,
  games: readonly ImportedGame[],
  { lines: sourceLines, odd }: SourceLines,
  expected: (gameId: number | null) => boolean,
): CheckedDay {
  const refuse = (why: string): never => {
    throw new SourceRefusal(`The lines of ${day} are not taken: ${why}`)
  }
  const aside = new Map<ImportedGame, string>()
  const setAside = (game: ImportedGame, why: string) => {
    if (!aside.has(game)) aside.set(game, why)
  }
  const byId = new Map(games.map((game) => [game.id, game]))
  for (const { gameId, club, why } of odd) {
    const game = byId.get(gameId ?? 0) ?? games.find(({ home, away }) => club === home || club === away)
    if (game) setAside(game, why)
    else if (!expected(gameId)) return refuse(why)
  }
  const lines = new Map<string, SourceLine>()
  /** Game and club, of skaters and of goalies. */
  const present = new Set<string>()
  for (const one of sourceLines) {
    const { line } = one
    const game = byId.get(line.gameId)
    if (!game) {
      if (expected(line.gameId)) continue
      return refuse(`${strayWords(one)}.`)
    }
    if (line.nhlTeam !== game.home && line.nhlTeam !== game.away) {
      setAside(game, `${nameOf(one)} played for ${line.nhlTeam} in ${gameName(game)}.`)
    }
    const key = `${line.gameId} ${line.playerId}`
    const known = lines.get(key)
    if (known && JSON.stringify(known.line) !== JSON.stringify(line)) {
      setAside(game, `${nameOf(one)} has two different lines in ${gameName(game)}.`)
    }
    lines.set(key, one)
    present.add(`${line.gameId} ${line.nhlTeam} ${line.kind}`)
  }
  const over = games.filter(isOver).length
  if (lines.size === 0 && odd.length === 0 && over > 0) {
    return refuse(`${over === 1 ? 'a game is' : `${over} games are`} over, and there is not a single line.`)
  }
  for (const game of games.filter(isSettled)) {
    for (const club of [game.home, game.away]) {
      for (const kind of ['skater', 'goalie']) {
        if (present.has(`${game.id} ${club} ${kind}`)) continue
        setAside(game, `${gameName(game)} is official and has no line of a ${kind} of ${club}.`)
      }
    }
  }
  const [first] = aside.values()
  if (first !== undefined && games.filter((game) => !isAhead(game)).every((game) => aside.has(game)))
    return refuse(first)
  const isAside = ({ line }: SourceLine) => [...aside.keys()].some(({ id }) => id === line.gameId)
  return { lines: [...lines.values()].filter((one) => !isAside(one)), aside }
}

/** Where a schedule may lack games. */
type Gaps = Pick<SourceSchedule, 'odd' | 'unread'>

/** Not every game of the day could be read. */
export const hasGap = ({ odd, unread }: Gaps, day: LeagueDay): boolean =>
  odd.some((game) => game.day === day) || unread.some(({ from, through }) => from <= day && day <= through)

/** Whether a game of the day may be missing because it, or one without a number, could not be read. */
export const mayBeInGap = ({ odd, unread }: Gaps, day: LeagueDay, gameId: number | null): boolean =>
  odd.some((game) => (game.id === null ? game.day === day : game.id === gameId)) || hasGap({ odd: [], unread }, day)
