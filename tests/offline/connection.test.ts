import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchConnection } from '#web/data/launch'
import {
  isOnline,
  onConnectionBack,
  QUIET_RETRY_MS,
  quietPause,
  reportAnswer,
  reportNoAnswer,
} from '#web/net/connection'

const stops: (() => void)[] = []
beforeEach(() => reportAnswer())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

describe('the connection is what last happened', () => {
  test('an answer, then none, then one again', () => {
    reportAnswer()
    expect(isOnline()).toBe(true)
    reportNoAnswer()
    expect(isOnline()).toBe(false)
    reportAnswer()
    expect(isOnline()).toBe(true)
  })

  test('the browser saying "online" is a hint to ask, not an answer', async () => {
    const probe = vi.fn(async () => undefined)
    stops.push(watchConnection(probe))
    window.dispatchEvent(new Event('offline'))
    expect(isOnline()).toBe(false)
    window.dispatchEvent(new Event('online'))
    expect(probe).toHaveBeenCalledTimes(1)
    expect(isOnline()).toBe(false)
  })

  test('a hint is followed up: the first request of a phone that wakes up may fail', () => {
    vi.useFakeTimers()
    const probe = vi.fn(async () => Promise.reject(new Error('not yet')))
    stops.push(watchConnection(probe))
    reportNoAnswer()
    window.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(10_000)
    expect(probe).toHaveBeenCalledTimes(4)
    window.dispatchEvent(new Event('online'))
    reportAnswer()
    vi.advanceTimersByTime(10_000)
    expect(probe).toHaveBeenCalledTimes(5)
  })

  test('while there is none it is asked for every 15 seconds, as long as somebody is looking', () => {
    vi.useFakeTimers()
    const probe = vi.fn(async () => undefined)
    stops.push(watchConnection(probe))
    vi.advanceTimersByTime(60_000)
    expect(probe).not.toHaveBeenCalled()
    reportNoAnswer()
    vi.advanceTimersByTime(30_000)
    expect(probe).toHaveBeenCalledTimes(2)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    vi.advanceTimersByTime(30_000)
    expect(probe).toHaveBeenCalledTimes(2)
  })

  test('when it is back the steps follow in order, whatever becomes of the one before', async () => {
    const steps: string[] = []
    stops.push(
      onConnectionBack(async () => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        steps.push('send')
        throw new Error('not yet')
      }),
    )
    stops.push(
      onConnectionBack(async () => {
        steps.push('fetch')
      }),
    )
    reportAnswer()
    expect(steps).toEqual([])
    reportNoAnswer()
    reportAnswer()
    await vi.waitFor(() => expect(steps).toEqual(['send', 'fetch']))
  })
})

describe('the pause before a request is made once more', () => {
  const ended = (pause: Promise<void>) => {
    const how = vi.fn()
    pause.then(
      () => how('over'),
      (reason: unknown) => how(reason),
    )
    return how
  }
  beforeEach(() => void vi.useFakeTimers())

  test('is a second', async () => {
    reportNoAnswer()
    const how = ended(quietPause())
    await vi.advanceTimersByTimeAsync(QUIET_RETRY_MS - 1)
    expect(how).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(how).toHaveBeenCalledWith('over')
  })

  test('is over when the lost connection is back', async () => {
    reportNoAnswer()
    const how = ended(quietPause())
    await vi.advanceTimersByTimeAsync(10)
    expect(how).not.toHaveBeenCalled()
    reportAnswer()
    await vi.advanceTimersByTimeAsync(0)
    expect(how).toHaveBeenCalledWith('over')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is not cut short by answers where nothing was lost', async () => {
    const how = ended(quietPause())
    reportAnswer()
    await vi.advanceTimersByTimeAsync(QUIET_RETRY_MS - 1)
    expect(how).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(how).toHaveBeenCalledWith('over')
  })

  test('ends with the request that is no longer wanted', async () => {
    const wanted = new AbortController()
    const how = ended(quietPause(wanted.signal))
    wanted.abort('unwanted')
    await vi.advanceTimersByTimeAsync(0)
    expect(how).toHaveBeenCalledWith('unwanted')
    const late = ended(quietPause(wanted.signal))
    await vi.advanceTimersByTimeAsync(0)
    expect(late).toHaveBeenCalledWith('unwanted')
    expect(vi.getTimerCount()).toBe(0)
  })
})
