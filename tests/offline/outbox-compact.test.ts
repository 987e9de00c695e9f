// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { cancelled } from '#web/outbox/outbox-store'
import { type CartChange, newRow, type OutboxRow } from '#web/outbox/row'
import { entryOf } from '../support/cart-server.ts'

/**
 * A lane in words: `+8` adds player 8 whom the cart did not hold, `?8` adds him where no one knows, `s8` sells him,
 * `-8` takes him out, `0` empties. `!` in front: in flight; `~`: sent without an answer; `x`: refused.
 */
const laneOf = (text: string): OutboxRow[] =>
  text.split(' ').map((word, seq) => {
    const [, mark = '', kind = '', player = '0'] = /^([!~x]?)([+?s0-])(\d*)$/.exec(word) ?? []
    const { tradeAction, ...seen } = entryOf(Number(player))
    const action = kind === 's' ? 'SELL' : 'BUY'
    const change: CartChange =
      kind === '0'
        ? { kind: 'empty' }
        : kind === '-'
          ? { kind: 'remove', player: seen, action }
          : { kind: 'add', player: seen, action, wasOut: kind !== '?' }
    const row = { ...newRow({ owner: '3/Ada', teamId: 3 }, change, String(seq), 0), seq }
    if (mark === '!') return { ...row, state: 'sending' }
    if (mark === '~') return { ...row, attempts: 1 }
    return mark === 'x' ? { ...row, state: 'refused' } : row
  })

describe('what need not be sent', () => {
  test.each([
    // An addition and the removal behind it.
    ['+8 -8', ''],
    ['+8 +9 -8', '+9'],
    ['+8 -8 +8', '+8'],
    ['+8 -8 +8 -8', ''],
    ['-8 +8 -8', '-8'],
    ['s8 -8', ''],
    // Where he may have been in the cart before, his removal is what counts.
    ['?8 -8', '-8'],
    ['?8 ?8 -8', '-8'],
    ['+8 ?8 -8', ''],
    ['-8 ?8 -8', '-8'],
    // The same again.
    ['+8 ?8', '+8'],
    ['-8 -8', '-8'],
    ['+8 s8', '+8 s8'],
    ['+8 s8 -8', ''],
    // Taking out and putting back is not nothing: the other way round he moves to the end.
    ['-8 +8', '-8 +8'],
    // Everything before an empty.
    ['+8 -9 0', '0'],
    ['+8 0 +9', '0 +9'],
    ['0 +8 0', '0'],
    ['0 +8 -8 +9', '0 +9'],
    // What was sent is left alone, and so is what follows from it.
    ['!+8 -8', '!+8 -8'],
    ['~+8 -8', '~+8 -8'],
    ['!+8 ?8 -8', '!+8 -8'],
    ['!+8 -8 +8 -8', '!+8 -8'],
    ['~-8 +8 -8', '~-8'],
    ['!+8 +9 0', '!+8 0'],
    ['~0 +8 -8', '~0'],
    ['!0 +8 0', '!0 0'],
    // What was given up is the member's to decide.
    ['x+8 -8', 'x+8 -8'],
    ['x+8 +9 -9', 'x+8'],
    ['x+8 0', 'x+8 0'],
  ])('%s: %s', (before, after) => {
    const lane = laneOf(before)
    const words = before.split(' ')
    const dropped = new Set(cancelled(lane).map(({ seq }) => seq))
    expect(words.filter((_, seq) => !dropped.has(seq)).join(' ')).toBe(after)
  })
})
