import { Button } from '@chakra-ui/react/button'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { MEMBER_ROLES, type MemberChange, type OfficeMember, type OfficeMembers } from '#contract/office'
import { changeMember } from '../../data/office.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { FailedAction } from './failed-action.tsx'
import { rolesOf } from './member-words.ts'
import { type MemberRoles, RoleChoice } from './role-choice.tsx'

interface MemberFormProps {
  readonly member: OfficeMember
  readonly loginBy: OfficeMembers['loginBy']
  readonly onDone: (isSaved: boolean) => void
}

type Touched = Omit<MemberChange, 'version' | 'roles'>

/** Name, roles, and by what an identity provider's account is known as theirs. */
export function MemberForm({ member, loginBy, onDone }: MemberFormProps) {
  const save = useMutation(changeMember(member.id))
  /** What was touched; the rest follows the member, whom another admin may change meanwhile. */
  const [touched, setTouched] = useState<Touched>({})
  const touch = (change: Touched) => setTouched({ ...touched, ...change })
  const [touchedRoles, setTouchedRoles] = useState<Partial<Record<MemberRoles[number], boolean>>>({})
  const { displayName, email, subject } = { ...member, ...touched }
  const kept = rolesOf(member)
  const roles = MEMBER_ROLES.filter((role) => touchedRoles[role] ?? kept.includes(role))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const change = { ...touched, ...(Object.keys(touchedRoles).length > 0 && { roles }) }
    if (Object.keys(change).length === 0) return onDone(false)
    save.mutate({ version: member.version, ...change }, { onSuccess: () => onDone(true) })
  }
  return (
    <ChakraGround>
      <form className="office-form" aria-label={`Change ${member.displayName}`} onSubmit={submit}>
        <TextField
          label="Name"
          required
          value={displayName}
          onChange={({ currentTarget }) => touch({ displayName: currentTarget.value })}
        />
        <TextField
          label="E-mail"
          hint={loginBy === 'external' ? 'By this address the identity provider knows them' : 'May be left empty'}
          type="email"
          value={email ?? ''}
          onChange={({ currentTarget }) => touch({ email: currentTarget.value || null })}
        />
        {loginBy === 'external' && (
          <TextField
            label="Subject"
            hint="What the identity provider calls them; it comes before the address"
            value={subject ?? ''}
            onChange={({ currentTarget }) => touch({ subject: currentTarget.value || null })}
          />
        )}
        <RoleChoice roles={roles} onChange={(role, has) => setTouchedRoles({ ...touchedRoles, [role]: has })} />
        <div className="office-buttons">
          <Button type="submit" minHeight="tap" disabled={save.isPending} aria-busy={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
          <Button type="button" variant="outline" minHeight="tap" onClick={() => onDone(false)}>
            Cancel
          </Button>
        </div>
        <FailedAction of={save} />
      </form>
    </ChakraGround>
  )
}
