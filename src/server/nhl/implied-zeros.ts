import { fieldOf } from './read-answer.ts'

/** Counts of a row that together cannot be more than another one. */
interface Share {
  readonly parts: readonly string[]
  readonly whole: string
}

const SHARES: readonly Share[] = [
  { parts: ['goals', 'assists'], whole: 'points' },
  { parts: ['evGoals', 'ppGoals', 'shGoals'], whole: 'goals' },
  { parts: ['gameWinningGoals'], whole: 'goals' },
  // A goalie has one decision in a game at most.
  { parts: ['wins', 'losses', 'otLosses'], whole: 'gamesPlayed' },
]

const countOf = (row: unknown, name: string): number | null => {
  const value = fieldOf(row, name)
  return typeof value === 'number' ? value : null
}

const withZeros = (row: object, names: readonly string[]): object => ({
  ...row,
  ...Object.fromEntries(names.filter((name) => fieldOf(row, name) === null).map((name) => [name, 0])),
})

/**
 * The reports have null where nothing was counted: in `ties` always, in other counts at times. Such a count is 0 where the
 * rest of the row leaves nothing for it; elsewhere it stays null, and the row does not fit.
 */
export function impliedZeros(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row
  const read = SHARES.reduce((now, { parts, whole }) => {
    const counted = parts.reduce((sum, name) => sum + (countOf(now, name) ?? 0), 0)
    return countOf(now, whole) === counted ? withZeros(now, parts) : now
  }, row)
  const concedes = countOf(read, 'gamesPlayed') === 1 && (countOf(read, 'goalsAgainst') ?? 0) > 0
  return concedes ? withZeros(read, ['shutouts']) : read
}
