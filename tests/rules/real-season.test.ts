import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { goaliePoints, skaterPoints } from '#rules/scoring'
import { readTable } from '#server/nhl/files/csv'

// The real season 2024-25 is beside the checkout or in NHL_DATA_DIR.
const folder = join(process.env.NHL_DATA_DIR ?? resolve(import.meta.dirname, '../../../shared/nhl'), 'season-2024-25')
const present = existsSync(folder)

const read = (file: string) => [...readTable(readFileSync(join(folder, file), 'utf8'), file, ['playerId'])]

const seasonPoints = () => {
  const points = new Map<number, number>()
  const add = (playerId: number, more: number): void => {
    points.set(playerId, (points.get(playerId) ?? 0) + more)
  }
  const skaters = read('skater_games_20242025.csv')
  for (const row of skaters) {
    const line = {
      goals: row.count('goals'),
      assists: row.count('assists'),
      powerPlayGoals: row.count('powerPlayGoals'),
      shortHandedGoals: row.count('shorthandedGoals'),
      gameWinningGoals: row.count('gameWinningGoals'),
    }
    add(row.count('playerId'), skaterPoints(line))
  }
  const goalies = read('goalie_games_20242025.csv')
  for (const row of goalies) {
    const line = {
      wins: row.optional('decision') === 'W' ? 1 : 0,
      overtimeLosses: row.optional('decision') === 'O' ? 1 : 0,
      shutouts: row.count('shutouts'),
      assists: row.count('assists'),
      goals: row.count('goals'),
    }
    add(row.count('playerId'), goaliePoints(line))
  }
  return { points, lines: skaters.length + goalies.length }
}

if (present) {
  describe('the real season 2024-25', () => {
    test('gives the pool points of all 1,023 players from 49,988 game lines', () => {
      const { points, lines } = seasonPoints()
      expect(lines).toBe(49_988)
      const players = [...read('skaters_20242025.csv'), ...read('goalies_20242025.csv')]
      const expected = new Map(players.map((row) => [row.count('playerId'), row.count('poolPoints')]))
      expect(expected.size).toBe(1_023)
      expect(points).toEqual(expected)
      expect(Math.max(...points.values())).toBe(185)
    })
  })
} else {
  test.skip(`the real season 2024-25: skipped, there is no ${folder} (set NHL_DATA_DIR)`)
}
