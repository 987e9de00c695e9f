import { describe, expect, test, vi } from 'vitest'
import { exclusively, SENDER_WAIT_MS } from '#web/outbox/flusher'
import { deferred } from '../support/deferred.ts'

/** A lock that another tab holds until `release` is called, or it is taken from it. */
const heldLock = () => {
  const released = deferred()
  const asked: string[] = []
  /** Takes the lock away from its latest holder. */
  let takeAway: () => void = () => undefined
  const request = async (name: string, { signal, steal = false }: LockOptions, work: () => Promise<void>) => {
    asked.push(steal ? `${name}, taken away` : name)
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    if (!steal) await Promise.race([released.promise, aborted])
    const taken = new Promise<never>((_, reject) => {
      takeAway = () => reject(new DOMException('taken away', 'AbortError'))
    })
    await Promise.race([work(), taken])
  }
  vi.stubGlobal('navigator', { locks: { request } })
  return { asked, release: released.resolve, takeAway: () => takeAway() }
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

  test('takes the lock from a holder that keeps it too long', async () => {
    const { asked } = heldLock()
    const work = vi.fn(async () => undefined)
    await exclusively(work, 1)
    expect(work).toHaveBeenCalledTimes(1)
    expect(asked).toEqual(['pool-outbox', 'pool-outbox, taken away'])
  })

  test('learns that it is not alone when the lock was taken from it, and ends with its work', async () => {
    const { release, takeAway } = heldLock()
    release()
    const frozen = deferred()
    const alone: boolean[] = []
    const worked = exclusively(async (isAlone) => {
      alone.push(isAlone())
      await frozen.promise
      alone.push(isAlone())
    })
    await expect.poll(() => alone).toEqual([true])
    takeAway()
    await new Promise((resolve) => setTimeout(resolve))
    frozen.resolve()
    await worked
    expect(alone).toEqual([true, false])
  })

  test('waits far longer than a request takes', async () => {
    const { release } = heldLock()
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    release()
    await exclusively(async () => undefined)
    expect(timeout).toHaveBeenCalledWith(SENDER_WAIT_MS)
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
