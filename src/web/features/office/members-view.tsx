import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getOfficeMembers, type NewMember, type OfficeMembers } from '#contract/office'
import { addMember, officeMembers, officeTeams } from '../../data/office.ts'
import { PlainButton } from '../../ui/buttons.tsx'
import { IdField, TextField } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Failure } from '../data-screen/data-screen.tsx'
import { ClosableForm } from './closable-form.tsx'
import { MemberRow } from './member-row.tsx'
import { OfficeData, OfficePage } from './office-page.tsx'
import { RoleChoice } from './role-choice.tsx'

interface AddMemberProps {
  readonly loginBy: OfficeMembers['loginBy']
  readonly onAdded: (userName: string) => void
  readonly onCancel: () => void
}

const EMPTY: NewMember = { userName: '', displayName: '', email: '', subject: '', roles: [], teamId: null }

function AddMember({ loginBy, onAdded, onCancel }: AddMemberProps) {
  const add = useMutation(addMember())
  const { data } = useQuery(officeTeams())
  const [wanted, setWanted] = useState(EMPTY)
  const change = (changed: Partial<NewMember>) => setWanted({ ...wanted, ...changed })
  const free = data?.teams.filter(({ owners }) => owners.length === 0) ?? []
  const submit = () => {
    const userName = wanted.userName.trim()
    add.mutate(
      { ...wanted, userName, email: wanted.email || null, subject: wanted.subject || null },
      { onSuccess: () => onAdded(userName) },
    )
  }
  return (
    <ClosableForm
      className="card"
      name="Add a member"
      submit="Add"
      submitting="Adding..."
      isPending={add.isPending}
      failure={<Failure isAnswer of={add} />}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <TextField
        label="User name"
        hint="Short, and for good: commands and the league file go by it"
        required
        autoCapitalize="none"
        value={wanted.userName}
        onType={(userName) => change({ userName })}
      />
      <TextField
        label="Name"
        hint="As the others see it; the user name if it is left empty"
        value={wanted.displayName}
        onType={(displayName) => change({ displayName })}
      />
      {loginBy === 'external' && (
        <>
          <TextField
            label="E-mail"
            hint="By this address the identity provider knows them"
            type="email"
            value={wanted.email ?? ''}
            onType={(email) => change({ email })}
          />
          <TextField
            label="Subject"
            hint="Instead of the address: what the identity provider calls them"
            value={wanted.subject ?? ''}
            onType={(subject) => change({ subject })}
          />
        </>
      )}
      <IdField
        label="Team"
        value={wanted.teamId ?? null}
        none="No team"
        options={free.map(({ id, name }) => [id, name])}
        onChoose={(teamId) => change({ teamId })}
      />
      {data && free.length === 0 && <p className="muted">Every team has a member. To hand over a team, go to Teams.</p>}
      <RoleChoice
        roles={wanted.roles}
        onChange={(role, has) => {
          const others = wanted.roles.filter((each) => each !== role)
          change({ roles: has ? [...others, role] : others })
        }}
      />
    </ClosableForm>
  )
}

/** How members get in, where it is not by an invitation. */
const ways: Readonly<Record<OfficeMembers['loginBy'], string>> = {
  accounts: 'Members log in with passkeys. An invitation lets them in the first time, and again after a lost phone.',
  external:
    'Members log in at an identity provider, which knows them by subject or address, so no one needs an invitation.',
  trial:
    'This server is for trying out: everyone logs in with a button and no password, so no one needs an invitation.',
}

const UnconfirmedAccounts = ({ unconfirmed }: Pick<OfficeMembers, 'unconfirmed'>) =>
  unconfirmed.length > 0 && (
    <Notice kind="warning">
      <p>
        The identity provider does not say whether these addresses are verified, so they cannot be used. Have it send
        email_verified, or give the subject to their member:
      </p>
      <ul>
        {unconfirmed.map(({ account, subject }) => (
          <li key={subject}>{`${account ?? 'unknown'}, subject ${subject}`}</li>
        ))}
      </ul>
    </Notice>
  )

function Members({ loginBy, members, unconfirmed }: OfficeMembers) {
  const [open, setOpen] = useState<string | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [added, setAdded] = useState<string | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  return (
    <>
      <p>{ways[loginBy]}</p>
      <UnconfirmedAccounts unconfirmed={unconfirmed} />
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
        <div className="buttons">
          <PlainButton onClick={() => setIsAdding(true)}>Add a member</PlainButton>
        </div>
      )}
      {removed && (
        <Notice isAnswer key={removed} kind="success" onClose={() => setRemoved(null)}>
          {`${removed} is no longer a member.`}
        </Notice>
      )}
      <ul className="fields ruled office-rows" aria-label="Members">
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

export const MembersView = () => (
  <OfficePage title="Members">
    <OfficeData query={officeMembers()} failure={getOfficeMembers.failure}>
      {(data) => <Members {...data} />}
    </OfficeData>
  </OfficePage>
)
