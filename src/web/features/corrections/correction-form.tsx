import { Button } from '@chakra-ui/react/button'
import { useQuery } from '@tanstack/react-query'
import { type FC, type FormEvent, useDeferredValue, useMemo, useState } from 'react'
import { type Correction, REASON_MAX } from '#contract/corrections'
import type { RosterItem } from '#contract/roster'
import type { Player } from '#contract/stats'
import { truncate } from '#rules/names'
import { players, standings } from '../../data/league.ts'
import { teamPlayers } from '../../data/roster.ts'
import { PlainButton } from '../../ui/buttons.tsx'
import { price } from '../../ui/figure.ts'
import { IdField, SelectField, TextField } from '../../ui/form/field.tsx'
import { Line } from '../../ui/notice.tsx'
import { NameField } from '../../ui/search/search-form.tsx'
import { ChakraGround } from '../../ui/theme/chakra-ground.tsx'
import { instantText } from '../../ui/time/instant-text.ts'
import { FREE, filterPlayers } from '../players/filters.ts'
import {
  type CorrectionDraft,
  type Execution,
  type FieldName,
  FORMS,
  LABELS,
  tradeOptions,
} from './correction-kinds.ts'

interface DraftProps {
  readonly draft: CorrectionDraft
  readonly executions: readonly Execution[]
  /** The league's day. */
  readonly today: string
  readonly onChange: (changed: Partial<CorrectionDraft>) => void
}

interface FieldProps extends DraftProps {
  readonly label: string
  readonly teamId: number
}

const verbs = { BUY: 'bought', SELL: 'sold' } as const

const executionText = ({ tradedAt, trades }: Execution): string =>
  `${instantText(tradedAt)}: ${trades
    .map(({ tradeAction, player, price: paid }) => `${verbs[tradeAction]} ${player.name} for ${price(paid)}`)
    .join(', ')}`

/** Most slips are noticed soon. */
const LATEST = 5

const optionKey = ({ kind, playerId }: Pick<CorrectionDraft, 'kind' | 'playerId'>): string => `${kind} ${playerId}`

/** Which trade, and what becomes of it. */
function TradeField({ draft, label, executions, onChange }: FieldProps) {
  const chosen = executions.find(({ tradedAt }) => tradedAt === draft.tradedAt)
  const options = chosen ? tradeOptions(chosen) : []
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? executions : executions.slice(0, LATEST)
  if (executions.length === 0) return <p>This team has no trades to undo.</p>
  return (
    <>
      <fieldset className="ruled">
        <legend>{label}</legend>
        {shown.map((execution) => (
          <label key={execution.tradedAt} className="option">
            <input
              className="choice"
              type="radio"
              name="trade"
              checked={execution === chosen}
              onChange={() => onChange({ tradedAt: execution.tradedAt, kind: 'undo-trade', playerId: null })}
            />
            <span>{executionText(execution)}</span>
          </label>
        ))}
        {shown.length < executions.length && (
          <PlainButton onClick={() => setIsWhole(true)}>
            {`Earlier trades (${executions.length - shown.length})`}
          </PlainButton>
        )}
      </fieldset>
      {chosen && (
        <SelectField
          label="What becomes of it"
          value={optionKey(draft)}
          onChoose={(key) => {
            const option = options.find((each) => optionKey(each) === key)
            if (option) onChange({ kind: option.kind, playerId: option.playerId })
          }}
        >
          {options.map((option) => (
            <option key={optionKey(option)} value={optionKey(option)}>
              {option.label}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}

/** Another letter finds sooner than scrolling. */
const FOUND_SHOWN = 6
const noPlayers: readonly Player[] = []

const foundWords = (count: number): string => {
  if (count === 0) return 'No free agent has such a name.'
  return count > FOUND_SHOWN ? `${count} found; another letter finds fewer.` : `${count} found`
}

/** One of the free agents, found by name. */
function FreeAgentField({ draft, label, onChange }: FieldProps) {
  const { data: skaters = noPlayers } = useQuery(players('skater'))
  const { data: goalies = noPlayers } = useQuery(players('goalie'))
  const [words, setWords] = useState('')
  const sought = useDeferredValue(words)
  const all = useMemo(() => [...skaters, ...goalies], [skaters, goalies])
  const found = useMemo(
    () => (sought.trim() === '' ? noPlayers : filterPlayers(all, { name: sought, position: '', team: FREE })),
    [all, sought],
  )
  const chosen = all.find(({ id }) => id === draft.playerId)
  if (chosen) {
    return (
      <p className="wrap spread">
        <span>
          <strong>{chosen.name}</strong> <small>{`${chosen.position ?? ''} ${chosen.nhlTeam ?? ''}`}</small>
        </span>
        <PlainButton onClick={() => onChange({ playerId: null })}>Another player</PlainButton>
      </p>
    )
  }
  return (
    <fieldset>
      <legend>{label}</legend>
      <NameField value={words} onChange={setWords} />
      <ul className="ruled" aria-label="Found players">
        {found.slice(0, FOUND_SHOWN).map(({ id, name, position, nhlTeam }) => (
          <li key={id}>
            <button className="press-row" type="button" onClick={() => onChange({ playerId: id })}>
              {name} <small>{`${position ?? ''} ${nhlTeam ?? ''}`}</small>
            </button>
          </li>
        ))}
      </ul>
      <Line className="note">{sought.trim() === '' ? '' : foundWords(found.length)}</Line>
    </fieldset>
  )
}

const rosterText = ({ player, rosterEntry }: RosterItem): string =>
  `${player.name} (${player.position ?? '-'}, ${rosterEntry.scratched ? 'scratched' : 'dressed'})`

function RosterPlayerField({ draft, teamId, label, onChange }: FieldProps) {
  const { data: items = [] } = useQuery(teamPlayers(teamId, true))
  return (
    <IdField
      label={label}
      none="Select a player..."
      value={draft.playerId}
      options={items
        .toSorted((one, other) => one.player.name.localeCompare(other.player.name))
        .map((item) => [item.player.id, rosterText(item)])}
      onChoose={(playerId) => onChange({ playerId })}
    />
  )
}

const LineupField = ({ draft, label, onChange }: FieldProps) => (
  <SelectField
    label={label}
    value={draft.kind}
    onChoose={(kind) => onChange({ kind: kind === 'dress' ? 'dress' : 'scratch' })}
  >
    <option value="scratch">Scratched, until the next change</option>
    <option value="dress">Dressed, until the next change</option>
  </SelectField>
)

const DayField = ({ draft, today, label, onChange }: FieldProps) => (
  <TextField
    label={label}
    type="date"
    max={today}
    hint="From the beginning of that day on."
    value={draft.day}
    onType={(day) => onChange({ day })}
  />
)

const SignField = ({ draft, label, onChange }: FieldProps) => (
  <SelectField
    label={label}
    value={draft.isTaken ? 'taken' : 'added'}
    onChoose={(chosen) => onChange({ isTaken: chosen === 'taken' })}
  >
    <option value="added">Added</option>
    <option value="taken">Taken away</option>
  </SelectField>
)

const AmountField = ({ draft, label, onChange }: FieldProps) => (
  <TextField
    label={label}
    hint={FORMS[draft.kind].priceHint}
    inputMode="decimal"
    placeholder="0.00"
    value={draft.amount}
    onType={(amount) => onChange({ amount })}
  />
)

const FIELDS: Readonly<Record<FieldName, FC<FieldProps>>> = {
  trade: TradeField,
  freeAgent: FreeAgentField,
  rosterPlayer: RosterPlayerField,
  lineup: LineupField,
  day: DayField,
  sign: SignField,
  amount: AmountField,
  price: AmountField,
}

function TeamField({ draft, onChange }: Pick<DraftProps, 'draft' | 'onChange'>) {
  const { data: teams = [] } = useQuery(standings())
  return (
    <IdField
      label="Team"
      none="Select a team..."
      value={draft.teamId}
      options={teams.toSorted((one, other) => one.name.localeCompare(other.name)).map(({ id, name }) => [id, name])}
      onChoose={(teamId) =>
        onChange({
          teamId,
          tradedAt: '',
          playerId: null,
          // The price was that of a trade of the other team.
          ...(draft.kind === 'price' && { kind: 'undo-trade' }),
        })
      }
    />
  )
}

interface CorrectionFormProps extends DraftProps {
  readonly undone: Correction | undefined
  readonly isBusy: boolean
  readonly onPreview: () => void
}

/** What is to be corrected, and why: the fields of its kind, once there is a team. */
export function CorrectionForm({ undone, isBusy, onPreview, ...own }: CorrectionFormProps) {
  const { draft, onChange } = own
  const { kind, teamId } = draft
  const { fields } = FORMS[kind]
  const { touchesLineup } = FORMS[undone?.kind ?? kind]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onPreview()
  }
  return (
    <ChakraGround>
      <form className="card correction-form" onSubmit={submit}>
        {kind === 'undo' ? (
          <p>
            Undo correction {undone?.nr}, of {undone?.team.shortName}: {undone?.what}
          </p>
        ) : (
          <TeamField {...own} />
        )}
        {teamId !== null &&
          fields.map((name) => {
            const Field = FIELDS[name]
            return <Field key={`${name} ${teamId}`} {...own} label={LABELS[name]} teamId={teamId} />
          })}
        <TextField
          label="Reason"
          hint="All members see it."
          value={draft.reason}
          onType={(text) => onChange({ reason: truncate(text, REASON_MAX) })}
        />
        {touchesLineup && (
          <label className="option">
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
