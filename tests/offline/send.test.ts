import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { putScratchStatus } from '#contract/roster'
import { SENDS_FOR_MS, send } from '#web/data/send-change'
import { CallError } from '#web/net/call-error'
import { reportAnswer, reportNoAnswer } from '#web/net/connection'
import { uuid } from '#web/net/sending'

const answer = { boughtAt: '2026-10-01T00:00:00.000Z', scratched: true }

/** A server that does what it is asked, and with keys the same only once. */
const createServer = (hasKeys = true) => {
  const server = {
    /** What becomes of the next requests. */
    faults: [] as ('lost before' | 'lost after' | 'cut' | 'gateway' | 'sign-in page')[],
    asked: [] as string[],
    done: 0,
  }
  const kept = new Set<string>()
  const text = JSON.stringify(answer)
  /** Breaks off in the middle. */
  const cut = () =>
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(text.slice(0, text.length / 2)))
        controller.error(new TypeError('network error'))
      },
    })
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    const key = new Headers(headers).get('Idempotency-Key') ?? 'none'
    server.asked.push(key)
    const fault = server.faults.shift()
    if (fault === 'lost before') throw new TypeError('Failed to fetch')
    if (fault === 'gateway') return new Response('', { status: 502 })
    if (fault === 'sign-in page') return new Response('<!doctype html><p>Welcome')
    if (!hasKeys || !kept.has(key)) server.done += 1
    kept.add(key)
    if (fault === 'lost after') throw new TypeError('Failed to fetch')
    return new Response(fault === 'cut' ? cut() : text)
  })
  return server
}

type Where = Parameters<typeof send>[2]
const seen: Where = { hasKeys: true, isSeen: () => true, place: 'Trades' }
const run = (where: Where) =>
  send(putScratchStatus, { params: { teamId: 3, playerId: 8 }, query: { 'scratch-status': 'scratched' } }, where)
const faults = ['lost before', 'lost after', 'cut', 'gateway', 'sign-in page'] as const

const failureOf = async (sent: Promise<unknown>): Promise<CallError> => {
  const error: unknown = await sent.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof CallError) return error
  throw new Error(`expected a CallError, got ${String(error)}`)
}

beforeEach(() => {
  vi.useFakeTimers()
  reportAnswer()
})
afterEach(() => {
  reportAnswer()
})

describe('a change whose answer does not come', () => {
  test.each(faults)('%s: is sent again with its key, and done once', async (fault) => {
    const server = createServer()
    server.faults = [fault, fault]
    const sent = run(seen)
    await vi.runAllTimersAsync()
    expect(await sent).toEqual(answer)
    expect(server.asked).toHaveLength(3)
    expect(new Set(server.asked).size).toBe(1)
    expect(server.done).toBe(1)
  })

  test.each(faults)('%s: on a server without keys is never sent again', async (fault) => {
    const server = createServer(false)
    server.faults = [fault]
    const failed = failureOf(run({ ...seen, hasKeys: false }))
    await vi.runAllTimersAsync()
    expect(await failed).toMatchObject({ kind: 'network', status: 0, message: 'No answer came. Check Trades.' })
    expect(server.asked).toHaveLength(1)
  })
})

describe('a change', () => {
  test('is not sent after a minute', async () => {
    const server = createServer()
    server.faults = Array.from({ length: 1_000 }, () => 'lost before' as const)
    const begun = Date.now()
    const failed = failureOf(run(seen))
    await vi.runAllTimersAsync()
    expect((await failed).message).toBe('No answer came. Check Trades.')
    expect(Date.now() - begun).toBe(SENDS_FOR_MS)
    expect(server.asked).toHaveLength(SENDS_FOR_MS / 1_000)
  })

  test('is not sent by a phone that has slept for longer', async () => {
    const server = createServer()
    server.faults = ['lost before']
    const failed = failureOf(run(seen))
    await vi.advanceTimersByTimeAsync(500)
    vi.setSystemTime(Date.now() + SENDS_FOR_MS)
    await vi.runAllTimersAsync()
    expect((await failed).message).toBe('No answer came. Check Trades.')
    expect(server.asked).toHaveLength(1)
  })

  test('is not sent again once the member does not see it', async () => {
    const server = createServer()
    server.faults = ['lost before', 'lost before', 'lost before']
    const failed = failureOf(run({ ...seen, isSeen: () => server.asked.length < 2 }))
    await vi.runAllTimersAsync()
    expect((await failed).message).toBe('No answer came. Check Trades.')
    expect(server.asked).toHaveLength(2)
  })

  test.each([
    [409, '{"code":"CART_EMPTY","message":"Empty."}', 'Empty.'],
    [500, '{}', 'Failed to update scratch status'],
    [503, '{"message":"Back at noon."}', 'Back at noon.'],
    [504, 'Back at noon.', 'Back at noon.'],
  ])('that was refused with a %i and %s is not sent again', async (status, body, message) => {
    const fetched = vi.fn(async () => new Response(body, { status }))
    vi.stubGlobal('fetch', fetched)
    expect((await failureOf(run(seen))).message).toBe(message)
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test('is not sent at all without a connection', async () => {
    const server = createServer()
    reportNoAnswer()
    expect((await failureOf(run({ ...seen, offline: 'Nothing was drafted.' }))).message).toBe('Nothing was drafted.')
    expect(server.asked).toEqual([])
  })

  test('has a new key, even if it is the same', async () => {
    const server = createServer()
    await run(seen)
    await run(seen)
    expect(new Set(server.asked).size).toBe(2)
  })
})

describe('the key of a change', () => {
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
