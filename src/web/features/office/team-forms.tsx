import { Button } from '@chakra-ui/react/button'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { SHORT_NAME_MAX, TEAM_NAME_MAX } from '#contract/limits'
import type { OfficeTeam } from '#contract/office'
import { addTeam, handOverTeam, officeMembers, renameAnyTeam } from '../../data/office.ts'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { FailedAction } from './failed-action.tsx'

interface FormProps {
  readonly name: string
  readonly submit: string
  readonly of: { readonly isPending: boolean; readonly error: Error | null; readonly reset: () => void }
  readonly onSubmit: () => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

const Form = ({ name, submit, of, onSubmit, onCancel, children }: FormProps) => (
  <ChakraGround>
    <form
      className="office-form"
      aria-label={name}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!of.isPending) onSubmit()
      }}
    >
      {children}
      <div className="office-buttons">
        <Button type="submit" minHeight="tap" disabled={of.isPending} aria-busy={of.isPending}>
          {submit}
        </Button>
        <Button type="button" variant="outline" minHeight="tap" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <FailedAction of={of} />
    </form>
  </ChakraGround>
)

interface Names {
  readonly name: string
  readonly shortName: string
}

interface NameFieldsProps {
  readonly names: Names
  readonly onType: (change: Partial<Names>) => void
}

const NameFields = ({ names, onType }: NameFieldsProps) => (
  <>
    <TextField
      label="Name"
      hint={`Maximum ${TEAM_NAME_MAX} characters`}
      required
      value={names.name}
      onChange={({ currentTarget }) => onType({ name: currentTarget.value })}
    />
    <TextField
      label="Short name"
      hint={`Maximum ${SHORT_NAME_MAX} characters`}
      required
      value={names.shortName}
      onChange={({ currentTarget }) => onType({ shortName: currentTarget.value })}
    />
  </>
)

export function AddTeam({ onDone }: { readonly onDone: () => void }) {
  const add = useMutation(addTeam())
  const [names, setNames] = useState<Names>({ name: '', shortName: '' })
  const [cash, setCash] = useState('0')
  const submit = () => add.mutate({ ...names, cash: Number(cash) }, { onSuccess: onDone })
  return (
    <Form name="Add a team" submit="Add" of={add} onSubmit={submit} onCancel={onDone}>
      <NameFields names={names} onType={(change) => setNames({ ...names, ...change })} />
      <TextField
        label="Cash"
        hint="With which it begins the season"
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        required
        value={cash}
        onChange={({ currentTarget }) => setCash(currentTarget.value)}
      />
    </Form>
  )
}

interface TeamFormProps {
  readonly team: OfficeTeam
  readonly onSaved: () => void
  readonly onCancel: () => void
}

export function RenameTeam({ team, onSaved, onCancel }: TeamFormProps) {
  const rename = useMutation(renameAnyTeam(team))
  /** What was touched; the rest follows the team, which another admin or its member may rename meanwhile. */
  const [touched, setTouched] = useState<Partial<Names>>({})
  const names = { name: team.name, shortName: team.shortName, ...touched }
  const submit = () => rename.mutate(names, { onSuccess: onSaved })
  return (
    <Form name={`Rename ${team.name}`} submit="Save" of={rename} onSubmit={submit} onCancel={onCancel}>
      <NameFields names={names} onType={(change) => setTouched({ ...touched, ...change })} />
    </Form>
  )
}

const NOBODY = '0'

/** Asks once more, since two people's pages change at once. */
export function HandOver({ team, onSaved, onCancel }: TeamFormProps) {
  const hand = useMutation(handOverTeam(team))
  const { data } = useQuery(officeMembers())
  const [chosen, setChosen] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const heirs = data?.members.filter(({ teamId }) => teamId !== team.id) ?? []
  const heir = heirs.find(({ id }) => String(id) === chosen)
  const owners = new Intl.ListFormat('en').format(team.owners.map(({ displayName }) => displayName))
  const loses = owners === '' ? '' : ` ${owners} will no longer have a team.`
  const gives = heir?.teamShortName ? ` ${heir.teamShortName}, their team so far, is left without a member.` : ''
  return (
    <Form
      name={`Hand over ${team.name}`}
      submit="Hand over"
      of={hand}
      onSubmit={() => setIsAsking(chosen !== '')}
      onCancel={onCancel}
    >
      <SelectField label="To" value={chosen} onChoose={setChosen}>
        <option value="">Select a member...</option>
        {heirs.map(({ id, displayName, teamShortName }) => (
          <option key={id} value={id}>
            {teamShortName ? `${displayName}, who has ${teamShortName}` : displayName}
          </option>
        ))}
        {team.owners.length > 0 && <option value={NOBODY}>No one</option>}
      </SelectField>
      {isAsking && (
        <Confirm
          title={`Hand over ${team.name}?`}
          confirmLabel="Hand over"
          isBusy={hand.isPending}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => hand.mutate(heir?.id ?? null, { onSuccess: onSaved, onSettled: () => setIsAsking(false) })}
        >
          {heir
            ? `${heir.displayName} has ${team.shortName} from now on, with its players, cash and cart.${loses}${gives}`
            : `${team.shortName} has no member from now on.${loses}`}
        </Confirm>
      )}
    </Form>
  )
}
