import { type Dice, shuffle } from './dice.ts'

// League rules, section 9: the order of teams in the rounds of a draft.

/** A random order in which `notFirst` is not first and `notLast` not last; every such order is equally likely. */
export const shuffleRound = (
  teams: readonly number[],
  { notFirst, notLast }: { readonly notFirst?: number; readonly notLast?: number },
  dice: Dice,
): number[] => {
  // Two teams could only ever come in one order, so for them the rule is dropped.
  if (teams.length < 3) return shuffle(teams, dice)
  // Each pair of first and last leaves the same number of orders for those between, so drawing the pair evenly is fair.
  const ends = teams.flatMap((first, i) =>
    teams.flatMap((last, j) => (i !== j && first !== notFirst && last !== notLast ? [{ i, j }] : [])),
  )
  // Where one team is there again and again, none may be at an end.
  const drawn = ends.length > 0 ? ends[dice(ends.length)] : undefined
  if (!drawn) return shuffle(teams, dice)
  const between = teams.filter((_, index) => index !== drawn.i && index !== drawn.j)
  return [...teams.slice(drawn.i, drawn.i + 1), ...shuffle(between, dice), ...teams.slice(drawn.j, drawn.j + 1)]
}

/**
 * The first round, in which teams with a keeper do not pick, and the order that the second round reverses. A team that
 * picks alone is both first and last, so it is neither in the second round.
 */
export const firstOrder = (teams: readonly number[], picking: readonly number[], dice: Dice): number[] => {
  const alone = picking.length === 1 ? picking[0] : undefined
  return shuffleRound(teams, { notFirst: alone, notLast: alone }, dice)
}

/** The teams of each round: odd rounds shuffled, each even round the reverse of the one before it. */
export const pickOrder = (
  teams: readonly number[],
  keepers: ReadonlySet<number>,
  rounds: number,
  dice: Dice,
): number[][] => {
  const picking = teams.filter((team) => !keepers.has(team))
  const order: number[][] = []
  let pair = firstOrder(teams, picking, dice)
  for (let round = 1; round <= rounds; round++) {
    const before = order.at(-1) ?? []
    if (round === 1) order.push(pair.filter((team) => !keepers.has(team)))
    else if (round % 2 === 0) order.push(pair.toReversed())
    else {
      pair = shuffleRound(teams, { notFirst: before[0], notLast: before.at(-1) }, dice)
      order.push(pair)
    }
  }
  return order
}
