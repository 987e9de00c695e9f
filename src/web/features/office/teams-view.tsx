import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SHORT_NAME_MAX, TEAM_NAME_MAX } from '#contract/limits'
import { getOfficeTeams, type OfficeTeam, type OfficeTeams } from '#contract/office'
import type { TeamNames } from '#contract/stats'
import { truncate } from '#rules/names'
import { listed } from '#rules/words'
import { addTeam, handOverTeam, officeMembers, officeTeams, renameAnyTeam, retireTeam } from '../../data/office.ts'
import { PlainButton } from '../../ui/buttons.tsx'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { figure } from '../../ui/figure.ts'
import { SelectField, TextField } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Failure } from '../data-screen/data-screen.tsx'
import { ClosableForm } from './closable-form.tsx'
import { OfficeData, OfficePage, OfficeRow } from './office-page.tsx'

interface NameFieldsProps {
  readonly names: TeamNames
  readonly onType: (change: Partial<TeamNames>) => void
}

const NameFields = ({ names, onType }: NameFieldsProps) => (
  <>
    <TextField
      label="Name"
      hint={`Maximum ${TEAM_NAME_MAX} characters`}
      required
      value={names.name}
      onType={(name) => onType({ name: truncate(name, TEAM_NAME_MAX) })}
    />
    <TextField
      label="Short name"
      hint={`Maximum ${SHORT_NAME_MAX} characters`}
      required
      value={names.shortName}
      onType={(shortName) => onType({ shortName: truncate(shortName, SHORT_NAME_MAX) })}
    />
  </>
)

interface AddTeamProps {
  readonly onAdded: (name: string) => void
  readonly onCancel: () => void
}

function AddTeam({ onAdded, onCancel }: AddTeamProps) {
  const add = useMutation(addTeam())
  const [names, setNames] = useState<TeamNames>({ name: '', shortName: '' })
  const [cash, setCash] = useState('0')
  const submit = () => add.mutate({ ...names, cash: Number(cash) }, { onSuccess: () => onAdded(names.name) })
  return (
    <ClosableForm
      name="Add a team"
      submit="Add"
      isPending={add.isPending}
      failure={<Failure isAnswer of={add} />}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <NameFields names={names} onType={(change) => setNames({ ...names, ...change })} />
      <TextField
        label="Cash"
        hint="The team begins the season with it"
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        required
        value={cash}
        onType={setCash}
      />
    </ClosableForm>
  )
}

interface TeamFormProps {
  readonly team: OfficeTeam
  readonly onSaved: () => void
  readonly onCancel: () => void
}

function RenameTeam({ team, onSaved, onCancel }: TeamFormProps) {
  const rename = useMutation(renameAnyTeam(team))
  /** What was touched; the rest follows the team, which another admin or its member may rename meanwhile. */
  const [touched, setTouched] = useState<Partial<TeamNames>>({})
  const names = { name: team.name, shortName: team.shortName, ...touched }
  const submit = () => rename.mutate(names, { onSuccess: onSaved })
  return (
    <ClosableForm
      name={`Rename ${team.name}`}
      submit="Save"
      isPending={rename.isPending}
      failure={<Failure isAnswer of={rename} />}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <NameFields names={names} onType={(change) => setTouched({ ...touched, ...change })} />
    </ClosableForm>
  )
}

const NO_ONE = '0'

/** Asks once more, since two people's pages change at once. */
function HandOver({ team, onSaved, onCancel }: TeamFormProps) {
  const hand = useMutation(handOverTeam(team))
  const { data } = useQuery(officeMembers())
  const [chosen, setChosen] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const heirs = data?.members.filter(({ teamId }) => teamId !== team.id) ?? []
  const heir = heirs.find(({ id }) => String(id) === chosen)
  const owners = listed(team.owners.map(({ displayName }) => displayName))
  const loses = owners === '' ? '' : ` ${owners} will no longer have a team.`
  const gives = heir?.teamShortName ? ` ${heir.teamShortName}, their team so far, is left without a member.` : ''
  return (
    <ClosableForm
      name={`Hand over ${team.name}`}
      submit="Hand over"
      isPending={hand.isPending}
      failure={<Failure isAnswer of={hand} />}
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
        {team.owners.length > 0 && <option value={NO_ONE}>No one</option>}
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
    </ClosableForm>
  )
}

interface TeamRowProps {
  readonly team: OfficeTeam
  readonly isOpen: boolean
  readonly onToggle: () => void
}

type OpenForm = 'rename' | 'hand over' | 'saved'

function Actions({ team }: Pick<TeamRowProps, 'team'>) {
  const retire = useMutation(retireTeam(team.id))
  const [form, setForm] = useState<OpenForm | null>(null)
  const close = () => setForm(null)
  const ends = { onSaved: () => setForm('saved'), onCancel: close }
  if (form === 'rename') return <RenameTeam team={team} {...ends} />
  if (form === 'hand over') return <HandOver team={team} {...ends} />
  return (
    <>
      <p className="muted">
        {`Began the season with ${figure(team.startingCash, 2)} in cash. `}
        {team.isRetiring
          ? 'It plays this season to its end, and takes no part in the next one.'
          : 'It takes part in the next season, too.'}
      </p>
      <div className="buttons">
        <PlainButton onClick={() => setForm('rename')}>Rename</PlainButton>
        <PlainButton onClick={() => setForm('hand over')}>Hand over</PlainButton>
        <PlainButton disabled={retire.isPending} onClick={() => retire.mutate(!team.isRetiring)}>
          {team.isRetiring ? 'Keep for next season' : 'Retire after this season'}
        </PlainButton>
      </div>
      {form === 'saved' && (
        <Notice isAnswer kind="success" onClose={close}>
          Saved.
        </Notice>
      )}
      <Failure isAnswer of={retire} />
    </>
  )
}

const TeamRow = ({ team, isOpen, onToggle }: TeamRowProps) => (
  <OfficeRow
    title={team.name}
    marks={[team.shortName, ...(team.isRetiring ? ['retires'] : [])]}
    line={team.owners.length === 0 ? 'no member' : team.owners.map(({ displayName }) => displayName).join(', ')}
    isOpen={isOpen}
    onToggle={onToggle}
  >
    <Actions team={team} />
  </OfficeRow>
)

function Teams({ teams, canAdd }: OfficeTeams) {
  const [open, setOpen] = useState<number | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [added, setAdded] = useState<string | null>(null)
  return (
    <>
      {!canAdd && <p>Teams can be added before the season's draft begins; this season's has begun.</p>}
      {canAdd && !isAdding && (
        <div className="buttons">
          <PlainButton onClick={() => setIsAdding(true)}>Add a team</PlainButton>
        </div>
      )}
      {isAdding && (
        <AddTeam
          onCancel={() => setIsAdding(false)}
          onAdded={(name) => {
            setIsAdding(false)
            setAdded(name)
          }}
        />
      )}
      {added !== null && (
        <Notice isAnswer kind="success" onClose={() => setAdded(null)}>
          {`${added} is in the league now. Hand it over to its member.`}
        </Notice>
      )}
      <ul className="fields ruled office-rows" aria-label="Teams">
        {teams.map((team) => (
          <TeamRow
            key={team.id}
            team={team}
            isOpen={open === team.id}
            onToggle={() => setOpen(open === team.id ? null : team.id)}
          />
        ))}
      </ul>
    </>
  )
}

export const TeamsView = () => (
  <OfficePage title="Teams">
    <OfficeData query={officeTeams()} failure={getOfficeTeams.failure}>
      {(data) => <Teams {...data} />}
    </OfficeData>
  </OfficePage>
)
