export const POSITIONS = ['LW', 'C', 'RW', 'LD', 'RD', 'G'] as const
export type Position = (typeof POSITIONS)[number]

export type PositionGroup = 'forward' | 'defender' | 'goalie'

const groups: Record<Position, PositionGroup> = {
  LW: 'forward',
  C: 'forward',
  RW: 'forward',
  LD: 'defender',
  RD: 'defender',
  G: 'goalie',
}

export const positionGroup = (position: Position): PositionGroup => groups[position]

export const parsePosition = (text: string | null | undefined): Position | null =>
  POSITIONS.find((position) => position === text) ?? null

/** From the NHL's code (L, C, R, D, G). A defender's side is the side they shoot from, left if unknown. */
export const poolPosition = (nhlCode: string, shoots: string | null | undefined): Position | null => {
  switch (nhlCode) {
    case 'L':
      return 'LW'
    case 'C':
      return 'C'
    case 'R':
      return 'RW'
    case 'D':
      return shoots === 'R' ? 'RD' : 'LD'
    case 'G':
      return 'G'
    default:
      return null
  }
}
