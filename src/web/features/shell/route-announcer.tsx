import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { afterPaint } from '../../after-paint.ts'
import { nameWindow } from '../../ui/use-title.ts'

/**
 * The name of a page goes to the window, and the focus to its heading, as a page load would do. Draws nothing: a
 * component of its own, so that a new page has nothing around it rendered again.
 */
export const RouteAnnouncer = (): null => {
  const router = useRouter()
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  // In the layout phase, so that a screen which knows a better name (a team's, a player's) sets it afterwards.
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
  return null
}
