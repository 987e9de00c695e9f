import type { NewRow } from './row.ts'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const isChange = (value: unknown): boolean => {
  if (!isRecord(value)) return false
  if (value.kind === 'empty') return true
  const { kind, player, action } = value
  const isOfPlayer = isRecord(player) && isNumber(player.playerId) && typeof player.name === 'string'
  return (kind === 'add' || kind === 'remove') && isOfPlayer && (action === 'BUY' || action === 'SELL')
}

const STATES: readonly unknown[] = ['queued', 'sending', 'login', 'done', 'refused', 'expired']
const NUMBERS = ['teamId', 'attempts', 'nextAt', 'leaseUntil', 'createdAt', 'expiresAt'] as const

/** Whether it can be sent, whatever the version that wrote it. */
const isRow = (value: unknown): value is NewRow & { seq?: number } =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.owner === 'string' &&
  STATES.includes(value.state) &&
  NUMBERS.every((name) => isNumber(value[name])) &&
  isChange(value.change)

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Past the database library, which refuses what it did not make: in whatever version there is. */
export const readRows = async (
  name: string,
): Promise<{ readonly rows: readonly NewRow[]; readonly isWhole: boolean }> => {
  let database: IDBDatabase | null = null
  try {
    database = await answered(indexedDB.open(name))
    if (!database.objectStoreNames.contains('rows')) return { rows: [], isWhole: false }
    const store = database.transaction('rows').objectStore('rows')
    const isWhole =
      store.keyPath === 'seq' &&
      store.autoIncrement &&
      ['id', 'owner'].every((index) => store.indexNames.contains(index))
    const found = (await answered<unknown[]>(store.getAll())).filter(isRow)
    // Numbered anew, in their order.
    const rows = found.sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0)).map(({ seq: _, ...row }) => row)
    return { rows, isWhole }
  } catch {
    return { rows: [], isWhole: false }
  } finally {
    database?.close()
  }
}
