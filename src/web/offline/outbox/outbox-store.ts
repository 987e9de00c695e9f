import { Dexie, type Table } from 'dexie'
import { cancelled } from './compact.ts'
import {
  isLeased,
  isPending,
  isStuck,
  isUntouched,
  type Lane,
  LEASE_MS,
  type NewRow,
  type OutboxRow,
  playerOf,
} from './row.ts'

// Opened by the page and by the service worker. What lies here exists nowhere else: a newer shape of the rows comes with
// an upgrade that keeps them.

export const DATABASE = 'pool-outbox'

/** What a sender finds in a lane: a row that is now his, when to look again (ms), or nothing to send. */
export type Taken =
  | { readonly kind: 'row'; readonly row: OutboxRow }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'nothing' }

export interface Sender {
  /** Which of the senders of this device asks. */
  readonly by: string
  readonly now: number
  /** Whether a pause of our own choice is cut short: somebody tapped, or the connection is back. */
  readonly eager: boolean
}

export interface OutboxStore {
  /** At the end of its lane. What was refused or has expired of the same player gives way to the new wish. */
  add(row: NewRow): Promise<void>
  /** In the order of the taps. */
  list(owner: string): Promise<OutboxRow[]>
  /** Drops what cancels out and gives up what is too old. Whether anything changed. */
  tidy(now: number): Promise<boolean>
  /** The lanes of everybody that have something to send or to forget. */
  lanes(): Promise<Lane[]>
  take(lane: Lane, sender: Sender): Promise<Taken>
  /** What came of a row that `by` had taken. False when somebody else has taken it over meanwhile. */
  recordOutcome(row: OutboxRow, by: string): Promise<boolean>
  /** The lane waits until its owner has logged in again. */
  awaitLogin(owner: string): Promise<boolean>
  /** The rows that the server has accepted, by their place in the order. */
  done(lane: Lane): Promise<number[]>
  forget(seqs: readonly number[]): Promise<void>
  /** A new wish at the end of the lane in place of one that was given up. */
  retry(id: string, row: (old: OutboxRow) => NewRow): Promise<void>
  /** Only what is not under way. */
  discard(id: string): Promise<void>
  /** What waits under the former key of the same person is theirs. */
  adopt(former: string, owner: string): Promise<void>
  /** Everything of one owner. */
  clear(owner: string): Promise<void>
  /** What others left and nobody would send any more. */
  dropExpiredOfOthers(owner: string, now: number): Promise<void>
  close(): void
}

const inOrder = (rows: OutboxRow[]): OutboxRow[] => rows.sort((a, b) => a.seq - b.seq)

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
        // What may have been done is looked up first.
        const old = all.filter((row) => isUntouched(row) && row.expiresAt <= now && !dropped.includes(row))
        await rows.bulkPut(old.map((row) => ({ ...row, state: 'expired' as const })))
        return dropped.length + old.length > 0
      }),
    lanes: async () => lanesOf((await rows.toArray()).filter((row) => isPending(row) || row.state === 'done')),
    take: (lane, { by, now, eager }) =>
      change(async (): Promise<Taken> => {
        const pending = (await laneRows(lane)).filter(isPending)
        const flying = pending.find((row) => isLeased(row, now))
        if (flying) return { kind: 'wait', until: flying.leaseUntil }
        const [head] = pending
        if (!head) return { kind: 'nothing' }
        if (head.nextAt > now && (head.insisted || !eager)) return { kind: 'wait', until: head.nextAt }
        const row: OutboxRow = {
          ...head,
          state: 'sending',
          // Whoever had it is gone, and what he heard with him.
          lost: head.lost || head.state === 'sending',
          attempts: head.attempts + 1,
          leasedBy: by,
          leaseUntil: now + LEASE_MS,
        }
        await rows.put(row)
        return { kind: 'row', row }
      }),
    recordOutcome: (row, by) =>
      change(async () => {
        const there = await rows.get(row.seq)
        if (there?.state !== 'sending' || there.leasedBy !== by) return false
        await rows.put(row)
        return true
      }),
    awaitLogin: (owner) =>
      change(async () => {
        const waiting = (await list(owner)).filter(({ state }) => state === 'queued')
        await rows.bulkPut(waiting.map((row) => ({ ...row, state: 'login' as const })))
        return waiting.length > 0
      }),
    done: async (lane) => (await laneRows(lane)).filter(({ state }) => state === 'done').map(({ seq }) => seq),
    forget: (seqs) => rows.bulkDelete([...seqs]),
    retry: (id, anew) =>
      change(async () => {
        const old = await rows.where('id').equals(id).first()
        if (!old || !isStuck(old)) return
        await rows.delete(old.seq)
        await rows.add(anew(old))
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
