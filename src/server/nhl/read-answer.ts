import type { TSchema } from 'typebox'
import type { Validator } from 'typebox/compile'
import { truncate } from '#rules/names'
import { validatorOf } from '../memory/validator.ts'
import { SourceRefusal } from './source-error.ts'

const fits = <T>(validator: Validator, answer: unknown): answer is T => validator.Check(answer)

/** /data/3/goals as data[3].goals */
const written = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '')

const valueAt = (answer: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
      answer,
    )

/** What does not fit, by its name: "data[3].goals is missing". */
function complaint(validator: Validator, answer: unknown): string {
  const [error] = validator.Errors(answer)
  if (!error) return 'does not have the expected shape'
  if (error.keyword === 'required') {
    const [missing = ''] = error.params.requiredProperties
    return `${written(`${error.instancePath}/${missing}`)} is missing`
  }
  const value = JSON.stringify(valueAt(answer, error.instancePath)) ?? 'nothing'
  const shown = value.length > 60 ? `${truncate(value.slice(0, 200), 60)}...` : value
  const expected = error.keyword === 'type' ? `: ${error.message}` : ''
  return `${written(error.instancePath) || 'the answer'} is ${shown}${expected}`
}

/** The answer, if it has the schema's shape; else a refusal that names the endpoint and the field. `T` is the schema's type. */
export function readAnswer<T>(schema: TSchema, endpoint: string, answer: unknown): T {
  const validator = validatorOf(schema)
  if (fits<T>(validator, answer)) return answer
  throw new SourceRefusal(`${endpoint}: ${complaint(validator, answer)}.`)
}
