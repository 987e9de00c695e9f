import type { MouseEvent } from 'react'
import type { User } from '#contract/user'
import { useInstall } from '../../offline/install.ts'
import { logOut } from '../../offline/log-out.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { ACCOUNT_HREF, LOGOUT_HREF } from './navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'

interface UserMenuProps {
  readonly user: User
  readonly onLeave: () => void
}

// The way to /auth/logout leads over clearing what this device holds of the member.
const leave = (event: MouseEvent) => {
  event.preventDefault()
  void logOut()
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

export const UserMenu = ({ user, onLeave }: UserMenuProps) => (
  <div className="menu">
    <ul>
      {user.teamId != null && (
        <li>
          <OwnLink className="menu-item" href="/team-settings" onClick={onLeave}>
            Team Settings
          </OwnLink>
        </li>
      )}
      <li>
        <a className="menu-item" href={ACCOUNT_HREF} target="_blank" rel="noopener noreferrer">
          Change Password
        </a>
      </li>
      <li>
        <a className="menu-item" href={LOGOUT_HREF} onClick={leave}>
          Logout
        </a>
      </li>
      <InstallEntry />
    </ul>
    <ThemeSwitch />
  </div>
)
