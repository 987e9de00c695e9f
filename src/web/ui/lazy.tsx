import { type ComponentType, useEffect, useState } from 'react'
import { LAZY_SCREEN_TIMEOUT_MS } from '#contract/limits'
import { afterPaint, focusPage } from '../paint/page.ts'
import { Notice } from './notice.tsx'

/** Only where there is nothing to show yet. */
export const Loading = () => (
  <p className="loading" role="status">
    Loading...
  </p>
)

interface FailedProps {
  readonly sentence: string
  /** Whether it came to nothing on the way here: that alone is not shown in red. */
  readonly isMissing?: boolean
  readonly onRetry: () => void
}

/** Stands in for a screen that could not be loaded or drawn; the bar stays usable. */
export const Failed = ({ sentence, isMissing, onRetry }: FailedProps) => (
  <div className="page">
    <h1 tabIndex={-1}>This page could not be shown</h1>
    <Notice kind={isMissing ? 'warning' : 'error'}>{sentence}</Notice>
    <button
      className="button"
      type="button"
      onClick={() => {
        onRetry()
        afterPaint(focusPage)
      }}
    >
      Try again
    </button>
  </div>
)

interface LaterProps {
  /** Its code cannot be had. */
  readonly onMissing?: () => void
}

/**
 * A part that the first frame does without: it is drawn when its code has come, and left out where that cannot be had.
 * Not `React.lazy`, which would take the whole screen away with it.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const preload = async (): Promise<ComponentType<Props>> => {
    loaded ??= await load()
    return loaded
  }
  function Later(props: Props & LaterProps) {
    const [Part, setPart] = useState(() => loaded)
    // biome-ignore lint/correctness/useExhaustiveDependencies: once
    useEffect(() => {
      if (!Part)
        void preload().then(
          (part) => setPart(() => part),
          () => props.onMissing?.(),
        )
    }, [])
    return Part && <Part {...props} />
  }
  /** Fetches the code ahead, so that the part is drawn at once. */
  Later.prepare = (): void => void preload().catch(() => undefined)
  return Later
}

/** How long a navigation stays on the old screen for the new one's code: it is precached, and comes within this. */
const PRELOAD_LIMIT_MS = 300

const LATE = 'This page took too long to load.'
const MISSING = 'This page could not be loaded. Check the connection and try again.'

/** Gives the screen, or the sentence why it did not come in time. */
async function loadInTime<Screen extends object>(load: () => Promise<Screen>): Promise<Screen | string> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(LATE), LAZY_SCREEN_TIMEOUT_MS)
  })
  try {
    return await Promise.race([load(), late])
  } catch {
    return MISSING
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A screen whose code is fetched when it is first shown. Not `React.lazy`, which remembers a failed load for good: a
 * bad minute in the rink must not cost a restart of the app.
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null

  /**
   * Called by the router when a link is touched and when it is followed. Says nothing of a failure: the screen does.
   */
  const preload = async (): Promise<void> => {
    if (loaded) return
    const loading = load().then((screen) => {
      loaded = screen
    })
    const limit = new Promise<void>((resolve) => setTimeout(resolve, PRELOAD_LIMIT_MS))
    await Promise.race([loading, limit]).catch(() => undefined)
  }

  function LazyScreen(props: Props) {
    const [Screen, setScreen] = useState(() => loaded)
    const [failure, setFailure] = useState<string | null>(null)
    const [attempt, setAttempt] = useState(1)
    // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
    useEffect(() => {
      if (Screen) return
      let isGone = false
      void loadInTime(load).then((result) => {
        if (typeof result !== 'string') loaded = result
        if (isGone) return
        if (typeof result === 'string') setFailure(result)
        else setScreen(() => result)
      })
      return () => {
        isGone = true
      }
    }, [attempt, Screen])

    if (Screen) return <Screen {...props} />
    if (failure === null) return <Loading />
    const retry = () => {
      // Some browsers remember a missing module until the page is reloaded.
      if (attempt > 1) return window.location.reload()
      setFailure(null)
      setAttempt(attempt + 1)
    }
    return <Failed sentence={failure} isMissing onRetry={retry} />
  }
  return Object.assign(LazyScreen, { preload })
}
