/** An exact quotient of two integers, `under` positive. Points over games are no binary fractions. */
export interface Fraction {
  readonly over: number
  readonly under: number
}

/** The nearest integer, half away from zero, computed on integers alone. */
export const roundFraction = ({ over, under }: Fraction): number => {
  const size = Math.abs(over)
  const rest = size % under
  const whole = (size - rest) / under + (rest * 2 >= under ? 1 : 0)
  // `0 - whole` and not `-whole`: there is no negative zero in the league.
  return over < 0 ? 0 - whole : whole
}

/** The nearest number with two decimals, half away from zero. */
export const toHundredths = ({ over, under }: Fraction): number => roundFraction({ over: over * 100, under }) / 100
