/**
 * `full`: the device has no room; `blocked`: the browser refuses or has lost its storage; `unsaved`: the app's own
 * files could not be stored. The app works on, online.
 */
export type StorageTrouble = 'full' | 'blocked' | 'unsaved'

/** A blocked IndexedDB may never answer at all, so every use has a limit. */
const LIMIT_MS = 2_500
/** For recreating it: another tab may hold the old one open. */
const RECREATE_LIMIT_MS = 5_000
/** On coming back to the app: Safari drops connections in the background. */
const PROBE_LIMIT_MS = 1_000
/** In a row; after that the store is given up. */
export const MAX_FAILURES = 3

export interface StoreAccess<Store> {
  /** The work's result, or null when there is no storage to work with. */
  use<T>(work: (store: Store) => Promise<T>): Promise<T | null>
  /** Checks that an opened store still answers. */
  probe(look: (store: Store) => Promise<unknown>): Promise<void>
}

/** Safari reports a full disk as an AbortError that wraps the real one. */
export const isFull = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'QuotaExceededError') return true
  return 'inner' in error && error.inner !== error && isFull(error.inner)
}

/** Without tables, of a newer version, damaged: anything but a browser that allows no storage. */
const isBroken = (error: unknown): boolean => !(error instanceof DOMException && error.name === 'SecurityError')

const late = Symbol('late')
const within = async <T>(work: Promise<T>, ms: number): Promise<T | typeof late> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await Promise.race([
      work,
      new Promise<typeof late>((resolve) => {
        timer = setTimeout(() => resolve(late), ms)
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}

interface Options<Store> {
  /**
   * Brings the code that opens it; one that does not arrive says nothing of the storage, so the next use tries again.
   */
  readonly load?: () => Promise<unknown>
  readonly open: () => Promise<Store>
  /** Recreates the database; done once, when it stays broken however often it is opened. */
  readonly recreate?: () => Promise<unknown>
  readonly report: (trouble: StorageTrouble) => void
  readonly limitMs?: number
}

/**
 * Opens the store when first needed, reopens a lost one, recreates a broken one, and after three failures in a row
 * works without.
 */
export const createStoreAccess = <Store extends { close(): void }>({
  load,
  open,
  recreate,
  report,
  limitMs = LIMIT_MS,
}: Options<Store>): StoreAccess<Store> => {
  let opened: Promise<Store> | null = null
  let failures = 0
  let recreating: Promise<void> | null = null
  let isMaking = false

  const lose = (lost: Promise<Store>) => {
    failures += 1
    if (opened !== lost) return
    opened = null
    void lost.then((store) => store.close()).catch(() => undefined)
  }

  const hasArrived = async (limit: number): Promise<boolean> => {
    if (!load) return true
    return (await within(load(), limit).catch(() => late)) !== late
  }

  const recreateStore = async (make: () => Promise<unknown>): Promise<void> => {
    isMaking = true
    const made = await within(make(), RECREATE_LIMIT_MS).catch(() => late)
    isMaking = false
    if (made === late) return report('blocked')
    opened = null
    failures = 0
  }

  const attempt = async <T>(work: (store: Store) => Promise<T>, limit: number): Promise<T | null> => {
    if (!(await hasArrived(limit))) return null
    for (;;) {
      await recreating
      if (failures >= MAX_FAILURES) return null
      opened ??= open()
      const store = opened
      try {
        const result = await within(store.then(work), limit)
        if (result !== late) {
          failures = 0
          return result
        }
        lose(store)
        if (failures >= MAX_FAILURES) report('blocked')
        return null
      } catch (error) {
        if (isFull(error)) {
          report('full')
          return null
        }
        lose(store)
        if (failures < MAX_FAILURES) continue
        if (recreate && recreating === null && isBroken(error)) recreating = recreateStore(recreate)
        else if (!isMaking) report('blocked')
      }
    }
  }

  return {
    use: (work) => attempt(work, limitMs),
    probe: async (look) => {
      if (opened) await attempt(look, PROBE_LIMIT_MS)
    },
  }
}
