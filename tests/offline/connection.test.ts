import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getConnection, onConnectionBack, reportAnswer, reportNoAnswer, watchConnection } from '#web/offline/connection'

const stops: (() => void)[] = []
beforeEach(() => reportAnswer(1))
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the connection is what last happened', () => {
  test('an answer, then none, then one again', () => {
    reportAnswer(1_000)
    expect(getConnection()).toEqual({ online: true, lastAnswerAt: 1_000 })
    reportNoAnswer()
    expect(getConnection()).toEqual({ online: false, lastAnswerAt: 1_000 })
    reportAnswer(2_000)
    expect(getConnection()).toEqual({ online: true, lastAnswerAt: 2_000 })
  })

  test('the browser saying "online" is a hint to ask, not an answer', async () => {
    const probe = vi.fn(async () => undefined)
    stops.push(watchConnection(probe))
    window.dispatchEvent(new Event('offline'))
    expect(getConnection().online).toBe(false)
    window.dispatchEvent(new Event('online'))
    expect(probe).toHaveBeenCalledTimes(1)
    expect(getConnection().online).toBe(false)
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
