import type { Static, TSchema } from 'typebox'

type Fits = (value: unknown) => boolean

/** What the contract's schemas are made of, as JSON Schema. */
interface Described {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly TSchema[]
  readonly items?: TSchema
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}

/** Annotations, which constrain nothing. */
const remarks: readonly string[] = ['examples', 'description']

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const numberWithin =
  (isKind: Fits, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): Fits =>
  (value) =>
    isKind(value) && Number(value) >= least && Number(value) <= most

const objectOf = (properties: Readonly<Record<string, TSchema>>, required: readonly string[]): Fits => {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    fits: made(schema),
    isNeeded: required.includes(name),
  }))
  return (value) => {
    if (!isRecord(value)) return false
    for (const { name, fits, isNeeded } of fields) {
      const field = value[name]
      if (field === undefined ? isNeeded : !fits(field)) return false
    }
    return true
  }
}

const arrayOf =
  (fits: Fits): Fits =>
  (value) =>
    Array.isArray(value) && value.every(fits)

const anyOf =
  (choices: readonly Fits[]): Fits =>
  (value) =>
    choices.some((fits) => fits(value))

/** Throws on an unknown keyword rather than letting anything pass. */
function make({
  type,
  const: only,
  enum: names,
  anyOf: choices,
  items,
  properties,
  required,
  ...rest
}: Described): Fits {
  const { minimum, maximum, ...others } = rest
  const unknown = Object.keys(others).filter((keyword) => !remarks.includes(keyword))
  if (unknown.length > 0) throw new Error(`The contract uses ${unknown.join(', ')}, which is not checked.`)
  if (only !== undefined) return (value) => value === only
  if (names) return (value) => names.includes(value)
  if (choices) return anyOf(choices.map(made))
  switch (type) {
    case undefined:
      return () => true
    case 'object':
      return objectOf(properties ?? {}, required ?? [])
    case 'array':
      return arrayOf(items ? made(items) : () => true)
    case 'number':
      return numberWithin(Number.isFinite, minimum, maximum)
    case 'integer':
      return numberWithin(Number.isInteger, minimum, maximum)
    case 'string':
    case 'boolean':
      return (value) => typeof value === type
    case 'null':
      return (value) => value === null
    default:
      throw new Error(`The contract uses ${type}, which is not checked.`)
  }
}

const known = new WeakMap<TSchema, Fits>()

function made(schema: TSchema): Fits {
  const fits = known.get(schema) ?? make(schema)
  known.set(schema, fits)
  return fits
}

/**
 * Whether a value fits the contract. A schema is turned into functions once: the library's own check interprets it
 * for every value (50 times slower, a third of a second for all skaters on a phone), and its compiler needs `eval`,
 * which the page's policy forbids.
 */
export const fitsSchema = <S extends TSchema>(schema: S, value: unknown): value is Static<S> => made(schema)(value)

/** An object with none of the known fields: where all are optional, only this distinguishes it from something else. */
const isStrange = ({ properties = {} }: Described, value: unknown): boolean => {
  const names = isRecord(value) ? Object.keys(value) : []
  return Object.keys(properties).length > 0 && names.length > 0 && !names.some((name) => name in properties)
}

/** Whether a complete answer belongs to its call, and was not put in its place by something in between. */
export const fitsAnswer = <S extends TSchema>(schema: S, value: unknown): value is Static<S> =>
  fitsSchema(schema, value) && !isStrange(schema, value)
