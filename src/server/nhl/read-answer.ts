import type { Static, TSchema } from 'typebox'
import type { Validator } from 'typebox/compile'
import { truncate } from '#rules/names'
import { type Position, poolPosition } from '#rules/positions'
import { fits, validatorOf } from '../http/answers/validator.ts'
import { type NoteOdd, SourceRefusal } from './source.ts'

/** /data/3/goals as data[3].goals */
const written = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '')

/** A field of what may be anything. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const valueAt = (answer: unknown, pointer: string): unknown =>
  pointer.split('/').slice(1).reduce<unknown>(fieldOf, answer)

/** What does not fit, by its name: "data[3].goals is missing"; `at` points to the answer in a larger one. */
function complaint(validator: Validator, answer: unknown, at: string): string {
  const [error] = validator.Errors(answer)
  if (!error) return 'does not have the expected shape'
  if (error.keyword === 'required') {
    const [missing = ''] = error.params.requiredProperties
    return `${written(`${at}${error.instancePath}/${missing}`)} is missing`
  }
  const value = JSON.stringify(valueAt(answer, error.instancePath)) ?? 'nothing'
  const shown = value.length > 60 ? `${truncate(value.slice(0, 200), 60)}...` : value
  const expected = error.keyword === 'type' ? `: ${error.message}` : ''
  return `${written(`${at}${error.instancePath}`) || 'the answer'} is ${shown}${expected}`
}

/**
 * The answer, if it has the schema's shape; else a refusal that names the endpoint and the field. `T` is the
 * type of a schema that is only known to be one; `at` points to where the answer is in that of the endpoint, such as
 * /data/3.
 */
export function readAnswer<S extends TSchema>(schema: S, endpoint: string, answer: unknown, at?: string): Static<S>
export function readAnswer<T>(schema: TSchema, endpoint: string, answer: unknown, at?: string): T
export function readAnswer(schema: TSchema, endpoint: string, answer: unknown, at = ''): unknown {
  if (fits(schema, answer)) return answer
  throw new SourceRefusal(`${endpoint}: ${complaint(validatorOf(schema), answer, at)}.`)
}

/** An element of a list that does not fit. */
export interface OddElement<E = unknown> {
  readonly element: E
  /** In a sentence. */
  readonly why: string
}

export interface Elements<T, E = unknown> {
  readonly fitting: readonly T[]
  readonly odd: readonly OddElement<E>[]
}

/** Reads each element by itself: one that `read` refuses costs no other. */
export function readElements<E, T>(elements: readonly E[], read: (element: E, index: number) => T): Elements<T, E> {
  const fitting: T[] = []
  const odd: OddElement<E>[] = []
  elements.forEach((element, index) => {
    try {
      fitting.push(read(element, index))
    } catch (error) {
      if (!(error instanceof SourceRefusal)) throw error
      odd.push({ element, why: error.message })
    }
  })
  return { fitting, odd }
}

/** A list of which no element fits has another shape than it had, and is refused as a whole. */
export function refuseOtherShape<List extends Elements<unknown>>(list: List): List {
  const [first] = list.odd
  if (first && list.fitting.length === 0) throw new SourceRefusal(first.why)
  return list
}

export const readList = <E, T>(elements: readonly E[], read: (element: E, index: number) => T): Elements<T, E> =>
  refuseOtherShape(readElements(elements, read))

/** The elements that fit. The others are noted; without a note the list is refused. */
export function fittingOf<T>({ fitting, odd }: Elements<T>, note: NoteOdd | undefined): readonly T[] {
  for (const { why, element } of odd) {
    if (!note) throw new SourceRefusal(why)
    note(why, element)
  }
  return fitting
}

/** The pool's position, or a refusal: the schema allows no other codes, but table files might have some. */
export function positionOf(endpoint: string, code: string, shoots: string | null | undefined): Position {
  const position = poolPosition(code, shoots)
  if (!position) throw new SourceRefusal(`${endpoint}: ${code} is not a position.`)
  return position
}
