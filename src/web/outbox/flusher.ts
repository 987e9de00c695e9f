import type { CallInput } from '#contract/call'
import { addToCart, emptyCart, removeFromCart } from '#contract/trading'
import { getUser, meansLoggedOut } from '#contract/user'
import { CallError, isUnreachable } from '../net/call-error.ts'
import { request, requestPatiently } from '../net/request.ts'
import { formerOwnerOf, ownerOf } from '../offline/owner.ts'
import type { StoreAccess } from '../offline/store-access.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { Lane, OutboxRow, RowRefusal } from './row.ts'

/** Far longer than a request may take: a holder of the lock for so long was frozen. */
export const SENDER_WAIT_MS = 30_000

/** Name of the channel, of the lock and of the worker's `sync` event. */
export const OUTBOX = 'pool-outbox'

/** The one message between a device's senders: the rows have changed. */
const CHANGED = 'changed'

export interface OutboxChannel {
  announce(): void
  close(): void
}

/** To and from the other tabs and the worker. */
export const openOutboxChannel = (onChange: () => void): OutboxChannel => {
  if (typeof BroadcastChannel === 'undefined') return { announce: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(OUTBOX)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === CHANGED) onChange()
  }
  return { announce: () => channel.postMessage(CHANGED), close: () => channel.close() }
}

/**
 * Runs the work while neither another tab nor the worker does. A frozen tab keeps its lock, so after a while it is
 * taken from it: `isAlone` shows it, when it wakes up, that its time is over. Without locks (plain http, where there is
 * no worker either) two tabs may send the same row, which the row's key makes harmless.
 */
export const exclusively = async (
  work: (isAlone: () => boolean) => Promise<void>,
  waitMs = SENDER_WAIT_MS,
): Promise<void> => {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (!locks) return await work(() => true)
  let isAlone = true
  let working: Promise<void> | null = null
  const begin = () => {
    working = work(() => isAlone)
    return working
  }
  const hold = async (options: LockOptions): Promise<void> => {
    try {
      await locks.request(OUTBOX, options, begin)
    } catch (error) {
      if (!working) throw error
      // The work failed, or the lock was taken away while it went on.
      isAlone = false
      await working
    }
  }
  try {
    await hold({ signal: AbortSignal.timeout(waitMs) })
  } catch (error) {
    if (working) throw error
    await hold({ steal: true })
  }
}

type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: RowRefusal }
  | { readonly kind: 'login' }
  /** `afterMs`: how long the server wants us to wait. */
  | { readonly kind: 'again'; readonly afterMs: number | null }

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Too slow, too early, too many. */
const notDecided: readonly number[] = [408, 425, 429]

const outcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof CallError)) return { kind: 'again', afterMs: null }
  const { kind, status, code, message, retryAfterMs } = error
  if (kind === 'login') return { kind: 'login' }
  const isDecided = !isUnreachable(error) && status < 500 && !notDecided.includes(status)
  return isDecided
    ? { kind: 'refused', refusal: { code, sentence: message } }
    : { kind: 'again', afterMs: retryAfterMs }
}

/** Doubling, from 1 s to 60 s, with chance in it: phones do not come back together. `chance`: 0 to 1. */
const pauseBefore = (attempts: number, chance: number): number => {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts)
  return FIRST_PAUSE_MS + chance * (longest - FIRST_PAUSE_MS)
}

const applyOutcome = (row: OutboxRow, outcome: Outcome | { readonly kind: 'expired' }, now: number, chance: number) => {
  switch (outcome.kind) {
    case 'done':
      return { ...row, state: 'done' } as const
    case 'refused':
      return { ...row, state: 'refused', refusal: outcome.refusal } as const
    case 'expired':
      return { ...row, state: 'expired' } as const
    case 'login':
      return { ...row, state: 'login' } as const
    case 'again':
      return {
        ...row,
        state: 'queued',
        nextAt: now + Math.max(outcome.afterMs ?? 0, pauseBefore(row.attempts, chance)),
        insisted: outcome.afterMs !== null,
      } as const
  }
}

/** What a sender depends on: the page and the worker each bring their own. */
export interface FlusherDeps {
  readonly access: StoreAccess<OutboxStore>
  readonly now: () => number
  /** 0 to 1. */
  readonly chance: () => number
  /** Runs the work while no other sender of this device is at work; `isAlone` turns false if another one takes over. */
  readonly exclusively: (work: (isAlone: () => boolean) => Promise<void>) => Promise<void>
  /** The server has answered whose session it is; null: no one's. */
  readonly identified: (owner: string | null) => Promise<void>
  /** Fetches the server's cart for the screen and for the next launch. Whether it came. */
  readonly refreshCart: (teamId: number) => Promise<boolean>
  readonly changed: () => void
}

interface Flusher {
  /** Sends what can be sent. Resolves with the time (ms) to look again, or null when nothing waits for a time. */
  flush(eager: boolean): Promise<number | null>
}

const earliest = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.min(...known)
}

const post = ({ id, teamId, change }: OutboxRow): Promise<unknown> => {
  if (change.kind === 'empty') return request(emptyCart, { params: { teamId }, idempotencyKey: id })
  const params = { teamId, playerId: change.player.playerId }
  if (change.kind === 'remove') return request(removeFromCart, { params, idempotencyKey: id })
  const query: CallInput<typeof addToCart>['query'] = { action: change.action === 'BUY' ? 'buy' : 'sell' }
  return request(addToCart, { params, query, idempotencyKey: id })
}

/**
 * Sends one change. The same key makes a repeated one harmless, and without a key the cart's changes are idempotent.
 */
export const sendRow = async (row: OutboxRow): Promise<Outcome> => {
  try {
    await post(row)
    return { kind: 'done' }
  } catch (error) {
    return outcomeOf(error)
  }
}

interface Identity {
  readonly owner: string
  /** What their rows were stored as before. */
  readonly former: string | null
}

/** Whose session the server knows; null without one, undefined without an answer. */
const readSession = async (): Promise<Identity | null | undefined> => {
  try {
    const user = await requestPatiently(getUser, {})
    const owner = ownerOf(user)
    return owner === null ? null : { owner, former: formerOwnerOf(user) }
  } catch (error) {
    return error instanceof CallError && meansLoggedOut(error.status) ? null : undefined
  }
}

/** The only sender of outbox rows. */
export const createFlusher = (deps: FlusherDeps): Flusher => {
  const { access, now, chance, refreshCart, changed } = deps

  const drain = async (lane: Lane, eager: boolean, isAlone: () => boolean): Promise<number | null> => {
    for (;;) {
      const taken = await access.use((store) => store.take(lane, { now: now(), eager }))
      if (!taken || taken.kind === 'nothing') return null
      if (taken.kind === 'wait') return taken.until
      changed()
      // This tab was frozen: another sender has the row by now.
      if (!isAlone()) return now() + SENDER_WAIT_MS
      const isExpired = taken.row.expiresAt <= now()
      const outcome = isExpired ? ({ kind: 'expired' } as const) : await sendRow(taken.row)
      if (!isAlone()) return now() + SENDER_WAIT_MS
      const row = applyOutcome(taken.row, outcome, now(), chance())
      await access.use((store) => store.recordOutcome(row))
      if (outcome.kind === 'login') await access.use((store) => store.awaitLogin(lane.owner))
      changed()
      if (outcome.kind === 'login') return null
      if (outcome.kind === 'again') return row.nextAt
    }
  }

  /** Accepted rows leave the outbox once the cart has been refetched. */
  const forgetDone = async (lane: Lane): Promise<void> => {
    const done = await access.use((store) => store.done(lane))
    if (!done || done.length === 0 || !(await refreshCart(lane.teamId))) return
    await access.use((store) => store.forget(done))
    changed()
  }

  const run = async (eager: boolean, isAlone: () => boolean): Promise<number | null> => {
    // The sender of a row is gone, or it would not be this sender's turn.
    await access.use((store) => store.requeue())
    const lanes = (await access.use((store) => store.lanes())) ?? []
    if (lanes.length === 0) return null
    const known = await readSession()
    if (known === undefined) return now() + SENDER_WAIT_MS
    await deps.identified(known?.owner ?? null)
    if (known === null) {
      const owners = new Set(lanes.map((lane) => lane.owner))
      for (const waiting of owners) {
        if (await access.use((store) => store.awaitLogin(waiting))) changed()
      }
      return null
    }
    const { owner, former } = known
    if (former !== null) await access.use((store) => store.adopt(former, owner))
    const own = ((await access.use((store) => store.lanes())) ?? []).filter((lane) => lane.owner === owner)
    const times = await Promise.all(
      own.map(async (lane) => {
        const until = await drain(lane, eager, isAlone)
        await forgetDone(lane)
        return until
      }),
    )
    return earliest(times)
  }

  let running: Promise<number | null> | null = null
  let again: { eager: boolean } | null = null

  const runs = async (eager: boolean): Promise<number | null> => {
    if (await access.use((store) => store.tidy(now()))) changed()
    // Checked before waiting for the lock: usually there is nothing to do.
    const lanes = await access.use((store) => store.lanes())
    if (!lanes || lanes.length === 0) return null
    let until: number | null = null
    await deps.exclusively(async (isAlone) => {
      until = await run(eager, isAlone)
    })
    return until
  }

  return {
    flush: (eager) => {
      if (running) {
        again = { eager: eager || (again?.eager ?? false) }
        return running
      }
      const loop = async () => {
        try {
          let until = await runs(eager)
          for (let next = again; next !== null; next = again) {
            again = null
            until = await runs(next.eager)
          }
          return until
        } finally {
          running = null
        }
      }
      running = loop()
      return running
    },
  }
}
