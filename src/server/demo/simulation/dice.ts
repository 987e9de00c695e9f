/** Seeded randomness: the same keys give the same throws on every machine. */
export interface Dice {
  /** From 0, inclusive, to 1, exclusive. */
  next(): number
  /** A whole number from 0 to `below` - 1. */
  int(below: number): number
  chance(probability: number): boolean
  /** Mean 0, deviation 1. */
  normal(): number
  poisson(mean: number): number
  pick<T>(from: readonly T[]): T
  /** The index of a weight, each as likely as its weight. */
  weighted(weights: readonly number[]): number
  shuffle<T>(values: readonly T[]): T[]
}

/** FNV-1a over the keys' decimal digits, finished by the mixer of MurmurHash3. */
const hash = (keys: readonly (number | string)[], salt: number): number => {
  let h = 0x811c9dc5 ^ salt
  for (const character of keys.join(' ')) h = Math.imul(h ^ character.charCodeAt(0), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** The sfc32 generator (Chris Doty-Humphrey, PractRand), one stream per list of keys. */
export function dice(...keys: (number | string)[]): Dice {
  let a = hash(keys, 1)
  let b = hash(keys, 2)
  let c = hash(keys, 3)
  let counter = 1
  const next = (): number => {
    const sum = (a + b + counter++) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let warm = 0; warm < 12; warm++) next()

  const int = (below: number): number => Math.floor(next() * below)
  const weighted = (weights: readonly number[]): number => {
    let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
    const found = weights.findIndex((weight) => {
      left -= weight
      return left < 0
    })
    return found === -1 ? weights.length - 1 : found
  }
  return {
    next,
    int,
    weighted,
    chance: (probability) => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    poisson: (mean) => {
      const floor = Math.exp(-mean)
      let count = 0
      for (let product = next(); product > floor; product *= next()) count++
      return count
    },
    pick: (from) => {
      const value = from[int(from.length)]
      if (value === undefined) throw new RangeError('Nothing to pick from')
      return value
    },
    shuffle: (values) => {
      const drawn = values.map((value) => ({ value, at: next() }))
      return drawn.sort((one, other) => one.at - other.at).map(({ value }) => value)
    },
  }
}
