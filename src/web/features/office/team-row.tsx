import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { OfficeTeam } from '#contract/office'
import { retireTeam } from '../../data/office.ts'
import { figure } from '../../ui/figure.ts'
import { AnswerNotice } from './answer-notice.tsx'
import { FailedAction } from './failed-action.tsx'
import { OfficeRow } from './office-row.tsx'
import { HandOver, RenameTeam } from './team-forms.tsx'

interface TeamRowProps {
  readonly team: OfficeTeam
  readonly isOpen: boolean
  readonly onToggle: () => void
}

type Form = 'rename' | 'hand over' | 'saved'

function Actions({ team }: Pick<TeamRowProps, 'team'>) {
  const retire = useMutation(retireTeam(team.id))
  const [form, setForm] = useState<Form | null>(null)
  const close = () => setForm(null)
  const ends = { onSaved: () => setForm('saved'), onCancel: close }
  if (form === 'rename') return <RenameTeam team={team} {...ends} />
  if (form === 'hand over') return <HandOver team={team} {...ends} />
  return (
    <>
      <p className="office-hint">
        {`Began the season with ${figure(team.startingCash, 2)} in cash. `}
        {team.isRetiring
          ? 'It plays this season to its end, and takes no part in the next one.'
          : 'It takes part in the next season, too.'}
      </p>
      <div className="office-buttons">
        <button className="button plain" type="button" onClick={() => setForm('rename')}>
          Rename
        </button>
        <button className="button plain" type="button" onClick={() => setForm('hand over')}>
          Hand over
        </button>
        <button
          className="button plain"
          type="button"
          disabled={retire.isPending}
          onClick={() => retire.mutate(!team.isRetiring)}
        >
          {team.isRetiring ? 'Keep for next season' : 'Retire after this season'}
        </button>
      </div>
      {form === 'saved' && (
        <AnswerNotice kind="success" onClose={close}>
          Saved.
        </AnswerNotice>
      )}
      <FailedAction of={retire} />
    </>
  )
}

export const TeamRow = ({ team, isOpen, onToggle }: TeamRowProps) => (
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
