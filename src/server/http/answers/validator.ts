import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

const compiled = new WeakMap<TSchema, Validator>()

/** A schema's check, compiled at its first use. */
export function validatorOf(schema: TSchema): Validator {
  const known = compiled.get(schema)
  if (known) return known
  const made = Compile(schema)
  compiled.set(schema, made)
  return made
}

/** `T` is the schema's static type. */
export const fits = <T>(schema: TSchema, value: unknown): value is T => validatorOf(schema).Check(value)
