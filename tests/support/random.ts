import { expect } from 'vitest'
import type { Dice } from '#rules/dice'

/** Mulberry32: the same throws for the same seed, everywhere. */
export const seededDice = (seed: number): Dice => {
  let state = seed >>> 0
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * sides)
  }
}

/** One of the items. */
export const oneOf = <T>(items: readonly T[], dice: Dice): T => {
  const item = items[dice(items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** From `least` to `most`, both included. */
export const between = (least: number, most: number, dice: Dice): number => least + dice(most - least + 1)

/** Many random cases take a second or two, and much longer on a machine that has other work. */
export const SLOW = { timeout: 60_000 } as const

/** Runs a check on so many random cases; a failure names the seed, and `SEED=n` runs that case alone. */
export const forSeeds = (cases: number, check: (dice: Dice) => void): void => {
  const single = process.env.SEED
  const seeds = single ? [Number(single)] : Array.from({ length: cases }, (_, index) => index + 1)
  for (const seed of seeds) {
    try {
      check(seededDice(seed))
    } catch (error) {
      throw new Error(`seed ${seed} (run again with SEED=${seed}): ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    }
  }
}

/** Vitest's own comparison costs too much for millions of equal values, so it is asked only about the unequal. */
export const expectSame = (actual: unknown, expected: unknown): void => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected)
}

/** How far counts are from being all the same: Pearson's chi-square, with as many degrees of freedom as counts less one. */
export const chiSquare = (counts: readonly number[]): number => {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}
