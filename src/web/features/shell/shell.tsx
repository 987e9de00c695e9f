import { useMatches, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { afterPaint } from '../../after-paint.ts'
import { followSystemScheme } from '../../ui/theme/theme-choice.ts'
import { windowTitle } from '../../ui/use-title.ts'
import { Lines } from '../offline/lines.tsx'
import { Bar } from './bar.tsx'
import { LogOutQuestion } from './log-out-question.tsx'

interface ShellProps {
  /** Called at the first commit, before it is painted. */
  readonly onFirstCommit: () => void
  readonly children: ReactNode
}

/** The name of a page goes to the window, and the focus to its heading, as a page load would do. */
function useArrivals() {
  const router = useRouter()
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  // In the layout phase, so that a screen which knows a better name (a team's, a player's) sets it afterwards.
  useLayoutEffect(() => {
    document.title = windowTitle(title)
  }, [title])
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
        // To focus lays the page out, and before the frame its last changes would have it laid out again.
        callOff = afterPaint(() => {
          // Somebody was quicker.
          if (document.activeElement !== had && document.activeElement !== document.body) return
          const target = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.getElementById('main')
          target?.focus({ preventScroll: true })
        })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      callOff()
    }
  }, [router])
}

export function Shell({ onFirstCommit, children }: ShellProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the first commit
  useLayoutEffect(() => {
    onFirstCommit()
  }, [])
  useEffect(followSystemScheme, [])
  useArrivals()
  return (
    <>
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
