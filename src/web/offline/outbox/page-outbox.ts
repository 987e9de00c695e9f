import { currentOwner } from '../owner.ts'
import type { StoreAccess } from '../store-access.ts'
import { createFlusher, type Surroundings } from './flusher.ts'
import { OUTBOX, type OutboxChannel, openOutboxChannel } from './outbox-channel.ts'
import { getOutboxRows, type ShownRow, setOutboxRows } from './outbox-rows.ts'
import type { OutboxStore } from './outbox-store.ts'
import { type CartChange, isLeased, newRow, type OutboxRow } from './row.ts'
import { uuid } from './uuid.ts'

/** While rows wait they are looked at this often, whatever else happens. */
const LOOK_EVERY_MS = 15_000

/** Whether the change is in the outbox; if not, the sentence for the member. */
export type Enqueued = { readonly ok: true } | { readonly ok: false; readonly sentence: string }

export interface PageOutbox {
  /** Shows the change at once, writes it down, and sends it when it can be sent. */
  enqueue(teamId: number, change: CartChange): Promise<Enqueued>
  /** A new wish in place of one that was refused or has expired. */
  retry(id: string): Promise<void>
  discard(id: string): Promise<void>
  /** Sends what can be sent, and shows what is left. */
  flush(): Promise<void>
  /** Removes what the member has here: at the logout, after he was asked. */
  clear(owner: string): Promise<void>
  /** Shows the rows of whoever is logged in now. */
  show(): Promise<void>
}

export interface PageSurroundings
  extends Pick<Surroundings, 'session' | 'send' | 'readCart' | 'refreshCart' | 'chance' | 'now'> {
  readonly access: StoreAccess<OutboxStore>
  readonly exclusively: Surroundings['exclusively']
}

const notKept = 'This change could not be saved on this device and was not sent. Please try again.'
const noOwner = 'Please log in.'

/** Lets the browser wake the worker when there is a connection, also after the app was closed. Not every browser can. */
const registerSync = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.ready
  if (!('sync' in registration)) return
  const { sync } = registration
  if (typeof sync !== 'object' || sync === null || !('register' in sync)) return
  if (typeof sync.register === 'function') await sync.register(OUTBOX)
}

const keepStorage = async (): Promise<void> => {
  if ('storage' in navigator && 'persist' in navigator.storage) await navigator.storage.persist()
}

/** The outbox of one page: what is on screen, its share of the sending, and word from the other tabs and the worker. */
export const createPageOutbox = (around: PageSurroundings): PageOutbox => {
  const { access, now, send, refreshCart } = around
  let saving: readonly ShownRow[] = []
  let stored: readonly ShownRow[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = false

  const publish = () => {
    const owner = currentOwner()
    setOutboxRows([...stored, ...saving].filter((row) => row.owner === owner))
  }

  const shown = (row: OutboxRow): ShownRow =>
    row.state === 'sending' && !isLeased(row, now()) ? { ...row, state: 'queued' } : row

  // One after the other: an older reading must not be shown after a newer.
  let reading: Promise<void> = Promise.resolve()
  const show = (): Promise<void> => {
    reading = reading.then(async () => {
      const owner = currentOwner()
      const rows = owner === null ? [] : await access.use((store) => store.list(owner))
      if (!rows) return
      const written = new Set(rows.map(({ id }) => id))
      stored = rows.map(shown)
      saving = saving.filter(({ id }) => !written.has(id))
      publish()
    })
    return reading
  }

  const channel: OutboxChannel = openOutboxChannel((news) => {
    const teams = new Set(getOutboxRows().map(({ teamId }) => teamId))
    const renewed = news === 'forgotten' ? Promise.all([...teams].map(refreshCart)) : Promise.resolve()
    // Rows that are part of the server's cart now leave the screen when that cart is on it.
    void renewed.catch(() => undefined).then(show)
  })

  const flusher = createFlusher({
    ...around,
    by: uuid(),
    changed: (news) => {
      channel.tell(news)
      void show()
    },
  })

  const look = async (eager: boolean): Promise<void> => {
    clearTimeout(timer)
    const owner = currentOwner()
    if (owner !== null) await access.use((store) => store.dropExpiredOfOthers(owner, now()))
    const until = await flusher.flush(eager)
    await show()
    clearTimeout(timer)
    if (!getOutboxRows().some(({ state }) => state === 'queued' || state === 'sending' || state === 'done')) return
    const pause = until === null ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, Math.max(0, until - now()))
    timer = setTimeout(() => void look(false).catch(() => undefined), pause)
  }
  const flush = () => look(true)

  /** Where nothing can be written down a change is sent once, now or never: its outcome is told at once. */
  const sendNow = async (row: ShownRow): Promise<Enqueued> => {
    const isAlone = !getOutboxRows().some(
      ({ id, state }) => id !== row.id && (state === 'queued' || state === 'sending'),
    )
    const outcome = isAlone ? await send({ ...row, seq: 0, state: 'sending' }) : null
    if (outcome?.kind === 'refused') return { ok: false, sentence: outcome.refusal.sentence }
    if (outcome?.kind !== 'done') return { ok: false, sentence: notKept }
    await refreshCart(row.teamId)
    return { ok: true }
  }

  // Written down in the order of the taps.
  let writing: Promise<unknown> = Promise.resolve()
  const write = (row: OutboxRow | Omit<OutboxRow, 'seq'>): Promise<boolean> => {
    const written = writing.then(() =>
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
      if (!asked) void keepStorage().catch(() => undefined)
      asked = true
      const isWritten = await write(row)
      if (!isWritten) {
        const sent = await sendNow(row)
        forgetSaving(row.id)
        // A write that only took too long must not be sent later on.
        void access.use((store) => store.discard(row.id))
        return sent
      }
      await show()
      channel.tell('changed')
      void registerSync().catch(() => undefined)
      void flush().catch(() => undefined)
      return { ok: true }
    },
    retry: async (id) => {
      await access.use((store) =>
        store.retry(id, ({ owner, teamId, change }) => newRow({ owner, teamId }, change, uuid(), now())),
      )
      await show()
      channel.tell('changed')
      void registerSync().catch(() => undefined)
      await flush()
    },
    discard: async (id) => {
      await access.use((store) => store.discard(id))
      await show()
      channel.tell('changed')
    },
    flush,
    clear: async (owner) => {
      clearTimeout(timer)
      await access.use((store) => store.clear(owner))
      await show()
      channel.tell('changed')
    },
    show,
  }
}
