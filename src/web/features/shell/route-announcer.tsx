import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { afterPaint } from '../../paint/after-paint.ts'
import { focusPage } from '../../paint/focus-page.ts'
import { nameWindow } from '../../ui/use-title.ts'

/**
 * Sets the window's title and moves the focus to the heading after a navigation, as a page load would. Renders nothing:
 * a component of its own, so that a navigation re-renders nothing around it.
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
