/** A random integer from 0 to `sides - 1`. Always passed in: the rules have no randomness of their own. */
export type Dice = (sides: number) => number

/** Fisher-Yates: every order is equally likely. */
export const shuffle = <T>(items: readonly T[], dice: Dice): T[] => {
  const remaining = [...items]
  const drawn: T[] = []
  while (remaining.length > 0) drawn.push(...remaining.splice(dice(remaining.length), 1))
  return drawn
}
