import { Dexie, type Table } from 'dexie'
import { isPending, isStuck, isUntouched, type Lane, type NewRow, type OutboxRow, playerOf } from './row.ts'

/** The rows of one player kept so far; an `add` on top of a `remove` is known to have nothing below it. */
type Kept = OutboxRow[]

const add = (kept: Kept, row: OutboxRow, dropped: OutboxRow[]): void => {
  const top = kept.at(-1)
  const same = top?.change.kind === 'add' && row.change.kind === 'add' && top.change.action === row.change.action
  if (same) dropped.push(row)
  else kept.push(row)
}

const remove = (kept: Kept, row: OutboxRow, dropped: OutboxRow[]): void => {
  let wasOut = false
  for (let top = kept.at(-1); top?.change.kind === 'add'; top = kept.at(-1)) {
    wasOut = top.change.wasOut
    dropped.push(top)
    kept.pop()
  }
  // What is left on top is a removal.
  if (wasOut || kept.length > 0) dropped.push(row)
  else kept.push(row)
}

/**
 * The rows of one lane that need not be sent: everything before an empty, the same addition twice, and an addition with
 * the removal behind it. The removal itself is sent where the player may have been in the cart before. A row that was
 * sent is left alone: the server may have acted on it.
 */
export const cancelled = (lane: readonly OutboxRow[]): readonly OutboxRow[] => {
  const untouched = lane.filter(isUntouched)
  const lastEmpty = untouched.findLastIndex(({ change }) => change.kind === 'empty')
  const dropped = untouched.slice(0, Math.max(0, lastEmpty))
  const players = new Map<number, Kept>()
  for (const row of untouched.slice(Math.max(0, lastEmpty))) {
    const { change } = row
    if (change.kind === 'empty') continue
    const kept = players.get(change.player.playerId) ?? []
    players.set(change.player.playerId, kept)
    if (change.kind === 'add') add(kept, row, dropped)
    else remove(kept, row, dropped)
  }
  return dropped
}

// Opened by the page and by the service worker. These rows exist nowhere else: a change of their shape must come with
// an upgrade that keeps them.

export const DATABASE = 'pool-outbox'

/** What a sender gets from a lane: its next row, when to look again (ms), or nothing to send. */
export type Taken =
  | { readonly kind: 'row'; readonly row: OutboxRow }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'nothing' }

interface Sender {
  readonly now: number
  /** Skips our own retry pauses: the member tapped, or the connection is back. */
  readonly eager: boolean
}

export interface OutboxStore {
  /** At the end of its lane. Replaces refused or expired changes of the same player. */
  add(row: NewRow): Promise<void>
  /** In the order of the taps. */
  list(owner: string): Promise<OutboxRow[]>
  /** Drops what cancels out and gives up what is too old. Whether anything changed. */
  tidy(now: number): Promise<boolean>
  /** The lanes of everybody that have something to send or to forget. */
  lanes(): Promise<Lane[]>
  take(lane: Lane, sender: Sender): Promise<Taken>
  /** Stores the outcome of a row that was taken, unless it has been decided or removed since. */
  recordOutcome(row: OutboxRow): Promise<void>
  /** Rows whose sender is gone wait again. */
  requeue(): Promise<void>
  /** The lane waits until its owner has logged in again. */
  awaitLogin(owner: string): Promise<boolean>
  /** The rows that the server has accepted, by their place in the order. */
  done(lane: Lane): Promise<number[]>
  forget(seqs: readonly number[]): Promise<void>
  /** Replaces a given-up change with a new one at the end of the lane. */
  retry(id: string, row: (old: OutboxRow) => NewRow): Promise<void>
  /** Only what is not under way. */
  discard(id: string): Promise<void>
  /** Moves rows stored under the same person's former key to the new one. */
  adopt(former: string, owner: string): Promise<void>
  clear(owner: string): Promise<void>
  /** Expired rows of other members, which would never be sent. */
  dropExpiredOfOthers(owner: string, now: number): Promise<void>
  close(): void
}

const inOrder = (rows: OutboxRow[]): OutboxRow[] => rows.sort((a, b) => a.seq - b.seq)

/** Whether it can be sent, whatever the version that wrote it. */
const isRow = (row: OutboxRow): boolean =>
  !!(row.id && row.owner && row.change?.kind) && (isPending(row) || isStuck(row))

const recreate = async (): Promise<void> => {
  // Opened as it is, whatever its version.
  const broken = new Dexie(DATABASE)
  const rows = broken.open().then(() => broken.table<OutboxRow>('rows').toArray())
  const kept = await rows.catch(() => [])
  broken.close()
  await Dexie.delete(DATABASE)
  const store = openOutboxStore()
  // Renumbered, in their order.
  for (const { seq: _, ...row } of inOrder(kept.filter(isRow))) await store.add(row)
  store.close()
}

/** Recreates a broken database with the rows that can still be read in it. One page or worker at a time. */
export const recreateOutbox = async (): Promise<void> => {
  await (navigator.locks ? navigator.locks.request('recreate', recreate) : recreate())
}

export const openOutboxStore = (): OutboxStore => {
  const database = new Dexie(DATABASE)
  database.version(1).stores({ rows: '++seq, &id, owner' })
  const rows: Table<OutboxRow, number, NewRow> = database.table('rows')

  const change = <T>(work: () => Promise<T>): Promise<T> => database.transaction('rw', rows, work)
  const list = async (owner: string) => inOrder(await rows.where('owner').equals(owner).toArray())
  const laneRows = async ({ owner, teamId }: Lane) => (await list(owner)).filter((row) => row.teamId === teamId)

  const lanesOf = (all: readonly OutboxRow[]): Lane[] => {
    const lanes = new Map(all.map(({ owner, teamId }) => [JSON.stringify([owner, teamId]), { owner, teamId }]))
    return [...lanes.values()]
  }

  return {
    add: (row) =>
      change(async () => {
        const player = playerOf(row.change)
        const given = (await laneRows(row)).filter(
          (old) => isStuck(old) && (player === null || playerOf(old.change) === player),
        )
        await rows.bulkDelete(given.map(({ seq }) => seq))
        await rows.add(row)
      }),
    list,
    tidy: (now) =>
      change(async () => {
        const all = inOrder(await rows.toArray())
        const dropped = lanesOf(all).flatMap((lane) =>
          cancelled(all.filter(({ owner, teamId }) => owner === lane.owner && teamId === lane.teamId)),
        )
        await rows.bulkDelete(dropped.map(({ seq }) => seq))
        const old = all.filter(
          (row) => isPending(row) && row.state !== 'sending' && row.expiresAt <= now && !dropped.includes(row),
        )
        await rows.bulkPut(old.map((row) => ({ ...row, state: 'expired' as const })))
        return dropped.length + old.length > 0
      }),
    lanes: async () => lanesOf((await rows.toArray()).filter((row) => isPending(row) || row.state === 'done')),
    take: (lane, { now, eager }) =>
      change(async (): Promise<Taken> => {
        const head = (await laneRows(lane)).find(isPending)
        if (!head) return { kind: 'nothing' }
        if (head.nextAt > now && (head.insisted || !eager)) return { kind: 'wait', until: head.nextAt }
        const row: OutboxRow = { ...head, state: 'sending', attempts: head.attempts + 1 }
        await rows.put(row)
        return { kind: 'row', row }
      }),
    recordOutcome: (row) =>
      change(async () => {
        if ((await rows.get(row.seq))?.state === 'sending') await rows.put(row)
      }),
    requeue: () =>
      change(async () => {
        const left = (await rows.toArray()).filter(({ state }) => state === 'sending')
        await rows.bulkPut(left.map((row) => ({ ...row, state: 'queued' as const })))
      }),
    awaitLogin: (owner) =>
      change(async () => {
        const waiting = (await list(owner)).filter(({ state }) => state === 'queued')
        await rows.bulkPut(waiting.map((row) => ({ ...row, state: 'login' as const })))
        return waiting.length > 0
      }),
    done: async (lane) => (await laneRows(lane)).filter(({ state }) => state === 'done').map(({ seq }) => seq),
    forget: (seqs) => rows.bulkDelete([...seqs]),
    retry: (id, again) =>
      change(async () => {
        const old = await rows.where('id').equals(id).first()
        if (!old || !isStuck(old)) return
        await rows.delete(old.seq)
        await rows.add(again(old))
      }),
    discard: (id) =>
      change(async () => {
        const row = await rows.where('id').equals(id).first()
        if (row && (isStuck(row) || isUntouched(row))) await rows.delete(row.seq)
      }),
    adopt: async (former, owner) => {
      await rows.where('owner').equals(former).modify({ owner })
    },
    clear: async (owner) => {
      await rows.where('owner').equals(owner).delete()
    },
    dropExpiredOfOthers: async (owner, now) => {
      await rows
        .where('owner')
        .notEqual(owner)
        .and(({ expiresAt }) => expiresAt <= now)
        .delete()
    },
    close: () => database.close(),
  }
}
