import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { errorSentences } from '#contract/errors'
import { HttpError } from '../answers/http-error.ts'
import { fits, validatorOf } from '../memory/validator.ts'

/**
 * What was sent, if it fits the schema; else a refusal that names the field. Unknown fields are dropped, so that they
 * are not stored and do not make two equal requests different.
 */
export function parse<T>(schema: TSchema, sent: unknown): T {
  const known = Value.Clean(schema, sent)
  if (fits<T>(schema, known)) return known
  const [error] = validatorOf(schema).Errors(known)
  if (!error) throw new HttpError(400, 'BAD_REQUEST')
  const field = error.instancePath.slice(1).replaceAll('/', '.')
  throw new HttpError(400, 'BAD_REQUEST', `${errorSentences.BAD_REQUEST} ${`${field} ${error.message}`.trim()}.`)
}

/** The same for paths and queries, which arrive as text: "5" becomes 5 where the schema has a number. */
export const parseText = <T>(schema: TSchema, sent: unknown): T => parse<T>(schema, Value.Convert(schema, sent))
