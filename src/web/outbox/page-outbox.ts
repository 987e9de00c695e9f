import { uuid } from '../net/sending.ts'
import { currentOwner, formerOwner } from '../offline/owner.ts'
import { activeWorker } from '../offline/readiness.ts'
import { createFlusher, type FlusherDeps, OUTBOX, type OutboxChannel, openOutboxChannel, sendRow } from './flusher.ts'
import { getOutboxRows, type PageRow, setOutboxRows } from './outbox-rows.ts'
import { type CartChange, newRow, type OutboxRow } from './row.ts'

/** Pending rows are checked at least this often. */
const LOOK_EVERY_MS = 15_000

/** Whether the change is in the outbox; if not, the sentence for the member. */
export type Enqueued = { readonly ok: true } | { readonly ok: false; readonly sentence: string }

export interface PageOutbox {
  /** Shows the change at once, stores it, and sends it when possible. */
  enqueue(teamId: number, change: CartChange): Promise<Enqueued>
  /** Replaces a refused or expired change with a new one. */
  retry(id: string): Promise<void>
  discard(id: string): Promise<void>
  /** Sends what can be sent, and shows what is left. */
  flush(): Promise<void>
  /** Removes the member's rows: at the logout, after they agreed. */
  clear(owner: string): Promise<void>
  /** Shows the current member's rows. */
  show(): Promise<void>
}

type PageOutboxDeps = Omit<FlusherDeps, 'changed'>

const notKept = 'This change could not be saved on this device and was not sent. Please try again.'
const noOwner = 'Please log in.'

/**
 * Lets the browser wake the worker when there is a connection, also after the app was closed. Not every browser can.
 */
const registerSync = async (): Promise<void> => {
  const registration = await activeWorker()
  if (!registration || !('sync' in registration)) return
  const { sync } = registration
  if (typeof sync !== 'object' || sync === null || !('register' in sync)) return
  if (typeof sync.register === 'function') await sync.register(OUTBOX)
}

const keepStorage = async (): Promise<void> => {
  if ('storage' in navigator && 'persist' in navigator.storage) await navigator.storage.persist()
}

/**
 * The outbox of one page: its rows on screen, its share of the sending, and news from the other tabs and the worker.
 */
export const createPageOutbox = (deps: PageOutboxDeps): PageOutbox => {
  const { access, now, refreshCart } = deps
  let saving: readonly PageRow[] = []
  /** Of those, the ids stored since the rows were last read. */
  const kept = new Set<string>()
  let stored: readonly PageRow[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasRequestedStorage = false

  /** Done and removed from the outbox, but not yet in this page's cart. */
  let leaving: readonly PageRow[] = []
  /** Teams whose cart this page has refetched for rows that its own sender is about to remove. */
  const renewed = new Set<number>()

  const publish = () => {
    const owner = currentOwner()
    setOutboxRows([...leaving, ...stored, ...saving].filter((row) => row.owner === owner))
  }

  /** Fetches the carts in which the leaving rows will be. */
  const renew = async (): Promise<void> => {
    const rows = leaving
    await Promise.all(
      [...new Set(rows.map(({ teamId }) => teamId))].map(async (teamId) => {
        if (!(await refreshCart(teamId))) return
        leaving = leaving.filter((row) => row.teamId !== teamId || !rows.includes(row))
        publish()
      }),
    )
  }

  /** Rows that another sender has delivered stay visible as done until this page has the new cart. */
  const leave = (written: ReadonlySet<string>): void => {
    const owner = currentOwner()
    const gone = stored.filter(
      ({ id, teamId, state, ...row }) =>
        row.owner === owner && !written.has(id) && (state === 'sending' || state === 'done') && !renewed.has(teamId),
    )
    renewed.clear()
    if (gone.length === 0) return
    leaving = [...leaving, ...gone.map((row) => ({ ...row, state: 'done' as const }))]
    void renew().catch(() => undefined)
  }

  // Serialised: an older read must not replace a newer one.
  let reading: Promise<void> = Promise.resolve()
  const show = (): Promise<void> => {
    reading = reading.then(async () => {
      const owner = currentOwner()
      const keptBefore = [...kept]
      const rows = owner === null ? [] : await access.use((store) => store.list(owner))
      if (!rows) return
      const written = new Set(rows.map(({ id }) => id))
      leave(written)
      stored = rows
      // A row stored before this read and no longer there has cancelled out with another change.
      saving = saving.filter(({ id }) => !written.has(id) && !keptBefore.includes(id))
      for (const id of keptBefore) kept.delete(id)
      publish()
    })
    return reading
  }

  const channel: OutboxChannel = openOutboxChannel(() => void show())

  const flusher = createFlusher({
    ...deps,
    refreshCart: async (teamId) => {
      const isRenewed = await refreshCart(teamId)
      if (isRenewed) renewed.add(teamId)
      return isRenewed
    },
    changed: () => {
      channel.announce()
      void show()
    },
  })

  const look = async (eager: boolean): Promise<void> => {
    clearTimeout(timer)
    const owner = currentOwner()
    const former = formerOwner()
    if (owner !== null) {
      await access.use(async (store) => {
        if (former !== null) await store.adopt(former, owner)
        await store.dropExpiredOfOthers(owner, now())
      })
    }
    const until = await flusher.flush(eager)
    await show()
    await renew()
    clearTimeout(timer)
    if (!getOutboxRows().some(({ state }) => state === 'queued' || state === 'sending' || state === 'done')) return
    const pause = until === null ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, Math.max(0, until - now()))
    timer = setTimeout(() => void look(false).catch(() => undefined), pause)
  }
  const flush = () => look(true)

  /** Where nothing can be stored a change is sent once, now or never, and its outcome is reported at once. */
  const sendNow = async (row: PageRow): Promise<Enqueued> => {
    const isAlone = !getOutboxRows().some(
      ({ id, state }) => id !== row.id && (state === 'queued' || state === 'sending'),
    )
    const outcome = isAlone ? await sendRow({ ...row, seq: 0, state: 'sending' }) : null
    if (outcome?.kind === 'refused') return { ok: false, sentence: outcome.refusal.sentence }
    if (outcome?.kind !== 'done') return { ok: false, sentence: notKept }
    await refreshCart(row.teamId)
    return { ok: true }
  }

  // Stored in the order of the taps, in a task after the tap's own, whose frame shows the change.
  let writing: Promise<unknown> = Promise.resolve()
  const write = (row: OutboxRow | Omit<OutboxRow, 'seq'>): Promise<boolean> => {
    const written = writing
      .then(() => new Promise((resolve) => setTimeout(resolve)))
      .then(() =>
        access.use(async (store) => {
          await store.add(row)
          return true
        }),
      )
    writing = written
    return written.then((kept) => kept === true)
  }

  const forgetSaving = (id: string) => {
    saving = saving.filter((row) => row.id !== id)
    publish()
  }

  return {
    enqueue: async (teamId, change) => {
      const owner = currentOwner()
      if (owner === null) return { ok: false, sentence: noOwner }
      const row = newRow({ owner, teamId }, change, uuid(), now())
      saving = [...saving, { ...row, state: 'saving' }]
      publish()
      if (!hasRequestedStorage) void keepStorage().catch(() => undefined)
      hasRequestedStorage = true
      const isWritten = await write(row)
      if (!isWritten) {
        const sent = await sendNow(row)
        forgetSaving(row.id)
        // A write that was merely slow must not be sent later.
        void access.use((store) => store.discard(row.id))
        return sent
      }
      kept.add(row.id)
      await show()
      channel.announce()
      void registerSync().catch(() => undefined)
      void flush().catch(() => undefined)
      return { ok: true }
    },
    retry: async (id) => {
      await access.use((store) =>
        store.retry(id, ({ owner, teamId, change }) => newRow({ owner, teamId }, change, uuid(), now())),
      )
      await show()
      channel.announce()
      void registerSync().catch(() => undefined)
      await flush()
    },
    discard: async (id) => {
      await access.use((store) => store.discard(id))
      await show()
      channel.announce()
    },
    flush,
    clear: async (owner) => {
      clearTimeout(timer)
      stored = []
      leaving = []
      await access.use((store) => store.clear(owner))
      await show()
      channel.announce()
    },
    show,
  }
}
