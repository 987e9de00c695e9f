import { expect } from 'vitest'
import type { Dice } from '#rules/pick-sequence'

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

/** The full suite's many random cases take minutes. */
export const SLOW = { timeout: 900_000 } as const

/** 20 in the quick suite, 2,000 in the full one; `SEED=n` runs that case alone. */
export const SEEDS: readonly number[] = process.env.SEED
  ? [Number(process.env.SEED)]
  : Array.from({ length: Number(process.env.TEST_SEEDS ?? 20) }, (_, index) => index + 1)

/** Runs a check on each random case; a failure names its seed. */
export const forSeeds = (check: (dice: Dice) => void): void => {
  for (const seed of SEEDS) {
    try {
      check(seededDice(seed))
    } catch (error) {
      throw ofSeed(seed, error)
    }
  }
}

/** The same for checks that wait, one after the other. */
export const forSeedsInTurn = async (check: (dice: Dice) => Promise<void>): Promise<void> => {
  for (const seed of SEEDS) {
    try {
      await check(seededDice(seed))
    } catch (error) {
      throw ofSeed(seed, error)
    }
  }
}

const ofSeed = (seed: number, error: unknown): Error =>
  new Error(`seed ${seed} (run again with SEED=${seed}): ${error instanceof Error ? error.message : error}`, {
    cause: error,
  })

/** Vitest's own comparison costs too much for millions of equal values, so it is asked only about the unequal. */
export const expectSame = (actual: unknown, expected: unknown): void => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected)
}

/** How far counts are from being all the same: Pearson's chi-square, with as many degrees of freedom as counts less one. */
export const chiSquare = (counts: readonly number[]): number => {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}
