import { expect, test } from 'vitest'
import { createSequence, shuffle, shuffleRound } from '#rules/pick-sequence'
import { chiSquare, seededDice } from '../support/random.ts'

// Bounds of chi-square that fair dice stay below in 9,999 of 10,000 series. The seeds are fixed, so every run is the same.
const BOUND = { 5: 26.3, 23: 57.3, 77: 132.0 }

const count = (throws: number, draw: () => string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (let thrown = 0; thrown < throws; thrown++) {
    const drawn = draw()
    counts.set(drawn, (counts.get(drawn) ?? 0) + 1)
  }
  return counts
}

test.each([1, 2, 3])('all 24 orders of four are equally likely (seed %d)', (seed) => {
  const dice = seededDice(seed)
  const counts = count(24_000, () => shuffle([1, 2, 3, 4], dice).join(''))
  expect(counts.size).toBe(24)
  expect(chiSquare([...counts.values()])).toBeLessThan(BOUND[23])
})

test.each([1, 2, 3])(
  'all 78 orders of five that the rule allows are equally likely, and no other occurs (seed %d)',
  (seed) => {
    const dice = seededDice(seed)
    const counts = count(39_000, () => shuffleRound([1, 2, 3, 4, 5], { notFirst: 1, notLast: 5 }, dice).join(''))
    expect([...counts.keys()].filter((order) => order.startsWith('1') || order.endsWith('5'))).toEqual([])
    expect(counts.size).toBe(78)
    expect(chiSquare([...counts.values()])).toBeLessThan(BOUND[77])
  },
)

test.each([1, 2, 3])(
  'every team has the same chance of the first pick, and of the last of round three (seed %d)',
  (seed) => {
    const dice = seededDice(seed)
    const ends = Array.from({ length: 6_000 }, () => {
      const { entries } = createSequence([1, 2, 3, 4, 5, 6], new Set(), dice, 3)
      return { first: entries[0]?.teamId, last: entries.at(-1)?.teamId }
    })
    for (const end of ['first', 'last'] as const) {
      const counts = [1, 2, 3, 4, 5, 6].map((team) => ends.filter((each) => each[end] === team).length)
      expect(chiSquare(counts)).toBeLessThan(BOUND[5])
    }
  },
)
