import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useOutsider } from '../../data/use-outsider.ts'
import { later } from '../../ui/later.tsx'
import { publishHeight } from '../../ui/publish-height.ts'
import { followSystemScheme } from '../../ui/theme/theme-choice.ts'
import { Bar } from './bar.tsx'
import { LogOutQuestion } from './log-out-question.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'

interface ShellProps {
  /** Called at the first commit, before it is painted. */
  readonly onFirstCommit: () => void
  readonly children: ReactNode
}

const linesHeight = publishHeight('--pool-lines')

const OutsiderPage = later(async () => (await import('./outsider-page.tsx')).OutsiderPage)
const StatusLines = later(async () => (await import('../status-lines/status-lines.tsx')).StatusLines)

export function Shell({ onFirstCommit, children }: ShellProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the first commit
  useLayoutEffect(() => {
    onFirstCommit()
  }, [])
  useEffect(followSystemScheme, [])
  const outsider = useOutsider()
  return (
    <>
      <RouteAnnouncer />
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Bar />
      <main id="main" tabIndex={-1}>
        {outsider ? <OutsiderPage outsider={outsider} /> : children}
      </main>
      {/* A region that is there before its words: readers speak what comes into it. */}
      <div ref={linesHeight} className="lines" aria-live="polite">
        <StatusLines />
      </div>
      <LogOutQuestion />
    </>
  )
}
