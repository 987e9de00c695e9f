import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { followSystemScheme } from '../../ui/theme/theme-choice.ts'
import { StatusLines } from '../status-lines/status-lines.tsx'
import { Bar } from './bar.tsx'
import { LogOutQuestion } from './log-out-question.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'

interface ShellProps {
  /** Called at the first commit, before it is painted. */
  readonly onFirstCommit: () => void
  readonly children: ReactNode
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
      <StatusLines />
      <LogOutQuestion />
    </>
  )
}
