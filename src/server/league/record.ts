import { type TSchema, Type } from 'typebox'
import type { Body, Call, Params, Query } from '#contract/call'
import { fits } from '../http/answers/validator.ts'

/** What a record keeps of a request: fields of path and query, and those of the body under its name. */
export type Recorded = Readonly<Record<string, unknown>>

/** How the sentences call the people in a record. */
export interface Names {
  team(id: number): string
  player(id: number): string
  member(id: number): string
}

/** What was done, without who did it: 'scratched Rémi Touroux of RATS'. Null: the record does not say enough. */
export type Sentence = (recorded: Recorded, names: Names) => string | null
/** By the name under which the records have what was done. */
export type Sentences = Map<string, Sentence>

type Field<C extends Call> = C['record'] extends readonly (infer Name)[] ? Name : never
type Kept<Fields, C extends Call> = Pick<Fields, Extract<keyof Fields, Field<C>>>

/** The sentence of a call, from what its record keeps. The body is null in a record that was too long. */
export type SentenceOf<C extends Call> = (
  kept: Kept<Params<C> & Query<C>, C> & Recorded,
  names: Names,
  body: Kept<Body<C>, C> | null,
) => string | null

const fieldsKept = (schema: TSchema | undefined, { record = [] }: Call): TSchema =>
  Type.Object(
    Type.IsObject(schema)
      ? Object.fromEntries(Object.entries(schema.properties).filter(([name]) => record.includes(name)))
      : {},
  )

/** Reads a record of the call before its sentence is made. */
export function sentenceFor<C extends Call>(call: C, words: SentenceOf<C>): Sentence {
  const parts = [fieldsKept(call.params, call), fieldsKept(call.query, call)]
  const ofBody = fieldsKept(call.body, call)
  const isKept = (recorded: Recorded): recorded is Kept<Params<C> & Query<C>, C> & Recorded =>
    parts.every((schema) => fits(schema, recorded))
  return (recorded, names) => {
    if (!isKept(recorded)) return null
    return words(recorded, names, fits<Kept<Body<C>, C>>(ofBody, recorded.body) ? recorded.body : null)
  }
}

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
