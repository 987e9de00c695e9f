import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useCallback, useDeferredValue, useRef, useState } from 'react'
import type { User } from '#contract/user'
import { useCartCount } from '../../data/cart-view.ts'
import { useOutsider } from '../../data/use-outsider.ts'
import { currentUser } from '../../data/user.ts'
import { BRAND } from '../../ui/brand.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { BackCloses } from '../../ui/use-back-closes.ts'
import { useDismiss } from '../../ui/use-dismiss.ts'
import { BarMenu, CartBadge, withCart } from './bar-menu.tsx'
import { loginHref, MENU } from './navigation.ts'
import { Tabs } from './tabs.tsx'

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
