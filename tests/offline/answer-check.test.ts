// @vitest-environment node
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { getLeagueSettings } from '#contract/league'
import { getRosterEntry } from '#contract/roster'
import { getPlayers, type Player } from '#contract/stats'
import { fitsAnswer, fitsSchema } from '#web/net/answer-check'

const oddities: readonly unknown[] = [
  null,
  true,
  0,
  1,
  -1,
  1.5,
  3_000_000_000,
  Number.NaN,
  '',
  'BUY',
  [],
  [null],
  [{}],
  {},
  { id: 1 },
]

/** A value that the schema describes, with every field. */
const example = (schema: object): unknown => {
  if ('const' in schema) return schema.const
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum[0]
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) return example(schema.anyOf[0])
  if ('items' in schema && typeof schema.items === 'object' && schema.items) return [example(schema.items)]
  if ('properties' in schema && typeof schema.properties === 'object' && schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, example(field)]))
  if (!('type' in schema)) return 'anything'
  if ('minimum' in schema) return Math.max(7, Number(schema.minimum))
  return schema.type === 'string' ? 'text' : schema.type === 'boolean' ? true : schema.type === 'null' ? null : 7
}

/** The value with each of its parts, at any depth, replaced by something else or left out. */
function* altered(value: unknown): Generator<unknown> {
  yield* oddities
  if (Array.isArray(value)) {
    for (const inner of altered(value[0])) yield [value[0], inner]
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      const { [name]: _, ...without } = Object.fromEntries(Object.entries(value))
      yield without
      yield { ...without, [name]: undefined }
      for (const inner of altered(field)) yield { ...without, [name]: inner }
    }
  }
}

describe('the check of answers', () => {
  test.each(calls.map(({ section, name, call }) => [`${section}: ${name}`, call.answer] as const))(
    'says of %s what the schema library says',
    (_, schema) => {
      const right = example(schema)
      expect(fitsSchema(schema, right)).toBe(true)
      for (const value of altered(right))
        expect(fitsSchema(schema, value), JSON.stringify(value)).toBe(Check(schema, value))
    },
  )

  test('an object of which nothing is known is not an answer, though none of the fields is needed', () => {
    const portal = { error: 'Please accept the terms.' }
    expect(fitsAnswer(getRosterEntry.answer, portal)).toBe(false)
    expect(fitsAnswer(getLeagueSettings.answer, portal)).toBe(false)
    expect(fitsAnswer(getLeagueSettings.answer, {})).toBe(true)
    expect(fitsAnswer(getRosterEntry.answer, { sold: false, moreThanWeKnow: 1 })).toBe(true)
  })

  test('one wrong field among many players is found', () => {
    const players: Player[] = Array.from({ length: 900 }, (_, index) => ({ id: index + 1, name: `Player ${index}` }))
    expect(fitsSchema(getPlayers.answer, players)).toBe(true)
    expect(fitsSchema(getPlayers.answer, [...players, { id: 901, name: null }])).toBe(false)
  })

  test.each([Type.String({ minLength: 1 }), Type.Object({ code: Type.String({ pattern: '^A' }) }), Type.BigInt()])(
    'refuses a schema that it cannot check whole',
    (schema) => {
      expect(() => fitsSchema(schema, {})).toThrow(/not checked/)
    },
  )
})
