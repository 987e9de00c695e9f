import type { User } from '#contract/user'
import { offers } from '#contract/user'
import { type Permission, usePermission } from '../../offline/push-permission.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { PushSwitches } from './push-switches.tsx'
import './notifications.css'

const HINDRANCES: Partial<Record<Permission, string>> = {
  unsupported: 'This browser cannot show notifications. Those of recent phones and computers can.',
  'home-screen':
    'On an iPhone or iPad the app has to be on the Home Screen first: tap Share, then Add to Home Screen. Open it from there, and come back to this page.',
  blocked:
    'Notifications of this site are blocked in this browser. Allow them in its settings for this site, beside the address, or in the settings of the phone under Notifications.',
}

const Settings = ({ user }: { readonly user: User }) => {
  const permission = usePermission()
  const hindrance = HINDRANCES[permission]
  return hindrance ? (
    <Notice kind="info">{hindrance}</Notice>
  ) : (
    <PushSwitches isAllowed={permission === 'given'} user={user} />
  )
}

export const NotificationsView = ({ user }: { readonly user: User }) => (
  <div className="page notifications">
    <h1 tabIndex={-1}>Notifications</h1>
    {offers(user, 'push') ? (
      <>
        <p className="page-text">
          During the draft this device can tell you when it is your turn, even while the app is closed. You get one
          message at a time: a newer one replaces the one before, and a tap opens the board. There are none of these
          after the draft. The device can also show what an admin tells all members.
        </p>
        {offers(user, 'tonight') && (
          <p className="page-text">
            During the season it can tell you that one of your dressed players has scored: in each game a newer message
            replaces the one before, and a tap opens Tonight.
          </p>
        )}
        <Settings user={user} />
      </>
    ) : (
      <Notice kind="info">This league sends no notifications.</Notice>
    )}
  </div>
)
