import { expect, test } from 'vitest'
import { type GameLine, gamePoints } from '#rules/scoring'
import { seededDice } from '../support/random.ts'
import { print } from './figures.ts'

// A season has about 47,000 lines of skaters and 2,800 of goalies.
const SKATER_LINES = 47_224
const GOALIE_LINES = 2_764
const LIMIT = 3

const season = (): GameLine[] => {
  const dice = seededDice(1)
  const skaters = Array.from(
    { length: SKATER_LINES },
    (): GameLine => ({
      kind: 'skater',
      goals: dice(3),
      assists: dice(3),
      powerPlayGoals: dice(2),
      shortHandedGoals: dice(2),
      gameWinningGoals: dice(2),
    }),
  )
  const goalies = Array.from(
    { length: GOALIE_LINES },
    (): GameLine => ({
      kind: 'goalie',
      wins: dice(2),
      overtimeLosses: dice(2),
      shutouts: dice(2),
      assists: dice(2),
      goals: dice(2),
    }),
  )
  return [...skaters, ...goalies]
}

/** The same columns read and added, with no rule applied. */
const sumColumns = (lines: readonly GameLine[]): number => {
  let sum = 0
  for (const line of lines) {
    sum +=
      line.kind === 'goalie'
        ? line.wins + line.overtimeLosses + line.shutouts + line.assists + line.goals
        : line.goals + line.assists + line.powerPlayGoals + line.shortHandedGoals + line.gameWinningGoals
  }
  return sum
}

test(`scoring a season takes at most ${LIMIT} times as long as adding up its columns`, () => {
  const lines = season()
  // Only the best of many runs says what the code costs: other work on the machine can but slow a run down.
  const best = { rules: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY }
  let checked = 0
  for (let run = 0; run < 60; run++) {
    const start = performance.now()
    for (const line of lines) checked += gamePoints(line)
    const middle = performance.now()
    checked += sumColumns(lines)
    best.rules = Math.min(best.rules, middle - start)
    best.columns = Math.min(best.columns, performance.now() - middle)
  }
  const ratio = best.rules / best.columns
  print(`Scoring ${lines.length} lines, best of 60`, [
    `${best.rules.toFixed(2)} ms  by the rules`,
    `${best.columns.toFixed(2)} ms  a plain loop over the same columns`,
    `${ratio.toFixed(2)}  ratio (at most ${LIMIT})`,
  ])
  expect(checked).toBeGreaterThan(0)
  expect(ratio).toBeLessThan(LIMIT)
})
