import type { ShoppingCart } from '#contract/trading'
import type { StoreAccess } from '../store-access.ts'
import { TIMEOUT_MS } from '../timeout.ts'
import type { OutboxStore } from './outbox-store.ts'
import { applyOutcome, isMet, type Outcome } from './outcome.ts'
import { type Lane, LEASE_MS, type OutboxRow } from './row.ts'

/**
 * Whose session the server knows, and what their rows were stored as before; null without one, undefined without an
 * answer.
 */
export type SessionOwner = { readonly owner: string; readonly former: string | null } | null | undefined

/** What a sender depends on: the page and the worker each bring their own. */
export interface FlusherDeps {
  readonly access: StoreAccess<OutboxStore>
  /** A name that no other sender of this device has. */
  readonly by: string
  readonly now: () => number
  /** 0 to 1. */
  readonly chance: () => number
  /** Runs the work while no other sender of this device is at work. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>
  readonly session: () => Promise<SessionOwner>
  readonly send: (row: OutboxRow) => Promise<Outcome>
  /** The server's cart as it is now, or null without an answer. */
  readonly readCart: (teamId: number) => Promise<ShoppingCart | null>
  /** Fetches the server's cart for the screen and for the next launch. Whether it came. */
  readonly refreshCart: (teamId: number) => Promise<boolean>
  /** The rows have changed. */
  readonly changed: () => void
}

export interface Flusher {
  /** Sends what can be sent. Resolves with the time (ms) to look again, or null when nothing waits for a time. */
  flush(eager: boolean): Promise<number | null>
}

const earliest = (times: readonly (number | null)[]): number | null =>
  times.reduce((least, time) => (least === null || (time !== null && time < least) ? time : least), null)

/** The only sender of outbox rows. */
export const createFlusher = (deps: FlusherDeps): Flusher => {
  const { access, by, now, chance, session, send, readCart, refreshCart, changed } = deps

  /** Sends the row, unless the cart turns out to be as the row wants it. */
  const deliver = async (row: OutboxRow): Promise<Outcome | { readonly kind: 'expired' } | null> => {
    const unknown: Outcome = { kind: 'again', lost: true, afterMs: null }
    if (row.lost) {
      const cart = await readCart(row.teamId)
      if (!cart) return unknown
      if (isMet(row.change, cart)) return { kind: 'done' }
    }
    if (row.expiresAt <= now()) return { kind: 'expired' }
    // This tab was frozen since it took the row: another sender has it by now.
    if (now() > row.leaseUntil - TIMEOUT_MS) return null
    const outcome = await send(row)
    if (outcome.kind !== 'refused') return outcome
    // Adding what is already there, or removing what is not, is no failure even if the server refuses it.
    const cart = await readCart(row.teamId)
    if (!cart) return unknown
    return isMet(row.change, cart) ? { kind: 'done' } : outcome
  }

  const drain = async (lane: Lane, eager: boolean): Promise<number | null> => {
    for (;;) {
      const taken = await access.use((store) => store.take(lane, { by, now: now(), eager }))
      if (!taken || taken.kind === 'nothing') return null
      if (taken.kind === 'wait') return taken.until
      changed()
      const outcome = await deliver(taken.row)
      if (outcome === null) return now() + LEASE_MS
      const row = applyOutcome(taken.row, outcome, now(), chance())
      await access.use((store) => store.recordOutcome(row, by))
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

  const run = async (eager: boolean): Promise<number | null> => {
    const lanes = (await access.use((store) => store.lanes())) ?? []
    if (lanes.length === 0) return null
    const known = await session()
    if (known === undefined) return now() + LEASE_MS
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
        const until = await drain(lane, eager)
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
    await deps.exclusively(async () => {
      until = await run(eager)
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
