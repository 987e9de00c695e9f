import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, type MouseEventHandler, memo, type ReactNode, useState } from 'react'
import { hasFeature, type User } from '#contract/user'
import { standings } from '../../data/league.ts'
import { useInstall } from '../../offline/install.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { readThemeChoice, storeThemeChoice, type ThemeChoice, themeChoices } from '../../ui/theme/theme-choice.ts'
import { leave } from './log-out-question.tsx'
import { ACCOUNT_HREF, LOGOUT_HREF, navGroups, navLinks } from './navigation.ts'

const words: Record<ThemeChoice, string> = { system: 'System', light: 'Light', dark: 'Dark' }

function ThemeSwitch() {
  const [chosen, setChosen] = useState(readThemeChoice)
  const choose = (choice: ThemeChoice) => {
    storeThemeChoice(choice)
    setChosen(choice)
  }
  return (
    <fieldset className="theme-switch">
      <legend className="quiet">Theme</legend>
      <div className="segments">
        {themeChoices.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={choice === chosen}
              onChange={() => choose(choice)}
            />
            {words[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface UserMenuProps {
  readonly user: User
  readonly onLink: MouseEventHandler
  readonly onLeave: () => void
}

/** Offered for as long as there is a way, also after the hint was closed. */
const InstallEntry = () => {
  const { way, install } = useInstall()
  if (way === 'none') return null
  return (
    <li>
      {way === 'button' ? (
        <button className="menu-item" type="button" onClick={() => void install()}>
          Install app
        </button>
      ) : (
        <p className="menu-note">To install the app, tap Share, then Add to Home Screen.</p>
      )}
    </li>
  )
}

/** The way to /auth/logout leads over clearing what this device holds of the member. */
const Logout = ({ onLeave }: Pick<UserMenuProps, 'onLeave'>) => {
  const client = useQueryClient()
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    onLeave()
    void leave(client)
  }
  return (
    <a className="menu-item" href={LOGOUT_HREF} onClick={onClick}>
      Logout
    </a>
  )
}

const UserMenu = ({ user, onLink, onLeave }: UserMenuProps) => (
  <div className="menu">
    <ul>
      {user.teamId != null && (
        <li>
          <OwnLink className="menu-item" href="/team-settings" onClick={onLink}>
            Team Settings
          </OwnLink>
        </li>
      )}
      {hasFeature(user, 'push') && (
        <li>
          <OwnLink className="menu-item" href="/notifications" onClick={onLink}>
            Notifications
          </OwnLink>
        </li>
      )}
      <li>
        <a className="menu-item" href={ACCOUNT_HREF} target="_blank" rel="noopener noreferrer">
          Change Password
        </a>
      </li>
      <li>
        <Logout onLeave={onLeave} />
      </li>
      <InstallEntry />
    </ul>
    <ThemeSwitch />
  </div>
)

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
    <button className="bar-item opens" type="button" aria-label={name} aria-expanded={isOpen} onClick={onToggle}>
      {label}
    </button>
    {isOpen && children}
  </li>
)

/** How many players are in the shopping cart; nothing where it is empty, or not known. */
export const CartBadge = ({ count }: { readonly count: number }) =>
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
