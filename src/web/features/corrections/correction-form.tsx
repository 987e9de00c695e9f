import { Button } from '@chakra-ui/react/button'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { type Correction, REASON_MAX } from '#contract/corrections'
import { truncate } from '#rules/names'
import { standings } from '../../data/stats.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { type CorrectionDraft, type Execution, touchesLineup } from './correction-draft.ts'
import { CorrectionFields } from './correction-fields.tsx'

interface CorrectionFormProps {
  readonly draft: CorrectionDraft
  readonly executions: readonly Execution[]
  readonly today: string
  /** The correction that is to be undone. */
  readonly undone: Correction | undefined
  readonly isBusy: boolean
  readonly onChange: (changed: Partial<CorrectionDraft>) => void
  readonly onLook: () => void
}

/** What is to be put right, and why. */
export function CorrectionForm({ draft, executions, today, undone, isBusy, onChange, onLook }: CorrectionFormProps) {
  const { data: teams } = useQuery(standings())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onLook()
  }
  const byName = teams?.toSorted((one, other) => one.name.localeCompare(other.name))
  return (
    <ChakraGround>
      <form className="correction-form" onSubmit={submit}>
        {draft.kind === 'undo' ? (
          <p>
            Undo correction {undone?.nr}, of {undone?.team.shortName}: {undone?.what}
          </p>
        ) : (
          <SelectField
            label="Team"
            value={String(draft.teamId ?? '')}
            onChoose={(chosen) =>
              onChange({ teamId: chosen === '' ? null : Number(chosen), tradedAt: '', deed: 'all', playerId: null })
            }
          >
            <option value="">Select a team...</option>
            {byName?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <CorrectionFields draft={draft} executions={executions} today={today} onChange={onChange} />
        <TextField
          label="Reason"
          hint="All members see it."
          value={draft.reason}
          onChange={({ currentTarget }) => onChange({ reason: truncate(currentTarget.value, REASON_MAX) })}
        />
        {touchesLineup(draft) && (
          <label className="against-rules">
            <input
              className="choice"
              type="checkbox"
              checked={draft.againstRules}
              onChange={({ currentTarget }) => onChange({ againstRules: currentTarget.checked })}
            />
            <span>Against the rules of the lineup</span>
          </label>
        )}
        <Button type="submit" minHeight="tap" aria-busy={isBusy}>
          See What It Does
        </Button>
      </form>
    </ChakraGround>
  )
}
