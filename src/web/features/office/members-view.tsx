import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getOfficeMembers, type OfficeMembers } from '#contract/office'
import type { User } from '#contract/user'
import { officeMembers } from '../../data/office.ts'
import { usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { AddMember } from './add-member.tsx'
import { AnswerNotice } from './answer-notice.tsx'
import { MemberRow } from './member-row.tsx'
import { OfficePage } from './office-page.tsx'

/** How members get in, where it is not by an invitation. */
const ways: Readonly<Record<OfficeMembers['loginBy'], string>> = {
  accounts: 'Members log in with passkeys. An invitation lets them in the first time, and again after a lost phone.',
  external:
    'Members log in at an identity provider, which knows them by subject or address, so no one needs an invitation.',
  trial: 'This is a demo league: everyone logs in with a button and no password, so no one needs an invitation.',
}

const Unsaid = ({ unsaid }: Pick<OfficeMembers, 'unsaid'>) =>
  unsaid.length > 0 && (
    <Notice kind="warning">
      <p>
        The identity provider does not say whether these addresses are verified, so they cannot be used. Have it send
        email_verified, or give the subject to their member:
      </p>
      <ul>
        {unsaid.map(({ account, subject }) => (
          <li key={subject}>{`${account ?? 'unknown'}, subject ${subject}`}</li>
        ))}
      </ul>
    </Notice>
  )

function Members({ loginBy, members, unsaid }: OfficeMembers) {
  const [open, setOpen] = useState<string | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [added, setAdded] = useState<string | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  usePreparedConfirm()
  return (
    <>
      <p className="page-text">{ways[loginBy]}</p>
      <Unsaid unsaid={unsaid} />
      {isAdding ? (
        <AddMember
          loginBy={loginBy}
          onCancel={() => setIsAdding(false)}
          onAdded={(userName) => {
            setIsAdding(false)
            // What comes next is their invitation.
            setOpen(userName)
            setAdded(userName)
          }}
        />
      ) : (
        <button className="button plain" type="button" onClick={() => setIsAdding(true)}>
          Add a member
        </button>
      )}
      {removed && (
        <AnswerNotice key={removed} kind="success" onClose={() => setRemoved(null)}>
          {`${removed} is no longer a member.`}
        </AnswerNotice>
      )}
      <ul className="office-list" aria-label="Members">
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            loginBy={loginBy}
            isNew={added === member.userName}
            isOpen={open === member.userName}
            onToggle={() => {
              setOpen(open === member.userName ? null : member.userName)
              setAdded(null)
            }}
            onRemoved={() => setRemoved(member.displayName)}
          />
        ))}
      </ul>
    </>
  )
}

function Asked() {
  const query = useQuery(officeMembers())
  return (
    <QueryResult query={query} failure={getOfficeMembers.failure}>
      {(data) => <Members {...data} />}
    </QueryResult>
  )
}

export const MembersView = ({ user }: { readonly user: User }) => (
  <OfficePage user={user} title="Members">
    <Asked />
  </OfficePage>
)
