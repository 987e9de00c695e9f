import { useMatches, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useOutsider } from '../../data/query-client.ts'
import { afterPaint, focusPage } from '../../paint/page.ts'
import { later } from '../../ui/lazy.tsx'
import { followSystemScheme } from '../../ui/theme/theme-choice.ts'
import { nameWindow } from '../../ui/use-title.ts'
import { publishHeight } from '../../ui/viewport.ts'
import { Bar } from './bar.tsx'
import { LogOutQuestion } from './log-out-question.tsx'

/**
 * Sets the window's title and moves the focus to the heading after a navigation, as a page load would. Renders nothing:
 * a separate component, so a navigation re-renders nothing around it.
 */
const RouteAnnouncer = (): null => {
  const router = useRouter()
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  // In the layout phase: a screen which knows a better name (a team's, a player's) sets it afterwards.
  useLayoutEffect(() => nameWindow(title), [title])
  useEffect(() => {
    let had: Element | null = null
    let callOff = () => {}
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        had = document.activeElement
      }),
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        callOff()
        // Focusing forces a layout; before the paint there would be a second one.
        callOff = afterPaint(() => {
          // The member has already focused something else.
          if (document.activeElement !== had && document.activeElement !== document.body) return
          focusPage()
        })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      callOff()
    }
  }, [router])
  return null
}

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
      <a className="quiet skip" href="#main">
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
