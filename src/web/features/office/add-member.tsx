import { Button } from '@chakra-ui/react/button'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { NewMember, OfficeMembers } from '#contract/office'
import { addMember, officeTeams } from '../../data/office.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { FailedAction } from './failed-action.tsx'
import { RoleChoice } from './role-choice.tsx'

interface AddMemberProps {
  readonly loginBy: OfficeMembers['loginBy']
  readonly onAdded: (userName: string) => void
  readonly onCancel: () => void
}

const EMPTY: NewMember = { userName: '', displayName: '', email: '', subject: '', roles: [], teamId: null }

export function AddMember({ loginBy, onAdded, onCancel }: AddMemberProps) {
  const add = useMutation(addMember())
  const { data } = useQuery(officeTeams())
  const [wanted, setWanted] = useState(EMPTY)
  const change = (changed: Partial<NewMember>) => setWanted({ ...wanted, ...changed })
  const free = data?.teams.filter(({ owners }) => owners.length === 0) ?? []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    const userName = wanted.userName.trim()
    add.mutate(
      { ...wanted, userName, email: wanted.email || null, subject: wanted.subject || null },
      { onSuccess: () => onAdded(userName) },
    )
  }
  return (
    <ChakraGround>
      <form className="office-form office-card" aria-label="Add a member" onSubmit={submit}>
        <TextField
          label="User name"
          hint="Short, and for good: commands and the league file go by it"
          required
          autoCapitalize="none"
          value={wanted.userName}
          onChange={({ currentTarget }) => change({ userName: currentTarget.value })}
        />
        <TextField
          label="Name"
          hint="As the others see it; the user name if it is left empty"
          value={wanted.displayName}
          onChange={({ currentTarget }) => change({ displayName: currentTarget.value })}
        />
        {loginBy === 'external' && (
          <>
            <TextField
              label="E-mail"
              hint="By this address the identity provider knows them"
              type="email"
              value={wanted.email ?? ''}
              onChange={({ currentTarget }) => change({ email: currentTarget.value })}
            />
            <TextField
              label="Subject"
              hint="Instead of the address: what the identity provider calls them"
              value={wanted.subject ?? ''}
              onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
            />
          </>
        )}
        <SelectField
          label="Team"
          value={String(wanted.teamId ?? '')}
          onChoose={(chosen) => change({ teamId: chosen === '' ? null : Number(chosen) })}
        >
          <option value="">No team</option>
          {free.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {data && free.length === 0 && (
          <p className="office-hint">Every team has a member. To hand over a team, go to Teams.</p>
        )}
        <RoleChoice
          roles={wanted.roles}
          onChange={(role, has) => {
            const others = wanted.roles.filter((each) => each !== role)
            change({ roles: has ? [...others, role] : others })
          }}
        />
        <div className="office-buttons">
          <Button type="submit" minHeight="tap" disabled={add.isPending} aria-busy={add.isPending}>
            {add.isPending ? 'Adding...' : 'Add'}
          </Button>
          <Button type="button" variant="outline" minHeight="tap" onClick={onCancel}>
            Cancel
          </Button>
        </div>
        <FailedAction of={add} />
      </form>
    </ChakraGround>
  )
}
