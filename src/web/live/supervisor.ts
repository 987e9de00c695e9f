import { LIVE } from '#contract/limits'

// Keeps the board up to date on bad Wi-Fi: reconnects, detects dead connections, and polls when nothing else helps.

/** Silence for this long, heartbeats included: the poll is dead, which the client library cannot detect. */
export const SILENCE_MS = 35_000
/** A timer this late means that the phone slept. */
const SLEPT_MS = 20_000
export const POLL_MS = 15_000
const TICK_MS = 5_000
/** A channel that is back sooner was not worth a word; the board says within 5 s that it is lost. */
const LOST_AFTER_MS = 4_000

/** A live connection as the library gives it. */
export interface Channel {
  /** Ends it; no event follows. */
  close(): void
}

export interface ChannelEvents {
  opened(): void
  message(text: string): void
  /** A heartbeat. */
  alive(): void
  /** `clean`: the server closed it on purpose and must not be reconnected to. */
  closed(clean: boolean): void
}

interface Deps {
  readonly open: (events: ChannelEvents) => Promise<Channel>
  /** Fetches what missed messages may have changed; false when the server could not be reached. */
  readonly refetch: () => Promise<boolean>
  /** Whether the latest fetch of everything on screen succeeded. */
  readonly isCurrent: () => boolean
  readonly apply: (message: string) => void
  /** `lost`: there are no live updates for now. */
  readonly report: (lost: boolean) => void
  readonly isVisible: () => boolean
  readonly now: () => number
}

export interface Supervisor {
  /** Reconnects and refetches at once: the app is visible again, or the member requested it. */
  wake(): void
  /** The same when the network is back, without the member: a channel that the server ended stays ended. */
  recover(): void
  /** Whether there are no live updates for now. */
  isLost(): boolean
  stop(): void
}

/** Delay before the next attempt, ms (spec, section 9); `attempt` counts the failed ones, from 1. */
const retryDelay = (attempt: number, wasCreated: boolean): number =>
  wasCreated
    ? Math.min(LIVE.retryStepMs * attempt, LIVE.retryCapMs)
    : Math.min(LIVE.creationRetryStepMs * attempt, LIVE.creationRetryCapMs)

export const superviseChannel = ({ open, refetch, isCurrent, apply, report, isVisible, now }: Deps): Supervisor => {
  /** Incremented with every connection attempt: events of earlier ones are ignored. */
  let era = 0
  let channel: Channel | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failed = 0
  let heardAt = now()
  let openedAt: number | null = null
  /** Five attempts in a row have failed, or the server ended the channel: the board is being polled. */
  let dropped = false
  let lost = false
  let losing: ReturnType<typeof setTimeout> | undefined
  /** The server ended the channel cleanly: only the member opens another (spec, section 9). */
  let isEnded = false
  let isStopped = false
  /** Messages are applied in order, after any refetch that was under way when they came. */
  let queue = Promise.resolve()
  /** Those that wait for it. What one answer brings is applied at once, so that it is drawn once. */
  let arrived: string[] = []
  /**
   * Incremented with every wake-up, which starts a new queue: a request that died during sleep would block the old
   * one.
   */
  let woken = 0
  let isCatchingUp = false

  const enqueue = (work: () => unknown) => {
    const mine = woken
    queue = queue
      .then(() => (mine === woken ? work() : undefined))
      .then(
        () => undefined,
        () => undefined,
      )
  }

  /** Refetches what failed after a message or at the opening; otherwise it would be missing until the next message. */
  const catchUp = () => {
    isCatchingUp = true
    enqueue(async () => {
      await refetch()
      isCatchingUp = false
    })
  }

  const setLost = (next: boolean) => {
    clearTimeout(losing)
    losing = undefined
    if (lost !== next) report(next)
    lost = next
  }

  const teardown = () => {
    era += 1
    clearTimeout(timer)
    channel?.close()
    channel = null
    openedAt = null
  }

  const connect = async (): Promise<void> => {
    teardown()
    isEnded = false
    const mine = era
    const isMine = () => era === mine && !isStopped
    heardAt = now()
    timer = setTimeout(() => lose(true), LIVE.timeoutMs)
    try {
      const opened = await open({
        opened: () => {
          if (!isMine()) return
          clearTimeout(timer)
          heardAt = now()
          openedAt = heardAt
          dropped = false
          setLost(false)
          // Connect first, then fetch: nothing is missed in between.
          enqueue(refetch)
        },
        message: (text) => {
          if (!isMine()) return
          heardAt = now()
          arrived.push(text)
          if (arrived.length === 1) enqueue(() => arrived.splice(0).forEach(apply))
        },
        alive: () => {
          if (isMine()) heardAt = now()
        },
        closed: (clean) => {
          if (!isMine()) return
          if (!clean) return lose(true)
          isEnded = true
          drop()
        },
      })
      if (isMine()) channel = opened
      else opened.close()
    } catch {
      if (isMine()) lose(false)
    }
  }

  const lose = (wasCreated: boolean) => {
    // A connection that lasted for a while counts as a success: attempts start over.
    if (openedAt !== null && now() - openedAt >= LIVE.timeoutMs) failed = 0
    failed += 1
    // Once dropped, one attempt after each poll is enough: the polls keep the board up to date.
    if (dropped || failed >= LIVE.maxAttempts) return drop()
    losing ??= setTimeout(() => setLost(true), LOST_AFTER_MS)
    teardown()
    timer = setTimeout(() => void connect(), retryDelay(failed, wasCreated))
  }

  const drop = () => {
    teardown()
    failed = 0
    dropped = true
    setLost(true)
    poll()
  }

  /** Polls while the channel is down and the page visible; unless it was ended, a successful poll reconnects. */
  const poll = () => {
    const mine = era
    timer = setTimeout(() => {
      if (!isVisible()) return poll()
      enqueue(async () => {
        const reached = await refetch()
        if (era !== mine || isStopped) return
        if (reached && !isEnded) await connect()
        else poll()
      })
    }, POLL_MS)
  }

  /** Requests that died during sleep are not awaited. */
  const restartQueue = () => {
    woken += 1
    queue = Promise.resolve()
    arrived = []
    isCatchingUp = false
    enqueue(refetch)
  }

  const wake = () => {
    if (isStopped) return
    failed = 0
    // Connecting may take a while: refetch first, and again once it is open.
    restartQueue()
    void connect()
  }

  const recover = () => {
    if (!isEnded) return wake()
    if (isStopped) return
    teardown()
    restartQueue()
    poll()
  }

  let tickedAt = now()
  const ticker = setInterval(() => {
    const slept = now() - tickedAt > TICK_MS + SLEPT_MS
    tickedAt = now()
    if (slept) return recover()
    if (channel === null || openedAt === null) return
    if (now() - heardAt > SILENCE_MS) {
      setLost(true)
      return lose(true)
    }
    if (!isCatchingUp && !isCurrent()) catchUp()
  }, TICK_MS)

  void connect()
  return {
    wake,
    recover,
    isLost: () => lost,
    stop() {
      isStopped = true
      clearInterval(ticker)
      clearTimeout(losing)
      teardown()
    },
  }
}

/** Being hidden for less is no reason to reconnect. */
const HIDDEN_MS = 5_000

/**
 * Wakes the channel when the app becomes visible after a while or returns from the back-forward cache, and a lost
 * channel whenever the app becomes visible; recovers it when the network is back.
 */
export const watchWaking = ({ wake, recover, isLost }: Omit<Supervisor, 'stop'>, now: () => number): (() => void) => {
  let hiddenAt: number | null = null
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt ??= now()
      return
    }
    const wasAway = hiddenAt !== null && now() - hiddenAt >= HIDDEN_MS
    hiddenAt = null
    if (wasAway || isLost()) wake()
  }
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) wake()
  }
  const watch = new AbortController()
  document.addEventListener('visibilitychange', onVisibility, watch)
  window.addEventListener('pageshow', onPageShow, watch)
  window.addEventListener('online', recover, watch)
  return () => watch.abort()
}
