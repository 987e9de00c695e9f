import type { Logger } from 'pino'
import type { Env } from '../settings/env.ts'
import type { Database } from '../store/engine/database.ts'
import {
  type ClaimedNotice,
  claimNotices,
  dropDevice,
  dropNotice,
  nextDue,
  retryNotice,
} from '../store/subjects/push-outbox.ts'
import { KEPT } from '../store/subjects/retention.ts'
import { cannotPushTo } from './addresses.ts'
import { type Delivery, deliver, type Outside } from './deliver.ts'
import { messageFor } from './message.ts'
import type { VapidKeys } from './vapid.ts'

/** From the claim to the answer. A turn may end right after the claim: also on a busy machine nothing is sent 5 s later. */
const LONGEST_SENDING_MS = 3_000
/** Another process waits so long before it sends the device something else; longer only by the clocks' difference. */
const BUSY_MS = 2 * LONGEST_SENDING_MS
const AT_ONCE = 20
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 5 * 60_000
const SHORTEST_LOOK_MS = 50
/** After the database failed. */
const LOOK_AGAIN_MS = 5_000

export interface PushParts {
  readonly env: Pick<Env, 'publicUrl' | 'pushHosts'>
  readonly database: Database
  readonly clock: () => Date
  readonly log: Pick<Logger, 'info' | 'warn'>
}

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)

/** Sends notices, several at once; each is claimed first, so that no other process sends it too. */
export class PushSender {
  readonly #parts: PushParts
  readonly #vapid: VapidKeys
  readonly #outside: Outside
  readonly #underWay = new Set<Promise<void>>()
  #looking: Promise<void> | null = null
  #wanted = false
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(parts: PushParts, vapid: VapidKeys, outside: Outside) {
    this.#parts = parts
    this.#vapid = vapid
    this.#outside = outside
  }

  /** Something may be due. */
  look(): void {
    this.#wanted = true
    if (this.#stopped) return
    this.#looking ??= this.#lookOn().finally(() => {
      this.#looking = null
      if (this.#wanted) this.look()
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#looking
    await Promise.all(this.#underWay)
  }

  async #lookOn(): Promise<void> {
    try {
      while (this.#wanted && !this.#stopped) {
        this.#wanted = false
        await this.#claim()
      }
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'Notifications wait for the database')
      this.#lookIn(LOOK_AGAIN_MS)
    }
  }

  async #claim(): Promise<void> {
    const { database, clock } = this.#parts
    const most = AT_ONCE - this.#underWay.size
    // Whatever ends looks again.
    if (most === 0) return
    const until = performance.now() + LONGEST_SENDING_MS
    const { claimed, due } = await database.transaction(async (queries) => {
      const now = clock()
      return {
        claimed: await claimNotices(queries, { now, most, busyUntil: later(now, BUSY_MS) }),
        due: await nextDue(queries),
      }
    })
    for (const notice of claimed) {
      const sending: Promise<void> = this.#send(notice, until).finally(() => {
        this.#underWay.delete(sending)
        this.look()
      })
      this.#underWay.add(sending)
    }
    if (due) this.#lookIn(due.getTime() - clock().getTime())
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    this.#timer = setTimeout(() => this.look(), Math.min(Math.max(ms, SHORTEST_LOOK_MS), LONGEST_WAIT_MS)).unref()
  }

  async #send(notice: ClaimedNotice, until: number): Promise<void> {
    const { database, log } = this.#parts
    try {
      const delivery = await this.#deliver(notice, until)
      await database.transaction(async (queries) => {
        if (delivery.outcome === 'gone') return dropDevice(queries, notice)
        if (delivery.outcome !== 'again') return dropNotice(queries, notice)
        const wait = Math.max(delivery.waitMs ?? 0, Math.min(FIRST_WAIT_MS * 2 ** notice.tries, LONGEST_WAIT_MS))
        return retryNotice(database, queries, notice, later(this.#parts.clock(), Math.min(wait, KEPT.noticesMs)))
      })
      if (delivery.outcome === 'sent') return
      const service = new URL(notice.endpoint).hostname
      const words =
        delivery.outcome === 'gone' ? 'A device no longer takes notifications' : 'A notification was not delivered'
      log.info({ service, ...delivery }, words)
    } catch (error) {
      log.warn({ err: error }, 'What became of a notification could not be noted')
    }
  }

  async #deliver(notice: ClaimedNotice, until: number): Promise<Delivery> {
    const { env } = this.#parts
    // The list may have been longer when the device came.
    if (cannotPushTo(notice.endpoint, env.pushHosts)) return { outcome: 'gone' }
    const message = await messageFor(notice, this.#vapid, env.publicUrl)
    const left = Math.max(0, Math.ceil(until - performance.now()))
    return deliver(message, this.#outside, AbortSignal.timeout(left))
  }
}
