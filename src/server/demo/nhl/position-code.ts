import type { Position } from '#rules/positions'

/** The NHL has one code for both sides of the defence: which side a defender plays follows from `shootsCatches`. */
export const positionCode = (position: Position): string =>
  ({ LW: 'L', C: 'C', RW: 'R', LD: 'D', RD: 'D', G: 'G' })[position]
