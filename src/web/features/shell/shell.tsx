import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { followSystemScheme } from '../../ui/theme/theme-choice.ts'
import { Bar } from './bar.tsx'
import { LogOutQuestion } from './log-out-question.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'

interface ShellProps {
  /** Called at the first commit, before it is painted. */
  readonly onFirstCommit: () => void
  readonly children: ReactNode
}

/** The status lines at the bottom of the screen; they cover nothing and shift nothing, and come after the first frame. */
function Lines() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  useEffect(() => {
    // Like every file of the app this one is precached; where it cannot be had, the screens say so themselves.
    void import('../status-lines/status-lines.tsx').then(
      ({ StatusLines }) => setLoaded(() => StatusLines),
      () => undefined,
    )
  }, [])
  return (
    <div className="lines" aria-live="polite">
      {Loaded && <Loaded />}
    </div>
  )
}

export function Shell({ onFirstCommit, children }: ShellProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the first commit
  useLayoutEffect(() => {
    onFirstCommit()
  }, [])
  useEffect(followSystemScheme, [])
  return (
    <>
      <RouteAnnouncer />
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <Bar />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Lines />
      <LogOutQuestion />
    </>
  )
}
