import { afterEach, describe, expect, test, vi } from 'vitest'
import { LEASE_MS } from '#web/offline/outbox/row'
import { exclusively } from '#web/offline/outbox/senders'

afterEach(() => vi.unstubAllGlobals())

/** A lock that another tab holds until `release` is called. */
const heldLock = () => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const asked: string[] = []
  const request = async (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    asked.push(name)
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    await Promise.race([released, aborted])
    return await work()
  }
  vi.stubGlobal('navigator', { locks: { request } })
  return { asked, release }
}

describe('the one sender', () => {
  test('waits for its turn, and works once', async () => {
    const { asked, release } = heldLock()
    const work = vi.fn(async () => undefined)
    const worked = exclusively(work)
    await Promise.resolve()
    expect(asked).toEqual(['pool-outbox'])
    expect(work).not.toHaveBeenCalled()
    release()
    await worked
    expect(work).toHaveBeenCalledTimes(1)
  })

  test('works without the lock when whoever has it keeps it too long', async () => {
    heldLock()
    const work = vi.fn(async () => undefined)
    await exclusively(work, 1)
    expect(work).toHaveBeenCalledTimes(1)
  })

  test('waits for a lease by default', async () => {
    const { release } = heldLock()
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    release()
    await exclusively(async () => undefined)
    expect(timeout).toHaveBeenCalledWith(LEASE_MS)
    timeout.mockRestore()
  })

  test('does not work again when the work itself fails', async () => {
    const { release } = heldLock()
    release()
    const work = vi.fn(() => Promise.reject(new Error('The database is gone.')))
    await expect(exclusively(work)).rejects.toThrow('The database is gone.')
    expect(work).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['the browser has no locks', {}],
    ['there is no navigator', undefined],
  ])('works at once where %s', async (_, navigator) => {
    vi.stubGlobal('navigator', navigator)
    const work = vi.fn(async () => undefined)
    await exclusively(work)
    expect(work).toHaveBeenCalledTimes(1)
  })
})
