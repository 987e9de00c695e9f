import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OfficeMember, OfficeMembers } from '#contract/office'
import { endLogins, inviteMember, removeMember } from '../../data/office.ts'
import { focusPage } from '../../paint/focus-page.ts'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { instantText } from '../../ui/time/instant-text.ts'
import { useNow } from '../../ui/use-now.ts'
import { AnswerNotice } from './answer-notice.tsx'
import { FailedAction } from './failed-action.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { MemberForm } from './member-form.tsx'
import { accessLine, endingWords, rolesOf } from './member-words.ts'
import { OfficeRow } from './office-row.tsx'

interface MemberRowProps {
  readonly member: OfficeMember
  readonly loginBy: OfficeMembers['loginBy']
  readonly isNew: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onRemoved: () => void
}

interface Question {
  readonly title: string
  readonly words: string
  readonly label: string
  readonly run: () => void
  readonly isBusy: boolean
}

const Facts = ({ member: { userName, email, subject, logins } }: Pick<MemberRowProps, 'member'>) => (
  <dl className="office-facts">
    <dt>User name</dt>
    <dd>{userName}</dd>
    {email && (
      <>
        <dt>E-mail</dt>
        <dd>{email}</dd>
      </>
    )}
    {subject && (
      <>
        <dt>Subject</dt>
        <dd>{subject}</dd>
      </>
    )}
    <dt>Logged in</dt>
    <dd>
      {logins.length === 0
        ? 'nowhere'
        : logins.map(({ device, since, seenAt, isThis }) => (
            <span key={`${since} ${seenAt} ${device}`}>
              {device ?? 'unknown device'}
              {isThis ? ', this one' : `, last seen ${instantText(seenAt)}`}
            </span>
          ))}
    </dd>
  </dl>
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
  const [asked, setAsked] = useState<Question['title'] | null>(null)
  const { displayName, passkeys, invitedUntil, logins, isMe } = member
  const close = () => setAsked(null)
  const closing = { onSettled: close }
  const removed = () => {
    close()
    focusPage()
    onRemoved()
  }
  const others = logins.filter(({ isThis }) => !isThis).length
  const questions: readonly Question[] = [
    {
      title: 'A lost phone?',
      words: `${endingWords(member)} of ${displayName} end at once, and you get a new link for them.`,
      label: 'End and invite',
      run: () => invitation.mutate({ lost: true }, closing),
      isBusy: invitation.isPending,
    },
    {
      title: 'End logins?',
      words: isMe
        ? 'You are logged out everywhere but here.'
        : `${displayName} is logged out everywhere, at once, and can log in again.`,
      label: 'End logins',
      run: () => end.mutate(undefined, closing),
      isBusy: end.isPending,
    },
    {
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
  ]
  const [lost, ending, removing] = questions
  const question = questions.find(({ title }) => title === asked)
  const button = (label: string, onClick: () => void, kind = 'plain'): ReactNode => (
    <button className={`button ${kind}`} type="button" onClick={onClick}>
      {label}
    </button>
  )
  const edited = (isSaved: boolean) => {
    setIsEditing(false)
    setDone(isSaved ? 'Saved.' : null)
  }
  if (isEditing) return <MemberForm member={member} loginBy={loginBy} onDone={edited} />
  return (
    <>
      <div className="office-buttons">
        {loginBy === 'accounts' && (
          <button
            className="button"
            type="button"
            aria-busy={invitation.isPending}
            disabled={invitation.isPending}
            onClick={() => invitation.mutate({ lost: false })}
          >
            {passkeys > 0 || invitedUntil ? 'New invitation' : 'Invite'}
          </button>
        )}
        {button('Change', () => setIsEditing(true))}
        {loginBy === 'accounts' && passkeys > 0 && button('Lost phone', () => setAsked(lost?.title ?? null))}
        {others > 0 && button('End logins', () => setAsked(ending?.title ?? null))}
        {button('Remove', () => setAsked(removing?.title ?? null), 'plain final')}
      </div>
      {done && (
        <AnswerNotice kind="success" onClose={() => setDone(null)}>
          {done}
        </AnswerNotice>
      )}
      {invitation.data && <InvitationCard name={displayName} invitation={invitation.data} />}
      {[invitation, end, removal].map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: always the same three
        <FailedAction key={index} of={each} />
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
      <Facts member={member} />
      <Actions member={member} loginBy={loginBy} isNew={isNew} onRemoved={onRemoved} />
    </OfficeRow>
  )
}
