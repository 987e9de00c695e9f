import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/engine/database.ts'
import { KEPT } from '../db/retention.ts'
import { HttpError } from '../http/answers/http-error.ts'
import { evictOldest } from '../http/limits/evict-oldest.ts'
import type { LoginLimits } from '../http/limits/login-limits.ts'
import type { WrittenEvents } from '../http/written-events.ts'
import { HEARTBEAT, INTERRUPTED, messageFrame, OPEN, SECOND_POLL, STOPPING, TOO_MANY } from './frames.ts'
import type { LiveEvent } from './live-channels.ts'
import * as store from './live-channels.ts'
import { type FoundChannel, findChannels } from './live-channels.ts'

/** A request that waits for its answer. */
interface Waiting {
  readonly id: string
  /** Whose channel it is. */
  readonly login: string
  /** Who has that login. */
  readonly member: string
  /** The browser's mark in the address of this one request; null: none. */
  readonly mark: string | null
}

/** One poll of a channel, answered once. */
class Poll {
  readonly waiting: Waiting
  /** Null until the channel has been looked up, and while the poll is about to be answered. */
  cursor: number | null = null
  readonly answered: Promise<Buffer>
  #resolve: (frame: Buffer) => void = () => {}
  readonly #end: number
  #timer: NodeJS.Timeout | undefined

  constructor(waiting: Waiting, ms: number) {
    this.waiting = waiting
    this.#end = performance.now() + ms
    this.answered = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  /** Waits for what comes after that event; when its time is up it is answered with a heartbeat. */
  wait(cursor: number): void {
    this.cursor = cursor
    this.#timer = setTimeout(() => this.answer(HEARTBEAT), this.#end - performance.now()).unref()
  }

  /** Takes it from the waiting polls: from now on only the caller answers it. */
  claim(): void {
    this.cursor = null
    clearTimeout(this.#timer)
  }

  answer(frame: Buffer): void {
    this.claim()
    this.#resolve(frame)
  }
}

/** While polls wait, their channels are marked as seen this often: one without a poll may end that much sooner. */
const SEEN_EVERY_MS = 20_000
/** A member's devices and tabs, and some lost ones that have not expired yet. */
const MOST_CHANNELS = 10
/** Of channels that were polled at this process; one that is forgotten is looked up again. */
const MOST_KNOWN = 5_000

interface Parts {
  database: Database
  log: FastifyBaseLogger
  clock: () => Date
  writtenEvents: WrittenEvents
  heartbeatMs: number
  loginLimits: LoginLimits
}

/**
 * The polls that wait in this process, and how they are answered.
 *
 * How far a channel has read is kept in the database, so its polls may reach any process. Every event after the opening
 * is given to one poll of the channel, in order: the cursor moves before the answer is sent, and only from where the
 * poll found it. A client that may have missed an answer is never served as if it had got it: it gets a closed channel,
 * or a new one where it expects the old, so its SockJS client reports a lost connection and the app fetches the board
 * again. That happens when a connection breaks, when two polls of a channel meet, when a browser repeats a request whose answer
 * was lost on its way (it comes with the mark of a poll that was answered), and when the database fails.
 *
 * Opening costs a transaction, and only the database knows whether a poll opens a channel. So a channel that this process
 * does not know yet counts as an opening at first, and is refused without the database when its member has opened enough;
 * one that turns out to have been opened elsewhere is not counted.
 */
export class Channels {
  readonly #parts: Parts
  readonly #lookup: ChannelLookup
  /** By channel; also those that are being looked up or answered. */
  readonly #polls = new Map<string, Poll>()
  /** Whose login has polled a channel here, by channel. */
  readonly #known = new Map<string, string>()
  #announced = 0
  #wanted = false
  #giving: Promise<void> | null = null
  #stopped = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#lookup = new ChannelLookup(parts.database, () => this.#seenSince())
  }

  /** Returns how to stop. */
  async listen(): Promise<() => Promise<void>> {
    const { database, writtenEvents } = this.#parts
    const stops = [
      await database.listen('live', (newest) => {
        if (newest === '') writtenEvents.forget()
        this.#announced += 1
        this.#give()
      }),
      // A login that has ended takes its channels with it.
      await database.listen('session', () => void this.#see()),
    ]
    const timer = setInterval(() => void this.#see(), SEEN_EVERY_MS).unref()
    return async () => {
      clearInterval(timer)
      await Promise.all(stops.map((stop) => stop()))
    }
  }

  /** Answers with the frame for a poll. `whenBroken` calls back once its connection breaks before it has been answered. */
  async poll(waiting: Waiting, whenBroken: (broken: () => void) => void): Promise<Buffer> {
    const { id, login } = waiting
    const other = this.#polls.get(id)
    if (other) {
      if (other.waiting.login !== login) throw new HttpError(404, 'NOT_FOUND')
      return SECOND_POLL
    }
    const poll = new Poll(waiting, this.#parts.heartbeatMs)
    this.#polls.set(id, poll)
    try {
      await this.#begin(poll)
      whenBroken(() => {
        poll.answer(INTERRUPTED)
        void this.#close([id])
      })
      return await poll.answered
    } finally {
      this.#polls.delete(id)
    }
  }

  /** Whether this login has such a channel. */
  async has({ id, login, member }: Omit<Waiting, 'mark'>): Promise<boolean> {
    const { loginLimits } = this.#parts
    if (this.#known.get(id) === login) return true
    loginLimits.openChannel(member)
    const found = (await this.#lookup.find(id))?.login === login
    if (found) loginLimits.channelWasOpen(member)
    return found
  }

  /** Sends every client to another process, or to this one when it is back. */
  async stop(): Promise<void> {
    this.#stopped = true
    const ids = [...this.#polls.keys()]
    for (const poll of this.#polls.values()) poll.answer(STOPPING)
    await this.#giving
    await this.#close(ids)
  }

  get stopped(): boolean {
    return this.#stopped
  }

  #seenSince(): Date {
    return new Date(this.#parts.clock().getTime() - KEPT.liveChannelsMs)
  }

  async #begin(poll: Poll): Promise<void> {
    const announced = this.#announced
    const channel = await this.#enter(poll.waiting)
    if (this.#stopped) return poll.answer(STOPPING)
    if ('closed' in channel) {
      for (const id of channel.closed) this.#polls.get(id)?.answer(TOO_MANY)
      return poll.answer(OPEN)
    }
    poll.wait(channel.cursor)
    // An event announced during the query may be missing from its answer.
    if (channel.latest > channel.cursor || announced !== this.#announced) this.#give()
  }

  /** The channel itself, or a new one and the old ones that had to go for it. */
  async #enter({ id, login, member, mark }: Waiting): Promise<store.FoundChannel | { closed: string[] }> {
    const { database, clock, loginLimits } = this.#parts
    const now = clock()
    const isKnown = this.#known.get(id) === login
    if (!isKnown) loginLimits.openChannel(member)
    const found = await this.#lookup.find(id)
    if (found && found.login !== login) throw new HttpError(404, 'NOT_FOUND')
    const repeated = mark !== null && mark === found?.answered
    if (found && !repeated) {
      if (!isKnown) loginLimits.channelWasOpen(member)
      this.#know(id, login)
      if (now.getTime() - found.seenAt.getTime() > SEEN_EVERY_MS) {
        await database.transaction((queries) => store.seeChannels(queries, [id], now))
      }
      return found
    }
    if (isKnown) {
      this.#known.delete(id)
      loginLimits.openChannel(member)
    }
    const opened = await database.transaction(async (queries) => {
      await store.forgetUnseen(queries, this.#seenSince())
      const outcome = await store.openChannel(queries, { id, login, now })
      if (outcome === 'ended') throw new HttpError(401, 'UNAUTHENTICATED')
      if (outcome === 'taken') throw new HttpError(404, 'NOT_FOUND')
      return { closed: await store.closeOldest(queries, login, MOST_CHANNELS) }
    })
    this.#know(id, login)
    return opened
  }

  #know(id: string, login: string): void {
    this.#known.delete(id)
    this.#known.set(id, login)
    evictOldest(this.#known, MOST_KNOWN)
  }

  /** Answers every waiting poll with what is new to it; requests that come meanwhile are served next, together. */
  #give(): void {
    this.#wanted = true
    this.#giving ??= this.#giveAll()
  }

  async #giveAll(): Promise<void> {
    try {
      while (this.#wanted) {
        this.#wanted = false
        await this.#giveOnce()
      }
    } catch (error) {
      this.#parts.log.error({ err: error }, 'Live messages could not be delivered')
      for (const poll of this.#polls.values()) poll.answer(INTERRUPTED)
    } finally {
      this.#giving = null
    }
  }

  async #giveOnce(): Promise<void> {
    const { database, clock, writtenEvents } = this.#parts
    const polls = [...this.#polls.values()].flatMap((poll) =>
      poll.cursor === null ? [] : [{ poll, cursor: poll.cursor }],
    )
    if (polls.length === 0) return
    for (const { poll } of polls) poll.claim()
    const advances = polls.map(({ poll: { waiting }, cursor }) => ({ id: waiting.id, cursor, mark: waiting.mark }))
    const { events, advanced } = await database.statement((queries) =>
      store.giveEvents(queries, advances, clock(), writtenEvents),
    )
    const last = events.at(-1)?.id ?? 0
    const frames = new Map<number, Buffer>()
    for (const { poll, cursor } of polls) {
      if (cursor >= last) {
        poll.wait(cursor)
        continue
      }
      const frame = frames.get(cursor) ?? frameAfter(events, cursor)
      frames.set(cursor, frame)
      poll.answer(advanced.has(poll.waiting.id) ? frame : INTERRUPTED)
    }
  }

  /** Marks the channels of the waiting polls as seen, and ends the polls of channels that are gone. */
  async #see(): Promise<void> {
    const { database, log, clock } = this.#parts
    const polls = [...this.#polls.values()].filter(({ cursor }) => cursor !== null)
    if (polls.length === 0) return
    try {
      const ids = polls.map(({ waiting }) => waiting.id)
      const seen = await database.transaction((queries) => store.seeChannels(queries, ids, clock()))
      for (const poll of polls) if (!seen.has(poll.waiting.id)) poll.answer(INTERRUPTED)
    } catch (error) {
      log.warn({ err: error }, 'Live channels could not be marked as seen')
    }
  }

  async #close(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    for (const id of ids) this.#known.delete(id)
    const { database, log } = this.#parts
    try {
      await database.transaction((queries) => store.closeChannels(queries, ids))
    } catch (error) {
      log.warn({ err: error }, 'Live channels could not be closed')
    }
  }
}

const frameAfter = (events: readonly LiveEvent[], cursor: number): Buffer =>
  messageFrame(events.filter(({ id }) => id > cursor).map(({ message }) => message))

interface Lookup {
  id: string
  found: (channel: FoundChannel | null) => void
  failed: (error: unknown) => void
}

/** After an event every client polls again at once: those that poll while the database answers are looked up together. */
class ChannelLookup {
  readonly #database: Database
  readonly #seenSince: () => Date
  readonly #waiting: Lookup[] = []
  #looking: Promise<void> | null = null

  /** A channel that was not seen since then has ended. */
  constructor(database: Database, seenSince: () => Date) {
    this.#database = database
    this.#seenSince = seenSince
  }

  find(id: string): Promise<FoundChannel | null> {
    return new Promise((found, failed) => {
      this.#waiting.push({ id, found, failed })
      this.#looking ??= this.#look()
    })
  }

  async #look(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lookups = this.#waiting.splice(0)
      const ids = lookups.map(({ id }) => id)
      try {
        const channels = await this.#database.statement((queries) => findChannels(queries, ids, this.#seenSince()))
        for (const { id, found } of lookups) found(channels.get(id) ?? null)
      } catch (error) {
        for (const { failed } of lookups) failed(error)
      }
    }
    this.#looking = null
  }
}
