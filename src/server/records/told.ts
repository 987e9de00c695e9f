import type { Body, Call, Params, Query } from '#contract/call'
import { calls } from '#contract/calls'
import { fits } from '../memory/validator.ts'

/** What a record keeps of what was asked: path and query, and the body under its name. */
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

const isOf = <C extends Call>({ params, query }: C, recorded: Recorded): recorded is Params<C> & Query<C> & Recorded =>
  [params, query].every((schema) => schema === undefined || fits(schema, recorded))

/** A call of which path and query tell enough. */
export const told = <const C extends Call>(
  call: C,
  words: (said: Params<C> & Query<C> & Recorded, names: Names) => string | null,
): Sentences[number] => [nameOf(call), (recorded, names) => (isOf(call, recorded) ? words(recorded, names) : null)]

/** A call whose body matters: it is missing in a record that was too long. */
export const toldWithBody = <const C extends Call>(
  call: C,
  words: (said: Params<C> & Query<C> & Recorded, body: Body<C>, names: Names) => string,
): Sentences[number] => [
  nameOf(call),
  (recorded, names) =>
    call.body !== undefined && isOf(call, recorded) && fits<Body<C>>(call.body, recorded.body)
      ? words(recorded, recorded.body, names)
      : null,
]
