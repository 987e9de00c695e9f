import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { goaliePoints, skaterPoints } from '#rules/scoring'

// The real season 2024-25 is beside the checkout or in NHL_DATA_DIR.
const folder = join(process.env.NHL_DATA_DIR ?? resolve(import.meta.dirname, '../../../shared/nhl'), 'season-2024-25')
const present = existsSync(folder)

/** A cell with commas (several clubs) is quoted. */
const cellsOf = (line: string): string[] => line.match(/"[^"]*"|[^,]+|(?<=,|^)(?=,|$)/g) ?? []

const read = (file: string): ((column: string) => string)[] => {
  const [head = '', ...lines] = readFileSync(join(folder, file), 'utf8').trim().split(/\r?\n/)
  const columns = new Map(head.split(',').map((name, index) => [name, index]))
  return lines.map((line) => {
    const cells = cellsOf(line)
    return (column) => {
      const cell = cells[columns.get(column) ?? -1]
      if (cell === undefined) throw new Error(`${file} has no ${column} in: ${line}`)
      return cell
    }
  })
}

const number = (cell: string): number => {
  const value = Number(cell)
  if (cell === '' || !Number.isFinite(value)) throw new Error(`not a number: ${cell}`)
  return value
}

const seasonPoints = () => {
  const points = new Map<string, number>()
  const add = (playerId: string, more: number): void => {
    points.set(playerId, (points.get(playerId) ?? 0) + more)
  }
  const skaters = read('skater_games_20242025.csv')
  for (const cell of skaters) {
    const line = {
      goals: number(cell('goals')),
      assists: number(cell('assists')),
      powerPlayGoals: number(cell('powerPlayGoals')),
      shortHandedGoals: number(cell('shorthandedGoals')),
      gameWinningGoals: number(cell('gameWinningGoals')),
    }
    add(cell('playerId'), skaterPoints(line))
  }
  const goalies = read('goalie_games_20242025.csv')
  for (const cell of goalies) {
    const line = {
      wins: cell('decision') === 'W' ? 1 : 0,
      overtimeLosses: cell('decision') === 'O' ? 1 : 0,
      shutouts: number(cell('shutouts')),
      assists: number(cell('assists')),
      goals: number(cell('goals')),
    }
    add(cell('playerId'), goaliePoints(line))
  }
  return { points, lines: skaters.length + goalies.length }
}

if (present) {
  describe('the real season 2024-25', () => {
    test('gives the pool points of all 1,023 players from 49,988 game lines', () => {
      const { points, lines } = seasonPoints()
      expect(lines).toBe(49_988)
      const players = [...read('skaters_20242025.csv'), ...read('goalies_20242025.csv')]
      const expected = new Map(players.map((cell) => [cell('playerId'), number(cell('poolPoints'))]))
      expect(expected.size).toBe(1_023)
      expect(points).toEqual(expected)
      expect(Math.max(...points.values())).toBe(185)
    })
  })
} else {
  test.skip(`the real season 2024-25: skipped, there is no ${folder} (set NHL_DATA_DIR)`)
}
