import { useSearch } from '@tanstack/react-router'
import { offers, type User } from '#contract/user'
import { type Permission, usePermission } from '../../offline/push-permission.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { PushSwitches } from './push-switches.tsx'
import './notifications.css'

const HINDRANCES: Partial<Record<Permission, string>> = {
  unsupported: "This browser can't show notifications.",
  'home-screen':
    'On an iPhone or iPad the app has to be on the Home Screen first: tap Share, then Add to Home Screen. Open it from there, and come back to this page.',
  blocked:
    'Notifications of this site are blocked in this browser. Allow them in its settings for this site, beside the address, or in the settings of the phone under Notifications.',
}

/** `/notifications?for=goals`, where Tonight leads to. */
function useIsForGoals(user: User): boolean {
  const { for: wanted }: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  return wanted === 'goals' && offers(user, 'tonight')
}

const Settings = ({ user }: { readonly user: User }) => {
  const permission = usePermission()
  const isForGoals = useIsForGoals(user)
  const hindrance = HINDRANCES[permission]
  return hindrance ? (
    <Notice kind="info">{hindrance}</Notice>
  ) : (
    <PushSwitches isAllowed={permission === 'given'} isForGoals={isForGoals} user={user} />
  )
}

const about = (user: User): string =>
  offers(user, 'tonight')
    ? 'Get a push on your pick, when your players score, and for admin messages.'
    : 'Get a push on your pick and for admin messages.'

export const NotificationsView = ({ user }: { readonly user: User }) => (
  <div className="page notifications">
    <h1 tabIndex={-1}>Notifications</h1>
    {offers(user, 'push') ? (
      <>
        <Settings user={user} />
        <p className="notifications-about">{about(user)}</p>
      </>
    ) : (
      <Notice kind="info">This league sends no notifications.</Notice>
    )}
  </div>
)
