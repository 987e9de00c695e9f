/** A random integer from 0 to below `sides`. Rules never throw dice of their own. */
export type Dice = (sides: number) => number

/** Fisher and Yates: every order is equally likely. */
export const shuffle = <T>(items: readonly T[], dice: Dice): T[] => {
  const left = [...items]
  const drawn: T[] = []
  while (left.length > 0) drawn.push(...left.splice(dice(left.length), 1))
  return drawn
}
