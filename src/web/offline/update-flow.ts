import { Workbox } from 'workbox-window'
import { type Observable, observable } from './observable.ts'
import { watchInstallation } from './readiness.ts'
import { postToWorker } from './worker-channel.ts'

/** After being hidden for this long (ms) a reload goes unnoticed. */
export const HIDDEN_LONG_MS = 5 * 60_000
/**
 * This soon after a start, or a long absence, and before any touch or update check, a reload seems part of the start.
 */
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

/**
 * What this page knows of the app's version:
 * - `current`: of no newer one;
 * - `waiting`: a new worker waits;
 * - `requested`: the member wants it, and expects the reload whatever they do in the meantime;
 * - `replaced`: another tab has activated the new worker, and this page still runs the old version;
 * - `reloading`: once is enough.
 */
type Version = 'current' | 'waiting' | 'requested' | 'replaced' | 'reloading'

/**
 * Decides when a new version is applied: silently when unnoticed, else on the member's request; the page reloads
 * once.
 */
export const createUpdateFlow = ({ worker, now, path, isHidden, isBusy, reload }: Deps): UpdateFlow => {
  const waiting = observable(false)
  let version: Version = 'current'
  let { controlled } = worker
  /** Until then a reload seems part of the start. */
  let startsUntil = now() + START_MS
  let hiddenSince: number | null = null
  let checkedAt = Number.NEGATIVE_INFINITY

  const reloadOnce = () => {
    if (version === 'reloading') return
    version = 'reloading'
    reload()
  }

  const wasHiddenLong = () => hiddenSince !== null && now() - hiddenSince >= HIDDEN_LONG_MS

  const isUnnoticed = () => {
    if (isBusy() || isDraft(path())) return false
    return isHidden() ? wasHiddenLong() : now() < startsUntil
  }

  const take = () => {
    if (version === 'replaced') reloadOnce()
    else worker.skipWaiting()
  }

  const consider = () => {
    if (waiting.get() && isUnnoticed()) take()
  }

  const touched = () => {
    startsUntil = 0
  }

  const check = () => {
    if (now() - checkedAt < CHECK_EVERY_MS) return
    checkedAt = now()
    touched()
    // Fails offline; the next check may succeed.
    void worker.checkForUpdate().catch(() => undefined)
  }

  return {
    waiting,
    found: () => {
      if (version === 'current') version = 'waiting'
      waiting.set(true)
      consider()
    },
    controllerChanged: () => {
      const first = !controlled
      controlled = true
      if (first) return
      if (version === 'requested' || isUnnoticed()) return reloadOnce()
      if (version !== 'reloading') version = 'replaced'
      waiting.set(true)
    },
    hidden: () => {
      hiddenSince ??= now()
      consider()
    },
    visible: () => {
      const isBack = wasHiddenLong()
      hiddenSince = null
      check()
      if (!isBack) return
      startsUntil = now() + START_MS
      consider()
    },
    touched,
    check,
    apply: () => {
      if (version === 'waiting') version = 'requested'
      take()
    },
  }
}

const LOOK_EVERY_MS = 500
/** A worker that is still sending changes is not interrupted; the new one activates when it is done. */
const LOOKS = 20

const isWaiting = async (): Promise<boolean> => (await navigator.serviceWorker.getRegistration())?.waiting != null

/**
 * Activates the waiting worker. If a request comes just as the old one stops, that one starts again, and Chromium (156)
 * leaves the new one waiting until the old one has been idle for 30 s, however often it is requested to skip waiting.
 * It checks again when another client appears, and a worker of the page is one.
 */
const activateWaitingWorker = async (skipWaiting: () => void): Promise<void> => {
  skipWaiting()
  for (let look = 0; look < LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    if (!(await isWaiting())) return
    new Worker(new URL('./noop-worker.ts', import.meta.url), { type: 'module' })
  }
}

/** What a notification announced is on the screen of an app that is visible; a turn that is over needs none. */
const closeNoticesWhenSeen = (registration: ServiceWorkerRegistration): void => {
  const close = async () => {
    if (document.visibilityState !== 'visible') return
    for (const notice of await registration.getNotifications()) notice.close()
  }
  const tryClose = () => void close().catch(() => undefined)
  document.addEventListener('visibilitychange', tryClose)
  tryClose()
}

const HOURLY_MS = 60 * 60_000
const WORKER_ADDRESS = '/sw.js'

const listen = (updates: UpdateFlow) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') return updates.visible()
    updates.hidden()
    timer = setTimeout(updates.hidden, HIDDEN_LONG_MS)
  })
  window.addEventListener('focus', updates.check)
  window.addEventListener('pageshow', ({ persisted }) => {
    // The first one belongs to the page load, which has just checked.
    if (persisted) updates.check()
  })
  for (const name of ['pointerdown', 'keydown']) window.addEventListener(name, updates.touched, { capture: true })
  setInterval(updates.check, HOURLY_MS)
}

/** Registers the worker, and hands over what decides when a new version is taken before the first one can be found. */
export const registerWorker = async (isBusy: () => boolean, onFlow: (updates: UpdateFlow) => void): Promise<void> => {
  const workbox = new Workbox(WORKER_ADDRESS)
  const updates = createUpdateFlow({
    worker: {
      controlled: navigator.serviceWorker.controller !== null,
      checkForUpdate: () => workbox.update(),
      // If this fails the new worker activates once the old one is idle.
      skipWaiting: () => void activateWaitingWorker(() => workbox.messageSkipWaiting()).catch(() => undefined),
    },
    now: () => Date.now(),
    path: () => window.location.pathname,
    isHidden: () => document.visibilityState === 'hidden',
    isBusy,
    reload: () => window.location.reload(),
  })
  onFlow(updates)
  navigator.serviceWorker.addEventListener('controllerchange', updates.controllerChanged)
  workbox.addEventListener('waiting', updates.found)
  listen(updates)
  const registration = await workbox.register({ immediate: true })
  if (registration) {
    watchInstallation(registration)
    closeNoticesWhenSeen(registration)
  }
  // A page that was still on its way when the worker claimed all pages has been left out.
  if (navigator.serviceWorker.controller === null) await postToWorker({ type: 'claim' })
}
