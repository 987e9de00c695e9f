/** An exact quotient of integers, for what binary floating point cannot hold, such as points per game. */
export interface Fraction {
  readonly numerator: number
  /** Positive. */
  readonly denominator: number
}

/** The nearest integer, half away from zero, computed with integers alone. */
export const roundFraction = ({ numerator, denominator }: Fraction): number => {
  const magnitude = Math.abs(numerator)
  const remainder = magnitude % denominator
  const rounded = (magnitude - remainder) / denominator + (remainder * 2 >= denominator ? 1 : 0)
  // `0 - rounded` rather than `-rounded`, which could be negative zero.
  return numerator < 0 ? 0 - rounded : rounded
}

/** The nearest number with two decimals, half away from zero. */
export const toHundredths = ({ numerator, denominator }: Fraction): number =>
  roundFraction({ numerator: numerator * 100, denominator }) / 100
