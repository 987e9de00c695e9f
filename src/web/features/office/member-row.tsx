import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  type Invitation,
  MEMBER_ROLES,
  type MemberChange,
  type OfficeMember,
  type OfficeMembers,
} from '#contract/office'
import { hasRole } from '#rules/roles'
import { plural } from '#rules/words'
import { changeMember, endLogins, inviteMember, removeMember } from '../../data/office.ts'
import { focusPage } from '../../paint/page.ts'
import { BRAND } from '../../ui/brand.ts'
import { MainButton, PlainButton } from '../../ui/buttons.tsx'
import { Facts } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { later } from '../../ui/lazy.tsx'
import { Line, Notice } from '../../ui/notice.tsx'
import { instantText } from '../../ui/time/instant-text.ts'
import { seenText } from '../../ui/time/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { Failure } from '../data-screen/data-screen.tsx'
import { ClosableForm } from './closable-form.tsx'
import { OfficeRow } from './office-page.tsx'
import { type MemberRoles, RoleChoice } from './role-choice.tsx'

/** The roles that the league knows, without the `ROLE_` that a provider puts before them. */
const rolesOf = (member: OfficeMember): MemberRoles =>
  (['admin', 'premium'] as const).filter((role) => hasRole(member, role))

/** How somebody comes in, and when they were last here, in a line. */
function accessLine(member: OfficeMember, loginBy: OfficeMembers['loginBy'], now: Date): string {
  const { seenAt, invitedUntil, passkeys, logins, email, subject } = member
  const seen = seenAt ? seenText(new Date(seenAt), now) : 'never seen'
  if (loginBy === 'accounts' && passkeys === 0) {
    return [invitedUntil ? 'invited' : 'not invited yet', seen].join(' · ')
  }
  if (loginBy === 'external' && !email && !subject) return `the provider cannot know them · ${seen}`
  return [seen, ...(logins.length > 0 ? [plural(logins.length, 'login')] : ['logged out'])].join(' · ')
}

/** What a dialog says will end. */
const endingWords = ({ passkeys, logins }: OfficeMember): string =>
  `${plural(passkeys, 'passkey')} and ${plural(logins.length, 'login')}`

const QrCode = later(async () => (await import('./qr-code.tsx')).QrCode)

interface InvitationCardProps {
  readonly name: string
  readonly invitation: Invitation
}

/** The link, this once: to be sent, copied or held in front of a phone's camera. */
function InvitationCard({ name, invitation: { link, expiresAt } }: InvitationCardProps) {
  const [result, setResult] = useState('')
  const card = useRef<HTMLElement>(null)
  // At the end of a long list the buttons would be under the edge.
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const canShare = typeof navigator.share === 'function'
  const Copy = canShare ? PlainButton : MainButton
  const copy = () => {
    // Without https a browser has no clipboard; the link can be marked by hand.
    const copied = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))
    void copied.then(
      () => setResult('Copied'),
      () => setResult("Couldn't copy. Select the link and copy it."),
    )
  }
  const share = () => {
    const text = `${name}, this is your way into our hockey pool.`
    const sent = navigator.share({ title: BRAND, text, url: link })
    // Closing the sheet is a change of mind, not a failure.
    void sent.catch(() => undefined)
  }
  return (
    <section ref={card} className="card" aria-label={`Invitation of ${name}`}>
      <p>
        Send this link to {name} alone: the first to open it is in. It works once, until {instantText(expiresAt)}, and
        is shown only now.
      </p>
      <code className="invitation-link">{link}</code>
      <div className="buttons">
        {canShare && <MainButton onClick={share}>Share</MainButton>}
        <Copy onClick={copy}>Copy</Copy>
      </div>
      <Line>{result}</Line>
      <div className="qr-place">
        <QrCode text={link} />
      </div>
    </section>
  )
}

interface MemberFormProps {
  readonly member: OfficeMember
  readonly loginBy: OfficeMembers['loginBy']
  readonly onDone: (isSaved: boolean) => void
}

type Touched = Omit<MemberChange, 'version' | 'roles'>

/** Name, roles, and by what an identity provider's account is known as theirs. */
function MemberForm({ member, loginBy, onDone }: MemberFormProps) {
  const save = useMutation(changeMember(member.id))
  /** What was touched; the rest follows the member, whom another admin may change meanwhile. */
  const [touched, setTouched] = useState<Touched>({})
  const touch = (change: Touched) => setTouched({ ...touched, ...change })
  const [touchedRoles, setTouchedRoles] = useState<Partial<Record<MemberRoles[number], boolean>>>({})
  const { displayName, email, subject } = { ...member, ...touched }
  const kept = rolesOf(member)
  const roles = MEMBER_ROLES.filter((role) => touchedRoles[role] ?? kept.includes(role))
  const submit = () => {
    const change = { ...touched, ...(Object.keys(touchedRoles).length > 0 && { roles }) }
    if (Object.keys(change).length === 0) return onDone(false)
    save.mutate({ version: member.version, ...change }, { onSuccess: () => onDone(true) })
  }
  return (
    <ClosableForm
      name={`Change ${member.displayName}`}
      submit="Save"
      submitting="Saving..."
      isPending={save.isPending}
      failure={<Failure isAnswer of={save} />}
      onSubmit={submit}
      onCancel={() => onDone(false)}
    >
      <TextField label="Name" required value={displayName} onType={(displayName) => touch({ displayName })} />
      <TextField
        label="E-mail"
        hint={loginBy === 'external' ? 'By this address the identity provider knows them' : 'May be left empty'}
        type="email"
        value={email ?? ''}
        onType={(text) => touch({ email: text || null })}
      />
      {loginBy === 'external' && (
        <TextField
          label="Subject"
          hint="What the identity provider calls them; it comes before the address"
          value={subject ?? ''}
          onType={(text) => touch({ subject: text || null })}
        />
      )}
      <RoleChoice roles={roles} onChange={(role, has) => setTouchedRoles({ ...touchedRoles, [role]: has })} />
    </ClosableForm>
  )
}

interface MemberRowProps {
  readonly member: OfficeMember
  readonly loginBy: OfficeMembers['loginBy']
  readonly isNew: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onRemoved: () => void
}

const MemberFacts = ({ member: { userName, email, subject, logins } }: Pick<MemberRowProps, 'member'>) => (
  <Facts
    facts={[
      ['User name', userName],
      ['E-mail', email || null],
      ['Subject', subject || null],
      [
        'Logged in',
        logins.length === 0
          ? 'nowhere'
          : logins.map(({ device, since, seenAt, isThis }) => (
              <span key={`${since} ${seenAt} ${device}`} className="own-line">
                {device ?? 'unknown device'}
                {isThis ? ', this one' : `, last seen ${instantText(seenAt)}`}
              </span>
            )),
      ],
    ]}
  />
)

function Actions({
  member,
  loginBy,
  isNew,
  onRemoved,
}: Pick<MemberRowProps, 'member' | 'loginBy' | 'isNew' | 'onRemoved'>) {
  const invitation = useMutation(inviteMember(member.id))
  const end = useMutation(endLogins(member.id))
  const removal = useMutation(removeMember(member))
  const [isEditing, setIsEditing] = useState(false)
  /** What was done. The row's head, which shows it, may be above the screen. */
  const [done, setDone] = useState(isNew ? `${member.displayName} is a member now.` : null)
  const [asking, setAsking] = useState<'lost' | 'logins' | 'removal' | null>(null)
  const { displayName, passkeys, invitedUntil, logins, isMe } = member
  const close = () => setAsking(null)
  const closing = { onSettled: close }
  const removed = () => {
    close()
    focusPage()
    onRemoved()
  }
  const others = logins.filter(({ isThis }) => !isThis).length
  const questions = {
    lost: {
      title: 'A lost phone?',
      words: `${endingWords(member)} of ${displayName} end at once, and you get a new link for them.`,
      label: 'End and invite',
      run: () => invitation.mutate({ lost: true }, closing),
      isBusy: invitation.isPending,
    },
    logins: {
      title: 'End logins?',
      words: isMe
        ? 'You are logged out everywhere but here.'
        : `${displayName} is logged out everywhere, at once, and can log in again.`,
      label: 'End logins',
      run: () => end.mutate(undefined, closing),
      isBusy: end.isPending,
    },
    removal: {
      title: `Remove ${displayName}?`,
      words: `Their logins and passkeys end at once. ${
        member.teamShortName
          ? `The team ${member.teamShortName} stays, without a member, with its players and everything it did.`
          : 'Their history is kept.'
      }`,
      label: 'Remove',
      run: () => void removal.mutateAsync().then(removed, close),
      isBusy: removal.isPending,
    },
  }
  const question = asking && questions[asking]
  const edited = (isSaved: boolean) => {
    setIsEditing(false)
    setDone(isSaved ? 'Saved.' : null)
  }
  if (isEditing) return <MemberForm member={member} loginBy={loginBy} onDone={edited} />
  return (
    <>
      <div className="buttons">
        {loginBy === 'accounts' && (
          <MainButton
            aria-busy={invitation.isPending}
            disabled={invitation.isPending}
            onClick={() => invitation.mutate({ lost: false })}
          >
            {passkeys > 0 || invitedUntil ? 'New invitation' : 'Invite'}
          </MainButton>
        )}
        <PlainButton onClick={() => setIsEditing(true)}>Change</PlainButton>
        {loginBy === 'accounts' && passkeys > 0 && (
          <PlainButton onClick={() => setAsking('lost')}>Lost phone</PlainButton>
        )}
        {others > 0 && <PlainButton onClick={() => setAsking('logins')}>End logins</PlainButton>}
        <PlainButton isFinal onClick={() => setAsking('removal')}>
          Remove
        </PlainButton>
      </div>
      {done && (
        <Notice isAnswer kind="success" onClose={() => setDone(null)}>
          {done}
        </Notice>
      )}
      {invitation.data && <InvitationCard name={displayName} invitation={invitation.data} />}
      {[invitation, end, removal].map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: always the same three
        <Failure isAnswer key={index} of={each} />
      ))}
      {question && (
        <Confirm
          title={question.title}
          confirmLabel={question.label}
          isBusy={question.isBusy}
          onConfirm={question.run}
          onCancel={close}
        >
          {question.words}
        </Confirm>
      )}
    </>
  )
}

export function MemberRow({ member, loginBy, isNew, isOpen, onToggle, onRemoved }: MemberRowProps) {
  const now = useNow()
  return (
    <OfficeRow
      title={member.displayName}
      marks={[
        ...(member.isMe ? ['you'] : []),
        ...rolesOf(member),
        ...(member.teamShortName ? [member.teamShortName] : []),
      ]}
      line={accessLine(member, loginBy, now)}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <MemberFacts member={member} />
      <Actions member={member} loginBy={loginBy} isNew={isNew} onRemoved={onRemoved} />
    </OfficeRow>
  )
}
