import type { Logger } from 'pino'
import { generateRequestDetails } from 'web-push-neo'
import { PUSH_PATH, type PushMessage } from '#contract/push'
import type { Database } from '../db/engine/database.ts'
import { type Repeated, repeat } from '../db/repeat.ts'
import { KEPT } from '../db/retention.ts'
import { growingWait } from '../http/answers/growing-wait.ts'
import type { Env } from '../settings/env.ts'
import { cannotPushTo, type Delivery, deliver, type Outside, type Sending, theInternet } from './deliver.ts'
import {
  type ClaimedNotice,
  claimNotices,
  dropDevice,
  dropNotice,
  nextDue,
  retryNotice,
  type VapidKeys,
  vapidKeys,
} from './push.ts'

/**
 * From the claim to the answer. A turn may end right after the claim: also on a busy machine nothing is sent 5 s later.
 */
const LONGEST_SENDING_MS = 3_000
/** Another process waits so long before it sends the device something else; longer only by the clocks' difference. */
const BUSY_MS = 2 * LONGEST_SENDING_MS
const AT_ONCE = 20
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 5 * 60_000
const SHORTEST_LOOK_MS = 50
/** After the database failed. */
const LOOK_AGAIN_MS = 5_000

interface PushParts {
  readonly env: Pick<Env, 'publicUrl' | 'pushHosts'>
  readonly database: Database
  readonly clock: () => Date
  readonly log: Pick<Logger, 'info' | 'warn'>
}

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)

/** Sends notices, several at once; each is claimed first: no other process sends it too. */
class PushSender {
  readonly #parts: PushParts
  readonly #vapid: VapidKeys
  readonly #outside: Outside
  readonly #underWay = new Set<Promise<void>>()
  readonly #looking: Repeated

  constructor(parts: PushParts, vapid: VapidKeys, outside: Outside) {
    this.#parts = parts
    this.#vapid = vapid
    this.#outside = outside
    this.#looking = repeat(() => () => this.#look(), LONGEST_WAIT_MS)
  }

  /** Something may be due. */
  look(): void {
    this.#looking.now()
  }

  async stop(): Promise<void> {
    await this.#looking.stop()
    await Promise.all(this.#underWay)
  }

  async #look(): Promise<number> {
    try {
      return await this.#claim()
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'Notifications wait for the database')
      return LOOK_AGAIN_MS
    }
  }

  /** Answers when something is due again, in milliseconds. */
  async #claim(): Promise<number> {
    const { database, clock } = this.#parts
    const most = AT_ONCE - this.#underWay.size
    // Whatever ends looks again.
    if (most === 0) return LONGEST_WAIT_MS
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
    if (!due) return LONGEST_WAIT_MS
    return Math.min(Math.max(due.getTime() - clock().getTime(), SHORTEST_LOOK_MS), LONGEST_WAIT_MS)
  }

  async #send(notice: ClaimedNotice, until: number): Promise<void> {
    const { database, log } = this.#parts
    try {
      const delivery = await this.#deliver(notice, until)
      await database.transaction(async (queries) => {
        if (delivery.outcome === 'gone') return dropDevice(queries, notice)
        if (delivery.outcome !== 'again') return dropNotice(queries, notice)
        const wait = Math.max(delivery.waitMs ?? 0, growingWait(FIRST_WAIT_MS, notice.tries, LONGEST_WAIT_MS))
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

/** Sends what is due, now and whenever a change writes more. Returns how to stop, which waits for what is under way. */
export async function startPush(parts: PushParts, outside: Outside = theInternet): Promise<() => Promise<void>> {
  const sender = new PushSender(parts, await parts.database.transaction(vapidKeys), outside)
  const stopListening = await parts.database.listen('push', () => sender.look())
  sender.look()
  return async () => {
    await stopListening()
    await sender.stop()
  }
}

const MINUTE_S = 60

/** How long a push service keeps it for a device that is off. What is newer takes its place there, too. */
const KEPT_S: Readonly<Record<ClaimedNotice['kind'], number>> = {
  turn: 60 * MINUTE_S,
  open: 60 * MINUTE_S,
  start: 60 * MINUTE_S,
  next: 10 * MINUTE_S,
  goal: 30 * MINUTE_S,
  message: 24 * 60 * MINUTE_S,
}

/** Where a tap leads. An admin's message is on every screen. */
const PATHS: Readonly<Partial<Record<ClaimedNotice['kind'], string>>> = { goal: '/tonight', message: '/' }

/** Whom a push service may write to about this server: an address that it accepts even for a league on this machine. */
const subjectOf = (publicUrl: string): string => (publicUrl.startsWith('https:') ? publicUrl : 'mailto:pool@localhost')

type Message = Pick<ClaimedNotice, 'kind' | 'tag' | 'title' | 'body' | 'endpoint' | 'p256dh' | 'auth'>

/** Encrypted for the device (RFC 8291) and signed with the server's key (RFC 8292). Rejects for a key that is none. */
export async function messageFor(
  { kind, tag, title, body, endpoint, p256dh, auth }: Message,
  vapid: VapidKeys,
  publicUrl: string,
): Promise<Sending> {
  const navigate = new URL(PATHS[kind] ?? PUSH_PATH, publicUrl).href
  const message: PushMessage = { web_push: 8030, notification: { title, body, navigate, tag } }
  const { headers, body: encrypted } = await generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: subjectOf(publicUrl), ...vapid },
      TTL: KEPT_S[kind],
      urgency: kind === 'next' || kind === 'goal' ? 'normal' : 'high',
      topic: tag,
    },
  )
  return { endpoint, headers, body: encrypted }
}
