import { type Observable, observable } from './observable.ts'

/** After being hidden for this long (ms) a reload goes unnoticed. */
export const HIDDEN_LONG_MS = 5 * 60_000
/** This soon after a start, or a long absence, and before any touch or update check, a reload seems part of the start. */
const START_MS = 10_000
const CHECK_EVERY_MS = 60_000

/** During a draft the app is never reloaded by itself. */
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
  /** Whether a new version waits for the member's approval. */
  readonly waiting: Observable<boolean>
  found(): void
  controllerChanged(): void
  hidden(): void
  visible(): void
  touched(): void
  check(): void
  apply(): void
}

/** Decides when a new version is applied: silently when unnoticed, else on the member's request; the page reloads once. */
export const createUpdateFlow = ({ worker, now, path, isHidden, isBusy, reload }: Deps): UpdateFlow => {
  const waiting = observable(false)
  let startedAt = now()
  let starting = true
  let hiddenSince: number | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  let controlled = worker.controlled
  /** Another tab has activated the new worker: this page still runs the old version. */
  let taken = false
  /** The member asked for the update, and expects the reload whatever they do in the meantime. */
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
    // Fails offline; the next check may succeed.
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
