import { useQuery } from '@tanstack/react-query'
import { type MouseEventHandler, memo, type ReactNode } from 'react'
import type { User } from '#contract/user'
import { standings } from '../../data/stats.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { navGroups, navLinks } from './navigation.ts'
import { UserMenu } from './user-menu.tsx'

interface BarGroupProps {
  readonly label: ReactNode
  readonly name?: string | undefined
  readonly className?: string
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** A button that discloses more links: below the bar, or inside the sheet of a phone. */
const BarGroup = ({ label, name, className, isOpen, onToggle, children }: BarGroupProps) => (
  <li className={className ? `bar-group ${className}` : 'bar-group'}>
    <button className="bar-item" type="button" aria-label={name} aria-expanded={isOpen} onClick={onToggle}>
      {label}
    </button>
    {isOpen && children}
  </li>
)

interface CartBadgeProps {
  readonly count: number
}

/** How many players are in the shopping cart; nothing where it is empty, or not known. */
export const CartBadge = ({ count }: CartBadgeProps) =>
  count > 0 && (
    <span className="bar-count" aria-hidden="true">
      {count}
    </span>
  )

/** The name of what wears the badge; its own words where there is none. */
export const withCart = (label: string, count: number) => (count > 0 ? `${label}, ${count} in the cart` : undefined)

const USER_MENU = 'user'
/** In a group of at most this many links each is likely to be tapped, and worth preloading. */
const FEW = 5

interface BarMenuProps {
  readonly user: User
  readonly cartCount: number
  readonly isSheetOpen: boolean
  readonly openGroup: string | null
  readonly onGroup: (group: string) => void
  /** Closes the menu on a link to the current page, where no navigation would. */
  readonly onLink: MouseEventHandler
  readonly onLeave: () => void
}

/** Memoised: the bar is on every screen, and is notified of every change in the cart. */
export const BarMenu = memo(function BarMenu(props: BarMenuProps) {
  const { user, cartCount, isSheetOpen, openGroup, onGroup, onLink, onLeave } = props
  const { data: teams = [], isPending } = useQuery(standings())
  return (
    <ul className="bar-menu" id="bar-menu" data-open={isSheetOpen}>
      {navLinks(user).map(({ label, href }) => (
        <li key={label}>
          <OwnLink className="bar-item" href={href} onClick={onLink} isLikely={isSheetOpen}>
            {label}
          </OwnLink>
        </li>
      ))}
      {navGroups(user, teams, cartCount).map(({ label, count = 0, items }) => (
        <BarGroup
          key={label}
          label={
            <>
              {label}
              <CartBadge count={count} />
            </>
          }
          name={withCart(label, count)}
          isOpen={openGroup === label}
          onToggle={() => onGroup(label)}
        >
          <ul className="menu">
            {items.map((item) => (
              <li key={item.href}>
                <OwnLink className="menu-item" href={item.href} onClick={onLink} isLikely={items.length <= FEW}>
                  {item.label}
                </OwnLink>
              </li>
            ))}
            {items.length === 0 && <li className="menu-note">{isPending ? 'Loading...' : 'No teams'}</li>}
          </ul>
        </BarGroup>
      ))}
      <BarGroup
        className="bar-user"
        label={<span className="bar-name">{user.name}</span>}
        isOpen={openGroup === USER_MENU}
        onToggle={() => onGroup(USER_MENU)}
      >
        <UserMenu user={user} onLink={onLink} onLeave={onLeave} />
      </BarGroup>
    </ul>
  )
})
