import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent, MouseEventHandler } from 'react'
import { offers, type User } from '#contract/user'
import { useInstall } from '../../offline/install.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { leave } from './log-out-question.tsx'
import { ACCOUNT_HREF, LOGOUT_HREF } from './navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'

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

export const UserMenu = ({ user, onLink, onLeave }: UserMenuProps) => (
  <div className="menu">
    <ul>
      {user.teamId != null && (
        <li>
          <OwnLink className="menu-item" href="/team-settings" onClick={onLink}>
            Team Settings
          </OwnLink>
        </li>
      )}
      {offers(user, 'push') && (
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
