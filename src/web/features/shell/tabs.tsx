import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { User } from '#contract/user'
import { leagueSettings } from '../../data/league.ts'
import { IDLE_DELAY_MS } from '../../data/session.ts'
import { useKnownPicks } from '../../data/use-known-picks.ts'
import { savesData } from '../../offline/saves-data.ts'
import { later } from '../../ui/later.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { CartBadge, withCart } from './bar-menu.tsx'
import { isDraftTime, MORE, TABS, tabsOf } from './navigation.ts'

const OwnTurn = later(async () => (await import('../turn/own-turn.tsx')).OwnTurn)

/** Where each page was left; who comes back by a tab finds it there. By any other link a page begins at its top. */
function useRememberedPlaces() {
  const router = useRouter()
  const comesByTab = useRef(false)
  useEffect(() => {
    const places = new Map<string, number>()
    const stops = [
      router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) places.set(fromLocation.pathname, window.scrollY)
      }),
      router.subscribe('onRendered', ({ toLocation }) => {
        if (comesByTab.current) window.scrollTo({ top: places.get(toLocation.pathname) ?? 0 })
        comesByTab.current = false
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
  return (event: MouseEvent) => {
    if (event.currentTarget.getAttribute('aria-current') === 'page') {
      event.preventDefault()
      window.scrollTo({ top: 0 })
    } else comesByTab.current = true
  }
}

/**
 * The code of these pages is there before the thumb is: with code and answer still to be read, the way to Tonight took
 * 252 ms at 4x, and 118 with both in memory.
 */
function useCodeAhead(hrefs: readonly string[]) {
  const router = useRouter()
  const all = hrefs.join(' ')
  useEffect(() => {
    const timer = setTimeout(() => {
      if (savesData()) return
      for (const href of all.split(' ')) {
        const [routes] = router.getMatchedRoutes(href)
        // A page whose code does not come says so itself.
        for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined)
      }
    }, IDLE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [router, all])
}

interface TabsProps {
  readonly user: User
  readonly path: string
  readonly cartCount: number
  readonly isMenuOpen: boolean
  readonly onMore: () => void
}

/**
 * The main places, at the bottom of a phone, and above every page the own turn. Whether it is time for the draft is read
 * from memory: the launch asks for it.
 */
export function Tabs({ user, path, cartCount, isMenuOpen, onMore }: TabsProps) {
  const picks = useKnownPicks()
  const { data: settings } = useQuery({ ...leagueSettings(), enabled: false })
  const onTab = useRememberedPlaces()
  const tabs = tabsOf(user, path, { picks, settings })
  useCodeAhead(tabs.map(({ href }) => href))
  // The number stays under the thumb where the cart has given way.
  const hiddenCount = tabs.some(({ icon }) => icon === 'cart') ? 0 : cartCount
  return (
    <>
      {(path === '/draft' || isDraftTime(picks, settings)) && <OwnTurn user={user} path={path} />}
      <nav className="tabs" aria-label={TABS}>
        {tabs.map(({ icon, label, href, current }) => (
          <OwnLink
            key={icon}
            className={`tab tab-${icon}`}
            name={icon === 'cart' ? withCart(label, cartCount) : undefined}
            href={href}
            current={current}
            onClick={onTab}
          >
            {label}
            {icon === 'cart' && <CartBadge count={cartCount} />}
          </OwnLink>
        ))}
        <button
          className="tab tab-more"
          type="button"
          aria-label={withCart(MORE, hiddenCount)}
          aria-expanded={isMenuOpen}
          aria-controls="bar-menu"
          onClick={onMore}
        >
          {MORE}
          <CartBadge count={hiddenCount} />
        </button>
      </nav>
    </>
  )
}
