import { cancelled, type OutboxStore } from '#web/outbox/outbox-store'
import { isPending, isStuck, isUntouched, type Lane, type NewRow, type OutboxRow, playerOf } from '#web/outbox/row'

/**
 * An outbox in an array: a second, naive implementation for thousands of schedules, at a third of the cost of IndexedDB.
 * Each operation is whole, and takes a turn of the event loop before and after, as a transaction does.
 */
export const memoryOutbox = (): OutboxStore => {
  let rows: OutboxRow[] = []
  let last = 0
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const whole = async <T>(work: () => T): Promise<T> => {
    await turn()
    const result = work()
    await turn()
    return result
  }
  const change = (isMeant: (row: OutboxRow) => boolean, changed: Partial<OutboxRow>): boolean => {
    const before = rows
    rows = rows.map((row) => (isMeant(row) ? { ...row, ...changed } : row))
    return rows.some((row, at) => row !== before[at])
  }
  const drop = (isMeant: (row: OutboxRow) => boolean): void => {
    rows = rows.filter((row) => !isMeant(row))
  }
  const append = (row: NewRow) => {
    last += 1
    rows = [...rows, { ...row, seq: last }]
  }
  const isOf =
    ({ owner, teamId }: Lane) =>
    (row: OutboxRow) =>
      row.owner === owner && row.teamId === teamId
  const lanesOf = (all: readonly OutboxRow[]): Lane[] =>
    all.filter((row, at) => all.findIndex(isOf(row)) === at).map(({ owner, teamId }) => ({ owner, teamId }))

  return {
    add: (row) =>
      whole(() => {
        const player = playerOf(row.change)
        const isThis = isOf(row)
        drop((old) => isThis(old) && isStuck(old) && (player === null || playerOf(old.change) === player))
        append(row)
      }),
    list: (owner) => whole(() => rows.filter((row) => row.owner === owner)),
    tidy: (now) =>
      whole(() => {
        const dropped = lanesOf(rows).flatMap((lane) => cancelled(rows.filter(isOf(lane))))
        drop((row) => dropped.includes(row))
        const isOld = (row: OutboxRow) => isPending(row) && row.state !== 'sending' && row.expiresAt <= now
        return change(isOld, { state: 'expired' }) || dropped.length > 0
      }),
    lanes: () => whole(() => lanesOf(rows.filter((row) => isPending(row) || row.state === 'done'))),
    take: (lane, { now, eager }) =>
      whole(() => {
        const head = rows.filter(isOf(lane)).find(isPending)
        if (!head) return { kind: 'nothing' }
        if (head.nextAt > now && (head.insisted || !eager)) return { kind: 'wait', until: head.nextAt }
        const row: OutboxRow = { ...head, state: 'sending', attempts: head.attempts + 1 }
        change(({ seq }) => seq === head.seq, row)
        return { kind: 'row', row }
      }),
    recordOutcome: (row) => whole(() => void change(({ seq, state }) => seq === row.seq && state === 'sending', row)),
    requeue: () => whole(() => void change(({ state }) => state === 'sending', { state: 'queued' })),
    awaitLogin: (owner) =>
      whole(() => change((row) => row.owner === owner && row.state === 'queued', { state: 'login' })),
    done: (lane) =>
      whole(() =>
        rows
          .filter(isOf(lane))
          .filter(({ state }) => state === 'done')
          .map(({ seq }) => seq),
      ),
    forget: (seqs) => whole(() => drop(({ seq }) => seqs.includes(seq))),
    retry: (id, again) =>
      whole(() => {
        const old = rows.find((row) => row.id === id && isStuck(row))
        if (!old) return
        drop((row) => row === old)
        append(again(old))
      }),
    discard: (id) => whole(() => drop((row) => row.id === id && (isStuck(row) || isUntouched(row)))),
    adopt: (former, owner) => whole(() => void change((row) => row.owner === former, { owner })),
    clear: (owner) => whole(() => drop((row) => row.owner === owner)),
    dropExpiredOfOthers: (owner, now) => whole(() => drop((row) => row.owner !== owner && row.expiresAt <= now)),
    close: () => {},
  }
}
