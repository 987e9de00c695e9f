import { type Observable, observable } from './observable.ts'

/** Hidden for this long (ms), nobody notices a reload. */
export const HIDDEN_LONG_MS = 5 * 60_000
/** Just started, or back after a long time, and nothing touched or looked for since: a reload is part of the start. */
const START_MS = 10_000
const CHECK_EVERY_MS = 60_000

/** In the middle of a draft nothing is exchanged under the reader's hands. */
const isDraft = (path: string): boolean => path === '/draft' || path === '/draft-admin'

interface WorkerControls {
  /** Whether a worker already controlled this page when it was loaded. */
  readonly controlled: boolean
  checkForUpdate(): Promise<void>
  skipWaiting(): void
}

interface Deps {
  readonly worker: WorkerControls
  readonly now: () => number
  readonly path: () => string
  readonly isHidden: () => boolean
  /** A dialog is open, a form has unsaved changes, or something is being sent. */
  readonly isBusy: () => boolean
  readonly reload: () => void
}

export interface UpdateFlow {
  /** Whether a new version waits for the reader's word. */
  readonly waiting: Observable<boolean>
  found(): void
  controllerChanged(): void
  hidden(): void
  visible(): void
  touched(): void
  check(): void
  apply(): void
}

/** When a new version is taken: silently where nobody can notice, else at the reader's word; the page reloads once. */
export const createUpdateFlow = ({ worker, now, path, isHidden, isBusy, reload }: Deps): UpdateFlow => {
  const waiting = observable(false)
  let startedAt = now()
  let starting = true
  let hiddenSince: number | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  let controlled = worker.controlled
  /** Another tab let the new worker in: ours runs the old pages beside it. */
  let taken = false
  /** By the reader, who then expects the reload whatever he does meanwhile. */
  let asked = false
  let reloaded = false

  const reloadOnce = () => {
    if (reloaded) return
    reloaded = true
    reload()
  }

  const isUnnoticed = () => {
    if (isBusy() || isDraft(path())) return false
    if (isHidden()) return hiddenSince !== null && now() - hiddenSince >= HIDDEN_LONG_MS
    return starting && now() - startedAt < START_MS
  }

  const take = () => {
    if (taken) reloadOnce()
    else worker.skipWaiting()
  }

  const consider = () => {
    if (waiting.get() && isUnnoticed()) take()
  }

  const check = () => {
    if (now() - checkedAt < CHECK_EVERY_MS) return
    checkedAt = now()
    starting = false
    // Without a connection there is nothing to find; the next look may.
    void worker.checkForUpdate().catch(() => undefined)
  }

  return {
    waiting,
    found: () => {
      waiting.set(true)
      consider()
    },
    controllerChanged: () => {
      const first = !controlled
      controlled = true
      if (first) return
      if (asked || isUnnoticed()) return reloadOnce()
      taken = true
      waiting.set(true)
    },
    hidden: () => {
      hiddenSince ??= now()
      consider()
    },
    visible: () => {
      const wasHiddenLong = hiddenSince !== null && now() - hiddenSince >= HIDDEN_LONG_MS
      hiddenSince = null
      check()
      if (!wasHiddenLong) return
      startedAt = now()
      starting = true
      consider()
    },
    touched: () => {
      starting = false
    },
    check,
    apply: () => {
      asked = true
      take()
    },
  }
}
