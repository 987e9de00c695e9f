import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { User } from '#contract/user'
import { useCartCount } from '../../data/cart-view.ts'
import { leagueSettings } from '../../data/league.ts'
import { useKnownPicks, useOutsider } from '../../data/query-client.ts'
import { IDLE_DELAY_MS } from '../../data/session.ts'
import { currentUser } from '../../data/user.ts'
import { savesData } from '../../offline/saves-data.ts'
import { BRAND } from '../../ui/brand.ts'
import { later } from '../../ui/lazy.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { BackCloses } from '../../ui/use-back-closes.ts'
import { BarMenu, CartBadge, withCart } from './bar-menu.tsx'
import { isDraftTime, loginHref, MENU, MORE, pictureStyle, TABS, tabsOf } from './navigation.ts'
import { SavingLine } from './saving-line.tsx'

/**
 * While open: Escape, a press outside and focus leaving `inside` all close; `byKey` marks Escape, which returns focus.
 */
function useDismiss(inside: RefObject<HTMLElement | null>, isOpen: boolean, close: (byKey: boolean) => void) {
  const dismiss = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const onLeave = ({ target }: Event) => {
      if (target instanceof Node && !inside.current?.contains(target)) dismiss(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault() // or the browser would close the sheet, too, by its watcher
      dismiss(true)
    }
    const watch = new AbortController()
    document.addEventListener('pointerdown', onLeave, watch)
    document.addEventListener('focusin', onLeave, watch)
    document.addEventListener('keydown', onKey, watch)
    return () => watch.abort()
  }, [isOpen, inside])
}

const YourTurn = later(async () => (await import('../turn/own-turn.tsx')).YourTurn)

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
 * The main places, at the bottom of a phone, and above every page the member's turn. Whether it is time for the draft
 * is read from memory: the launch asks for it.
 */
function Tabs({ user, path, cartCount, isMenuOpen, onMore }: TabsProps) {
  const picks = useKnownPicks()
  const { data: settings } = useQuery({ ...leagueSettings(), enabled: false })
  const onTab = useRememberedPlaces()
  const tabs = tabsOf(user, path, { picks, settings })
  useCodeAhead(tabs.map(({ href }) => href))
  // The number stays under the thumb where the cart has given way.
  const hiddenCount = tabs.some(({ icon }) => icon === 'cart') ? 0 : cartCount
  return (
    <>
      {(path === '/draft' || isDraftTime(picks, settings)) && <YourTurn user={user} path={path} />}
      <nav className="tabs" aria-label={TABS}>
        {tabs.map(({ icon, label, href, current }) => (
          <OwnLink
            key={icon}
            className="tab"
            style={pictureStyle(icon)}
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
          style={pictureStyle('more')}
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

/** Which menu is open, if any; the sheet of a phone holds the other menus. */
interface Open {
  readonly sheet: boolean
  readonly group: string | null
}
const closed: Open = { sheet: false, group: null }

const BarFrame = ({ children }: { readonly children: ReactNode }) => (
  <header className="bar">
    <nav className="bar-inner" aria-label="Main">
      <OwnLink className="bar-brand" href="/">
        {BRAND}
      </OwnLink>
      {children}
    </nav>
    <SavingLine />
  </header>
)

const MemberBars = ({ user }: { user: User }) => {
  const path = useLocation({ select: (location) => location.pathname })
  const [open, setOpen] = useState(closed)
  const [openedOn, setOpenedOn] = useState(path)
  if (path !== openedOn) {
    // A new page closes the menus, in its own first frame.
    setOpenedOn(path)
    setOpen(closed)
  }
  const menus = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const isOpen = open.sheet || open.group !== null
  // A frame later than the button that was tapped.
  const cartCount = useDeferredValue(useCartCount(user.teamId, isOpen))
  const onLeave = useCallback(() => setOpen(closed), [])
  const onLink = useCallback((event: MouseEvent) => {
    if (event.currentTarget.getAttribute('aria-current') === 'page') setOpen(closed)
  }, [])
  const onGroup = useCallback(
    (group: string) => setOpen((before) => ({ ...before, group: before.group === group ? null : group })),
    [],
  )
  useDismiss(menus, isOpen, (byKey) => {
    const opener = menus.current?.querySelector<HTMLElement>('.bar-group > [aria-expanded=true]')
    setOpen(byKey && open.sheet && open.group !== null ? { sheet: true, group: null } : closed)
    if (byKey) (opener ?? toggle.current)?.focus()
  })
  const onBack = () => {
    setOpen(closed)
    toggle.current?.focus()
  }
  const openSheet = () => setOpen({ sheet: true, group: null })
  return (
    <>
      <BarFrame>
        <div className="bar-menus" ref={menus}>
          <button
            ref={toggle}
            className="bar-toggle"
            type="button"
            aria-label={withCart(MENU, cartCount)}
            aria-expanded={open.sheet}
            aria-controls="bar-menu"
            onClick={() => (open.sheet ? setOpen(closed) : openSheet())}
          >
            {MENU}
            <CartBadge count={cartCount} />
          </button>
          <BarMenu
            user={user}
            cartCount={cartCount}
            isSheetOpen={open.sheet}
            openGroup={open.group}
            onGroup={onGroup}
            onLink={onLink}
            onLeave={onLeave}
          />
          {open.sheet && <BackCloses onBack={onBack} />}
          {open.sheet && <div className="bar-scrim" onPointerDown={() => setOpen(closed)} />}
        </div>
      </BarFrame>
      <Tabs
        user={user}
        path={path}
        cartCount={cartCount}
        isMenuOpen={open.sheet}
        onMore={() => {
          openSheet()
          // The sheet follows its own button, at the other end of the page.
          toggle.current?.focus()
        }}
      />
    </>
  )
}

const Login = () => {
  const here = useLocation({ select: (location) => location.href })
  return (
    <a className="bar-login" href={loginHref(here)}>
      Login
    </a>
  )
}

/** The bar that is always there: the brand, and the menus or the way to log in; for members the tabs, too. */
export function Bar() {
  const { data: user, isPending } = useQuery(currentUser())
  const isOutsider = useOutsider() !== null
  return user ? <MemberBars user={user} /> : <BarFrame>{!isPending && !isOutsider && <Login />}</BarFrame>
}
