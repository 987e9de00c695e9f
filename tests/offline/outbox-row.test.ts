// @vitest-environment node

import { afterEach, describe, expect, test, vi } from 'vitest'
import { uuid } from '#web/net/sending'
import { isPending, isStuck, isUntouched, newRow, type OutboxRow, type RowState } from '#web/outbox/row'

const row: OutboxRow = { ...newRow({ owner: '3/Ada', teamId: 3 }, { kind: 'empty' }, 'key', 1_000_000), seq: 1 }

test('a new row waits, untried, for two days', () => {
  expect(row).toEqual({
    owner: '3/Ada',
    teamId: 3,
    seq: 1,
    id: 'key',
    change: { kind: 'empty' },
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    insisted: false,
    createdAt: 1_000_000,
    expiresAt: 1_000_000 + 172_800_000,
    refusal: null,
  })
})

test.each<[RowState, pending: boolean, untouched: boolean, stuck: boolean]>([
  ['queued', true, true, false],
  ['sending', true, false, false],
  ['login', true, true, false],
  ['done', false, false, false],
  ['refused', false, false, true],
  ['expired', false, false, true],
])('a row that is %s: pending %s, untouched %s, stuck %s', (state, pending, untouched, stuck) => {
  expect([isPending({ state }), isUntouched({ ...row, state }), isStuck({ state })]).toEqual([
    pending,
    untouched,
    stuck,
  ])
  expect(isUntouched({ ...row, state, attempts: 1 })).toBe(false)
})

describe('the key of a row', () => {
  afterEach(() => vi.restoreAllMocks())

  // RFC 9562, section 5.4: the version is the seventh byte's high half, the variant the ninth's two highest bits.
  test.each([
    [0x00, '00000000-0000-4000-8000-000000000000'],
    [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
    [0x0a, '0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a'],
  ])('of sixteen bytes %i is the UUID %s', (byte, text) => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      if (bytes instanceof Uint8Array) bytes.fill(byte)
      return bytes
    })
    expect(uuid()).toBe(text)
  })
})
