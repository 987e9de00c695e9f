// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { isMet, outcomeOf, pauseBefore } from '#web/offline/outbox/outcome'
import type { CartChange } from '#web/offline/outbox/row'
import { entryOf } from '../support/cart-server.ts'

const refusal = { code: null, sentence: 'No.' }

describe('what an answer means', () => {
  test.each<[number, string]>([
    [0, 'again, may have acted'],
    [199, 'refused'],
    [200, 'done'],
    [204, 'done'],
    [299, 'done'],
    [300, 'login'],
    [302, 'login'],
    [399, 'login'],
    [400, 'refused'],
    [401, 'login'],
    [403, 'refused'],
    [404, 'refused'],
    [408, 'again, may have acted'],
    [409, 'refused'],
    [425, 'again, did not act'],
    [429, 'again, did not act'],
    [499, 'refused'],
    [500, 'again, may have acted'],
    [503, 'again, may have acted'],
  ])('%d: %s', (status, meaning) => {
    const outcome = outcomeOf({ status, refusal, retryAfterMs: 7_000 })
    expect(outcome).toEqual(
      {
        done: { kind: 'done' },
        login: { kind: 'login' },
        refused: { kind: 'refused', refusal },
        'again, did not act': { kind: 'again', lost: false, afterMs: 7_000 },
        'again, may have acted': { kind: 'again', lost: true, afterMs: 7_000 },
      }[meaning],
    )
  })
})

test.each([
  [1, 0, 1_000],
  [1, 1, 2_000],
  [2, 0.5, 2_500],
  [5, 1, 32_000],
  [6, 1, 60_000],
  [6, 0, 1_000],
  [2_000, 1, 60_000],
])('after attempt %d, with chance %d, the pause is %d ms', (attempts, chance, ms) => {
  expect(pauseBefore(attempts, chance)).toBe(ms)
})

describe('the cart is already as the change wants it', () => {
  const { tradeAction, ...player } = entryOf(8)
  const bought = { cartEntries: [entryOf(7), entryOf(8)] }
  const sold = { cartEntries: [entryOf(8, 'SELL')] }
  const others = { cartEntries: [entryOf(7)] }
  const add: CartChange = { kind: 'add', player, action: tradeAction, wasOut: true }
  const remove: CartChange = { kind: 'remove', player, action: tradeAction }

  test.each([
    ['an addition, and he is there', add, bought, true],
    ['an addition, and he is there to be sold', add, sold, false],
    ['an addition, and he is not there', add, others, false],
    ['a removal, and he is there', remove, bought, false],
    ['a removal, and he is there for the other action', remove, sold, false],
    ['a removal, and he is not there', remove, others, true],
    ['an empty of an empty cart', { kind: 'empty' } as const, { cartEntries: [] }, true],
    ['an empty of a cart with a player', { kind: 'empty' } as const, others, false],
  ])('%s', (_, change, cart, met) => {
    expect(isMet(change, cart)).toBe(met)
  })
})
