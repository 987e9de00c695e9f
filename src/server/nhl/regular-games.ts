import { fieldOf } from './read-answer.ts'

/** A game's number: four digits for the year in which its season began, two for its kind, four that count. */
const NUMBER = /^(\d{4})(\d{2})\d{4}$/
/** Of a kind: preseason and playoffs are 1 and 3, others are exhibitions. */
const REGULAR = 2

export const gameNumberOf = (game: unknown): number | null => {
  const id = fieldOf(game, 'id')
  return typeof id === 'number' && NUMBER.test(String(id)) ? id : null
}

/**
 * Whether a game of the schedule or of the score page may be one of the season's, before anything else of it is read: only
 * what says that it is not is passed over.
 */
export function mayBeOfSeason(game: unknown, seasonId: number): boolean {
  const [kind, season] = [fieldOf(game, 'gameType'), fieldOf(game, 'season')]
  const [, year, ofNumber] = NUMBER.exec(String(gameNumberOf(game))) ?? []
  if (Number.isInteger(kind) ? kind !== REGULAR : ofNumber !== undefined && Number(ofNumber) !== REGULAR) return false
  if (Number.isInteger(season)) return season === seasonId
  return year === undefined || Number(year) === Math.floor(seasonId / 10_000)
}
