import { type Position, poolPosition } from '#rules/positions'
import { SourceRefusal } from './source-error.ts'

/** The pool's position, or a refusal: the schema allows no other codes, but table files might have some. */
export function positionOf(endpoint: string, code: string, shoots: string | null | undefined): Position {
  const position = poolPosition(code, shoots)
  if (!position) throw new SourceRefusal(`${endpoint}: ${code} is not a position.`)
  return position
}
