import { useQuery } from '@tanstack/react-query'
import { isSubscribed } from '../../data/push.ts'
import { useFeature } from '../../data/user.ts'
import { usePermission } from '../../offline/push-permission.ts'
import { OwnLink } from '../../ui/own-link.tsx'

interface NotifyLinkProps {
  /** To be notified of goals. */
  readonly isForGoals?: boolean
  readonly className: string
  readonly children: string
}

/** To the switch, for as long as it is off on this device and the browser lets it be switched on. */
export function NotifyLink({ isForGoals = false, className, children }: NotifyLinkProps) {
  const permission = usePermission()
  const canAsk = useFeature('push') && permission !== 'unsupported' && permission !== 'blocked'
  const { data: isOn } = useQuery({ ...isSubscribed(), enabled: canAsk })
  if (!canAsk || isOn !== false) return null
  return (
    <OwnLink className={className} href={isForGoals ? '/notifications?for=goals' : '/notifications'}>
      {children}
    </OwnLink>
  )
}
