import { Button } from '@chakra-ui/react/button'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { MemberChange, OfficeMember, OfficeMembers } from '#contract/office'
import { changeMember } from '../../data/office.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { FailedAction } from './failed-action.tsx'
import { rolesOf } from './member-words.ts'
import { RoleChoice } from './role-choice.tsx'

interface MemberFormProps {
  readonly member: OfficeMember
  readonly loginBy: OfficeMembers['loginBy']
  readonly onDone: (isSaved: boolean) => void
}

/** Name, roles, and by what an identity provider's account is known as theirs. */
export function MemberForm({ member, loginBy, onDone }: MemberFormProps) {
  const save = useMutation(changeMember(member.id))
  /** What was typed here. What was not follows the member as they are kept, and is not sent: another admin may be at it. */
  const [typed, setTyped] = useState<Omit<MemberChange, 'version'>>({})
  const { displayName, email, subject, roles } = { ...member, roles: rolesOf(member), ...typed }
  const type = (more: typeof typed) => setTyped({ ...typed, ...more })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate({ version: member.version, ...typed }, { onSuccess: () => onDone(true) })
  }
  return (
    <ChakraGround>
      <form className="office-form" aria-label={`Change ${member.displayName}`} onSubmit={submit}>
        <TextField
          label="Name"
          required
          value={displayName}
          onChange={({ currentTarget }) => type({ displayName: currentTarget.value })}
        />
        <TextField
          label="E-mail"
          hint={loginBy === 'external' ? 'By this address the identity provider knows them' : 'May be left empty'}
          type="email"
          value={email ?? ''}
          onChange={({ currentTarget }) => type({ email: currentTarget.value || null })}
        />
        {loginBy === 'external' && (
          <TextField
            label="Subject"
            hint="What the identity provider calls them; it comes before the address"
            value={subject ?? ''}
            onChange={({ currentTarget }) => type({ subject: currentTarget.value || null })}
          />
        )}
        <RoleChoice roles={roles} onChoose={(chosen) => type({ roles: chosen })} />
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
