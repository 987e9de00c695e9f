import { type Dice, shuffle } from './dice.ts'

// League rules, section 9: the order of teams in the rounds of a draft.

/** A random order in which `notFirst` does not come first nor `notLast` last; all such orders are equally likely. */
export const shuffleRound = (
  teams: readonly number[],
  { notFirst, notLast }: { readonly notFirst?: number; readonly notLast?: number },
  dice: Dice,
): number[] => {
  // The rule would leave two teams a single order, so it does not apply to them.
  if (teams.length < 3) return shuffle(teams, dice)
  // Every pair of ends leaves the same number of orders in between, so if pairs are drawn evenly, all orders are
  // equally likely.
  const ends = teams.flatMap((first, i) =>
    teams.flatMap((last, j) => (i !== j && first !== notFirst && last !== notLast ? [{ i, j }] : [])),
  )
  // No pair is allowed if, for example, the same team has every pick.
  const drawn = ends.length > 0 ? ends[dice(ends.length)] : undefined
  if (!drawn) return shuffle(teams, dice)
  const between = teams.filter((_, index) => index !== drawn.i && index !== drawn.j)
  return [...teams.slice(drawn.i, drawn.i + 1), ...shuffle(between, dice), ...teams.slice(drawn.j, drawn.j + 1)]
}

/**
 * The order of round 1, which round 2 reverses; teams with a keeper are in it but skip round 1. A team that picks alone
 * in round 1 is both first and last there, so it must be neither in round 2.
 */
export const firstOrder = (teams: readonly number[], picking: readonly number[], dice: Dice): number[] => {
  const alone = picking.length === 1 ? picking[0] : undefined
  return shuffleRound(teams, { notFirst: alone, notLast: alone }, dice)
}

/** The teams of each round: odd rounds are shuffled, each even round reverses the one before it. */
export const pickOrder = (
  teams: readonly number[],
  keepers: ReadonlySet<number>,
  rounds: number,
  dice: Dice,
): number[][] => {
  const picking = teams.filter((team) => !keepers.has(team))
  const order: number[][] = []
  let shuffled = firstOrder(teams, picking, dice)
  for (let round = 1; round <= rounds; round++) {
    const before = order.at(-1) ?? []
    if (round === 1) order.push(shuffled.filter((team) => !keepers.has(team)))
    else if (round % 2 === 0) order.push(shuffled.toReversed())
    else {
      shuffled = shuffleRound(teams, { notFirst: before[0], notLast: before.at(-1) }, dice)
      order.push(shuffled)
    }
  }
  return order
}
