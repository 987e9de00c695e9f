import type { Position } from '#rules/positions'
import { clubs } from './clubs.ts'
import { type Dice, dice } from './dice.ts'
import { inventNames } from './names.ts'

/** A player of the simulated NHL. Skills are deviations from an average NHL player's. */
export interface SimPlayer {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly position: Position
  readonly shoots: 'L' | 'R'
  readonly club: string
  /** Earns ice time or, for a goalie, starts and saves. */
  readonly skill: number
  readonly shooting: number
  readonly passing: number
  /** How often the player is injured, relative to the average. */
  readonly fragility: number
  /** Has played no season before. */
  readonly rookie: boolean
}

/** One club's players by position: 28 skaters and 3 goalies dress over a season, about as in the NHL. */
const clubShape: readonly (readonly [Position, number])[] = [
  ['LW', 5],
  ['C', 8],
  ['RW', 5],
  ['LD', 5],
  ['RD', 4],
  ['G', 3],
]

/** Above the ids the NHL has given out, in its form. */
const FIRST_ID = 8_990_001

const shootsOf = (position: Position, throws: Dice): 'L' | 'R' => {
  if (position === 'LD') return 'L'
  if (position === 'RD') return 'R'
  const left = { LW: 0.9, C: 0.65, RW: 0.35, G: 0.93 }[position]
  return throws.chance(left) ? 'L' : 'R'
}

/** The whole league's players, the same for a seed. */
export function inventPlayers(seed: number): SimPlayer[] {
  const throws = dice(seed, 'players')
  const slots = clubs.flatMap(({ abbrev }) => {
    const clubStrength = throws.normal() * 0.14
    return clubShape.flatMap(([position, count]) =>
      Array.from({ length: count }, (_, rank) => ({ abbrev, position, rank, clubStrength })),
    )
  })
  const names = inventNames(slots.length, dice(seed, 'names'))
  return slots.flatMap(({ abbrev, position, rank, clubStrength }, index) => {
    const name = names[index]
    if (!name) return []
    // A club has one first goalie: chance must not give it three of the best.
    const skill = clubStrength + (position === 'G' ? throws.normal() * 0.5 + 1 - rank : throws.normal())
    return {
      id: FIRST_ID + index,
      ...name,
      position,
      shoots: shootsOf(position, throws),
      club: abbrev,
      skill,
      shooting: throws.normal(),
      passing: throws.normal(),
      fragility: Math.exp(throws.normal() * 0.55 - 0.15),
      rookie: throws.chance(position === 'G' ? 0.04 : 0.07),
    }
  })
}
