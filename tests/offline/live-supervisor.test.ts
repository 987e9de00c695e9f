import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSockJs } from '#web/live/sockjs-channel'
import {
  type ChannelEvents,
  POLL_MS,
  SILENCE_MS,
  type Supervisor,
  superviseChannel,
  watchWaking,
} from '#web/live/supervisor'
import { deferred } from '../support/deferred.ts'

/** Every channel that was asked for, the latest last. */
let opened: (ChannelEvents & { isClosed: boolean })[]
let canCreate: boolean
let reached: boolean
let visible: boolean
/** Everything on screen could be fetched. */
let whole: boolean
/** Ends refetches that got no answer. */
let answer: Promise<void>
let reports: boolean[]
/** What was done to the board, in order. */
let done: string[]
let supervisor: Supervisor

const refetch = async () => {
  done.push('refetch')
  await answer
  return reached
}

const start = () => {
  supervisor = superviseChannel({
    open: async (events) => {
      if (!canCreate) throw new Error('no code')
      const channel = { ...events, isClosed: false }
      opened.push(channel)
      return {
        close: () => {
          channel.isClosed = true
        },
      }
    },
    refetch,
    isCurrent: () => whole,
    apply: (message) => void done.push(message),
    report: (dropped) => reports.push(dropped),
    isVisible: () => visible,
    now: () => Date.now(),
  })
}

const latest = () => {
  const channel = opened.at(-1)
  if (!channel) throw new Error('No channel was opened.')
  return channel
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Open, with its first fetch done. */
const openChannel = async () => {
  start()
  await pass(0)
  latest().opened()
  await pass(0)
  done = []
}

describe('the channel of the draft', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    opened = []
    done = []
    reports = []
    canCreate = true
    reached = true
    visible = true
    whole = true
    answer = Promise.resolve()
  })

  afterEach(() => {
    supervisor.stop()
  })

  test('fetches once it is open, and applies what came meanwhile afterwards, in order', async () => {
    start()
    await pass(0)
    latest().opened()
    latest().message('first')
    latest().message('second')
    await pass(0)
    expect(done).toEqual(['refetch', 'first', 'second'])
  })

  test('applies what comes together without a step in between, in which the board could be drawn', async () => {
    await openChannel()
    latest().message('first')
    latest().message('second')
    while (done.length === 0) await Promise.resolve()
    expect(done).toEqual(['first', 'second'])
  })

  test('tries five times, and then polls; that it is lost it says within five seconds', async () => {
    start()
    for (const delay of [2_000, 4_000, 6_000, 8_000]) {
      await pass(0)
      const count = opened.length
      latest().closed(false)
      await pass(delay - 1)
      expect(opened).toHaveLength(count)
      await pass(1)
      expect(opened).toHaveLength(count + 1)
    }
    latest().closed(false)
    expect(reports).toEqual([true])
    reached = false
    await pass(2 * POLL_MS)
    expect(done).toEqual(['refetch', 'refetch'])
    expect(opened).toHaveLength(5)
    reached = true
    await pass(POLL_MS)
    expect(opened).toHaveLength(6)
    // From then on each attempt that fails is followed by another poll.
    latest().closed(false)
    done = []
    await pass(POLL_MS)
    expect(done).toEqual(['refetch'])
    expect(opened).toHaveLength(7)
    latest().opened()
    expect(reports).toEqual([true, false])
  })

  test('that never opens is a failed attempt after ten seconds', async () => {
    start()
    await pass(10_000 + 2_000)
    expect(opened).toHaveLength(2)
    expect(opened[0]?.isClosed).toBe(true)
  })

  test.each([1, 2, 3, 4])('that %i times cannot even be created waits three seconds more each time', async (times) => {
    canCreate = false
    start()
    for (let failed = 1; failed < times; failed += 1) await pass(3_000 * failed)
    canCreate = true
    await pass(3_000 * times - 1)
    expect(opened).toHaveLength(0)
    await pass(1)
    expect(opened).toHaveLength(1)
  })

  describe('that the server has ended cleanly', () => {
    /** Open, ended, and polled for the first time. */
    const end = async () => {
      await openChannel()
      latest().closed(true)
      await pass(POLL_MS)
      expect(done).toEqual(['refetch'])
    }

    test('is not opened again by itself, and the board is polled', async () => {
      await end()
      await pass(3 * POLL_MS)
      expect(done).toHaveLength(4)
      expect(opened).toHaveLength(1)
      expect(reports).toEqual([true])
    })

    test('also where it never was open', async () => {
      start()
      await pass(0)
      latest().closed(true)
      await pass(3 * POLL_MS)
      expect(opened).toHaveLength(1)
      expect(done).toHaveLength(3)
    })

    test('is opened again by the member, and then has its attempts', async () => {
      await end()
      supervisor.wake()
      await pass(0)
      expect(opened).toHaveLength(2)
      expect(reports).toEqual([true])
      latest().closed(false)
      await pass(POLL_MS)
      expect(opened).toHaveLength(3)
      latest().opened()
      expect(reports).toEqual([true, false])
    })

    test('is not opened by a network that is back, nor after a sleep; the board is fetched at once and polled on', async () => {
      await end()
      done = []
      supervisor.recover()
      await pass(0)
      expect(done).toEqual(['refetch'])
      vi.setSystemTime(Date.now() + 600_000)
      await pass(5_000)
      expect(done).toEqual(['refetch', 'refetch'])
      await pass(2 * POLL_MS)
      expect(done).toHaveLength(4)
      expect(opened).toHaveLength(1)
    })

    test('and again after the member has opened it stays ended', async () => {
      await end()
      supervisor.wake()
      await pass(0)
      latest().opened()
      latest().closed(true)
      await pass(4 * POLL_MS)
      expect(opened).toHaveLength(2)
      expect(reports).toEqual([true, false, true])
    })
  })

  describe('and the window', () => {
    const show = (state: 'hidden' | 'visible') => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
      document.dispatchEvent(new Event('visibilitychange'))
    }
    let stopWatching: () => void
    beforeEach(async () => {
      start()
      stopWatching = watchWaking(supervisor, () => Date.now())
      await pass(0)
      latest().opened()
    })
    afterEach(() => {
      stopWatching()
    })

    test.each([
      ['a short look away changes nothing', 1_000, false, 1],
      ['a long one restarts', 6_000, false, 2],
      ['once ended, each restarts', 1_000, true, 2],
    ])('%s', async (_, awayMs, isEnded, count) => {
      if (isEnded) latest().closed(true)
      show('hidden')
      await pass(awayMs)
      show('visible')
      await pass(0)
      expect(opened).toHaveLength(count)
    })

    test('a page that comes back from the cache of the browser opens it again', async () => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      await pass(0)
      expect(opened).toHaveLength(2)
    })

    test('a network that is back opens it again, and none that was ended', async () => {
      window.dispatchEvent(new Event('online'))
      await pass(0)
      expect(opened).toHaveLength(2)
      latest().closed(true)
      window.dispatchEvent(new Event('online'))
      await pass(0)
      expect(opened).toHaveLength(2)
    })
  })

  test('that is lost is said within five seconds, and one that is back before not at all', async () => {
    await openChannel()
    await pass(20_000)
    latest().closed(false)
    await pass(2_000)
    latest().opened()
    await pass(20_000)
    expect(reports).toEqual([])
    latest().closed(false)
    await pass(2_000)
    latest().closed(false)
    await pass(3_000)
    expect(reports).toEqual([true])
    expect(supervisor.isLost()).toBe(true)
    await pass(1_000)
    latest().opened()
    expect(reports).toEqual([true, false])
  })

  test('that held for a while has all its attempts again', async () => {
    start()
    for (let round = 0; round < 7; round += 1) {
      await pass(2_000)
      latest().opened()
      await pass(11_000)
      latest().closed(false)
    }
    expect(reports).toEqual([])
  })

  test('that is silent for 35 seconds is dead; heartbeats keep it', async () => {
    await openChannel()
    await pass(25_000)
    latest().alive()
    await pass(25_000)
    expect(opened).toHaveLength(1)
    latest().alive()
    await pass(SILENCE_MS + 5_000 + 2_000)
    expect(opened[0]?.isClosed).toBe(true)
    expect(opened).toHaveLength(2)
  })

  test('restarts when the phone has slept', async () => {
    await openChannel()
    vi.setSystemTime(Date.now() + 600_000)
    await pass(5_000)
    expect(opened).toHaveLength(2)
    expect(done).toEqual(['refetch'])
  })

  test('polls only while somebody is looking', async () => {
    start()
    await pass(0)
    latest().closed(true)
    visible = false
    await pass(4 * POLL_MS)
    expect(done).toEqual([])
    visible = true
    await pass(POLL_MS)
    expect(done).toEqual(['refetch'])
  })

  test('waking fetches at once and once more when the new channel is open; the old one is not heard', async () => {
    start()
    await pass(0)
    const old = latest()
    old.opened()
    await pass(0)
    done = []
    supervisor.wake()
    await pass(0)
    expect(done).toEqual(['refetch'])
    expect(old.isClosed).toBe(true)
    old.message('late')
    old.closed(false)
    latest().opened()
    await pass(0)
    expect(done).toEqual(['refetch', 'refetch'])
    expect(opened).toHaveLength(2)
  })

  test('waking does not wait for a request that died in the sleep, nor for what stood in line behind it', async () => {
    const dead = deferred<void>()
    answer = dead.promise
    await openChannel()
    latest().message('from before')
    whole = false
    await pass(5_000)
    answer = Promise.resolve()
    done = []
    supervisor.wake()
    await pass(0)
    latest().opened()
    latest().message('from after')
    await pass(0)
    expect(done).toEqual(['refetch', 'refetch', 'from after'])
    dead.resolve()
    await pass(0)
    expect(done).toEqual(['refetch', 'refetch', 'from after'])
    // Nor is what could not be fetched forgotten with the request that was to fetch it again.
    await pass(5_000)
    expect(done).toEqual(['refetch', 'refetch', 'from after', 'refetch'])
  })

  test('while it is open, what could not be fetched is fetched again, one request after the other', async () => {
    await openChannel()
    whole = false
    answer = new Promise((resolve) => setTimeout(resolve, 12_000))
    await pass(5_000)
    expect(done).toEqual(['refetch'])
    await pass(9_000)
    expect(done).toEqual(['refetch'])
    await pass(5_000)
    expect(done).toEqual(['refetch', 'refetch'])
    whole = true
    await pass(10_000)
    expect(done).toEqual(['refetch', 'refetch'])
    expect(opened).toHaveLength(1)
  })

  test('is left when the screen is, also while it is being created', async () => {
    await openChannel()
    supervisor.stop()
    expect(latest().isClosed).toBe(true)
    await pass(120_000)
    expect(opened).toHaveLength(1)
    start()
    supervisor.stop()
    await pass(0)
    expect(latest().isClosed).toBe(true)
  })
})

const sockets: { onclose?: (event: object) => void }[] = vi.hoisted(() => [])
vi.mock('sockjs-client/dist/sockjs.min.js', () => ({
  default: class {
    constructor() {
      sockets.push(this)
    }
  },
}))

test.each([
  ['that it must not be opened again', 1000, true, true],
  ['that it restarts', 1012, true, false],
  ['nothing: the connection broke', 1000, false, false],
])('the server says at the end of a channel %s', async (_, code, wasClean, isEnded) => {
  const ends: boolean[] = []
  const ignore = () => undefined
  await openSockJs({ opened: ignore, message: ignore, alive: ignore, closed: (clean) => ends.push(clean) })
  sockets.at(-1)?.onclose?.({ code, wasClean })
  expect(ends).toEqual([isEnded])
})
