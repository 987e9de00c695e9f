// @vitest-environment node
import { describe, expect, test, vi } from 'vitest'
import { pauseBefore, sendRow } from '#web/outbox/flusher'
import { newRow } from '#web/outbox/row'

const row = { ...newRow({ owner: '3/Ada', teamId: 3 }, { kind: 'empty' }, 'key', 0), seq: 1 }

describe('what an answer means', () => {
  const refusal = { code: 'CONFLICT', sentence: 'No.' }
  const meanings = {
    done: { kind: 'done' },
    login: { kind: 'login' },
    refused: { kind: 'refused', refusal },
    again: { kind: 'again', afterMs: 7_000 },
  } as const
  const answering = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer)

  test.each<[number, keyof typeof meanings]>([
    [200, 'done'],
    [299, 'done'],
    [400, 'refused'],
    [401, 'login'],
    [403, 'refused'],
    [404, 'refused'],
    [408, 'again'],
    [409, 'refused'],
    [425, 'again'],
    [429, 'again'],
    [499, 'refused'],
    [500, 'again'],
    [503, 'again'],
  ])('%d: %s', async (status, meaning) => {
    const headers = { 'Retry-After': '7' }
    answering(async () => new Response('{"code":"CONFLICT","message":"No."}', { status, headers }))
    expect(await sendRow(row)).toEqual(meanings[meaning])
  })

  test('a redirect is the way to a login page', async () => {
    answering(async () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' }))
    expect(await sendRow(row)).toEqual({ kind: 'login' })
  })

  test.each([
    ['none', () => Promise.reject(new TypeError('Failed to fetch'))],
    ["a public network's sign-in page", async () => new Response('<!doctype html><p>Welcome')],
    ['a gateway without a server behind it', async () => new Response('', { status: 502 })],
  ])('%s: again', async (_, answer) => {
    answering(answer)
    expect(await sendRow(row)).toEqual({ kind: 'again', afterMs: null })
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
