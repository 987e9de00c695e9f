import { type TSchema, Type } from 'typebox'
import type { Body, Call, Params, Query } from '#contract/call'
import { calls } from '#contract/calls'
import { fits } from '../memory/validator.ts'

/** What a record keeps of a request: fields of path and query, and those of the body under its name. */
export type Recorded = Readonly<Record<string, unknown>>

/** How the sentences call whoever a record speaks of. */
export interface Names {
  team(id: number): string
  player(id: number): string
  member(id: number): string
}

/** What was done, without who did it: 'scratched Rémi Touroux of RATS'. Null: the record does not say enough. */
type Told = (recorded: Recorded, names: Names) => string | null
/** By the name under which the audit has what was done. */
export type Sentences = readonly (readonly [name: string, told: Told])[]

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** 'Ann', 'Ann and Bo', 'Ann, Bo and Cleo'. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const nameOf = (call: Call): string => {
  const found = calls.find((each) => each.call === call)
  if (!found) throw new Error(`${call.path} is in no section of the contract`)
  return `${found.section}.${found.name}`
}

type Field<C extends Call> = C['record'] extends readonly (infer Name)[] ? Name : never
type Kept<Fields, C extends Call> = Pick<Fields, Extract<keyof Fields, Field<C>>>

/** Of a schema the fields that a call's record keeps. */
const kept = (schema: TSchema | undefined, { record = [] }: Call): TSchema =>
  Type.Object(
    Type.IsObject(schema)
      ? Object.fromEntries(Object.entries(schema.properties).filter(([name]) => record.includes(name)))
      : {},
  )

/** A call of which path and query tell enough. */
export const told = <const C extends Call>(
  call: C,
  words: (said: Kept<Params<C> & Query<C>, C> & Recorded, names: Names) => string | null,
): Sentences[number] => {
  const parts = [kept(call.params, call), kept(call.query, call)]
  const isOf = (recorded: Recorded): recorded is Kept<Params<C> & Query<C>, C> & Recorded =>
    parts.every((schema) => fits(schema, recorded))
  return [nameOf(call), (recorded, names) => (isOf(recorded) ? words(recorded, names) : null)]
}

/** A call whose body matters: it is missing in a record that was too long. */
export const toldWithBody = <const C extends Call>(
  call: C,
  words: (said: Kept<Params<C> & Query<C>, C> & Recorded, body: Kept<Body<C>, C>, names: Names) => string,
): Sentences[number] => {
  const ofBody = kept(call.body, call)
  return told(call, (recorded, names) =>
    fits<Kept<Body<C>, C>>(ofBody, recorded.body) ? words(recorded, recorded.body, names) : null,
  )
}
