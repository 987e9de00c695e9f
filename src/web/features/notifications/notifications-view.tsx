import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { getPush, type PushKinds, type PushState } from '#contract/push'
import { changeKinds, pushState, switchPush } from '../../data/push.ts'
import { useFeature } from '../../data/user.ts'
import { type Permission, usePermission } from '../../offline/push-permission.ts'
import { Notice } from '../../ui/notice.tsx'
import { Failure, NotHere, QueryResult } from '../data-screen/data-screen.tsx'
import './notifications.css'

interface SwitchRowProps {
  readonly label: string
  readonly hint: string
  readonly isOn: boolean
  readonly isBusy: boolean
  readonly onChange: (isOn: boolean) => void
}

/** Nothing is switched twice: a busy one keeps the focus and does not answer. */
const SwitchRow = ({ label, hint, isOn, isBusy, onChange }: SwitchRowProps) => (
  <button
    className="spread press-row"
    type="button"
    role="switch"
    aria-checked={isOn}
    aria-disabled={isBusy}
    onClick={() => isBusy || onChange(!isOn)}
  >
    <span>
      <strong>{label}</strong> <span className="muted own-line">{hint}</span>
    </span>
    <span className="switch-mark" />
  </button>
)

interface Kind {
  readonly kind: keyof PushKinds
  readonly label: string
  readonly hint: string
  /** Of a server without games there is never one. */
  readonly isOfGames?: boolean
}

const KINDS: readonly Kind[] = [
  { kind: 'turn', label: 'Your pick', hint: 'When it is your turn, once a round, with the last pick' },
  { kind: 'next', label: 'You are next', hint: 'One pick before yours, once a round' },
  { kind: 'start', label: 'The draft starts', hint: 'Once a season' },
  {
    kind: 'goal',
    label: 'One of my players scores',
    hint: 'While games are on, at most one every five minutes from each game',
    isOfGames: true,
  },
  { kind: 'message', label: 'A message to all members', hint: 'Announcements from an admin' },
]

/** Of a device that is switched on for its player's goals, which are off otherwise. */
const WITH_GOALS: PushKinds = { turn: true, next: true, start: true, goal: true, message: true }

interface SwitchesProps {
  readonly state: PushState
  readonly isAllowed: boolean
  /** The member came to be notified of goals. */
  readonly isForGoals: boolean
}

function Switches({ state: { publicKey, kinds }, isAllowed, isForGoals }: SwitchesProps) {
  const hasGames = useFeature('tonight')
  const client = useQueryClient()
  const device = useMutation(switchPush(client))
  const choice = useMutation(changeKinds(client))
  const isOn = kinds != null && isAllowed
  const forget = () => {
    device.reset()
    choice.reset()
  }
  const isBusy = device.isPending || choice.isPending
  return (
    <>
      <SwitchRow
        label="Notify me on this device"
        hint={isAllowed ? 'On until you log out here' : 'Your browser will ask you to allow it'}
        isOn={isOn}
        isBusy={isBusy}
        onChange={(wanted) => {
          forget()
          device.mutate({ isOn: wanted, publicKey, kinds: isForGoals ? WITH_GOALS : undefined })
        }}
      />
      {isOn && (
        <fieldset className="ruled">
          <legend className="muted">Notify me about</legend>
          {KINDS.filter(({ kind, isOfGames }) => kinds[kind] !== undefined && (hasGames || !isOfGames)).map(
            ({ kind, label, hint }) => (
              <SwitchRow
                key={kind}
                label={label}
                hint={hint}
                isOn={kinds[kind] === true}
                isBusy={isBusy}
                onChange={(wanted) => {
                  forget()
                  choice.mutate({ ...kinds, [kind]: wanted })
                }}
              />
            ),
          )}
        </fieldset>
      )}
      <Failure isAnswer of={{ error: device.error ?? choice.error, reset: forget }} />
    </>
  )
}

function PushSwitches(rest: Omit<SwitchesProps, 'state'>) {
  const state = useQuery(pushState())
  return (
    <NotHere value="You're offline. Notifications can't be switched on or off now.">
      <QueryResult query={state} failure={getPush.failure}>
        {(data) => <Switches state={data} {...rest} />}
      </QueryResult>
    </NotHere>
  )
}

const HINDRANCES: Partial<Record<Permission, string>> = {
  unsupported: "This browser can't show notifications.",
  'home-screen':
    'On an iPhone or iPad the app has to be on the Home Screen first: tap Share, then Add to Home Screen. Open it from there, and come back to this page.',
  blocked:
    'Notifications of this site are blocked in this browser. Allow them in its settings for this site, beside the address, or in the settings of the phone under Notifications.',
}

const Settings = ({ hasGames }: { readonly hasGames: boolean }) => {
  const permission = usePermission()
  // `/notifications?for=goals`, where Tonight leads to.
  const { for: wanted }: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const hindrance = HINDRANCES[permission]
  return hindrance ? (
    <Notice kind="info">{hindrance}</Notice>
  ) : (
    <PushSwitches isAllowed={permission === 'given'} isForGoals={wanted === 'goals' && hasGames} />
  )
}

export function NotificationsView() {
  const hasPush = useFeature('push')
  const hasGames = useFeature('tonight')
  return (
    <div className="page notifications">
      <h1 tabIndex={-1}>Notifications</h1>
      {hasPush ? (
        <>
          <Settings hasGames={hasGames} />
          <p className="note">
            {hasGames
              ? 'Get a push on your pick, when your players score, and for admin messages.'
              : 'Get a push on your pick and for admin messages.'}
          </p>
        </>
      ) : (
        <Notice kind="info">This league sends no notifications.</Notice>
      )}
    </div>
  )
}
