import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RosterItem } from '#contract/roster'
import { teamPlayers } from '../../data/roster.ts'
import { price } from '../../ui/figure.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { instantText } from '../../ui/time/instant-text.ts'
import { type CorrectionDraft, deedsOf, type Execution, needsPrice } from './correction-draft.ts'
import { PlayerChoice } from './player-choice.tsx'

interface FieldsProps {
  readonly draft: CorrectionDraft
  readonly onChange: (changed: Partial<CorrectionDraft>) => void
}

const verbs = { BUY: 'bought', SELL: 'sold' } as const

const executionText = ({ tradedAt, trades }: Execution): string =>
  `${instantText(tradedAt)}: ${trades
    .map(({ tradeAction, player, price: paid }) => `${verbs[tradeAction]} ${player.name} for ${price(paid)}`)
    .join(', ')}`

/** Most slips are noticed soon. */
const LATEST = 5

/** Which trade, and what becomes of it. */
function TradeFields({ draft, executions, onChange }: FieldsProps & { readonly executions: readonly Execution[] }) {
  const chosen = executions.find(({ tradedAt }) => tradedAt === draft.tradedAt)
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? executions : executions.slice(0, LATEST)
  if (executions.length === 0) return <p>This team has no trades to undo.</p>
  return (
    <>
      <fieldset className="trade-choice">
        <legend>Trade</legend>
        {shown.map((execution) => (
          <label key={execution.tradedAt}>
            <input
              className="choice"
              type="radio"
              name="trade"
              checked={execution === chosen}
              onChange={() => onChange({ tradedAt: execution.tradedAt, deed: 'all' })}
            />
            <span>{executionText(execution)}</span>
          </label>
        ))}
        {shown.length < executions.length && (
          <button className="button plain" type="button" onClick={() => setIsWhole(true)}>
            {`Earlier trades (${executions.length - shown.length})`}
          </button>
        )}
      </fieldset>
      {chosen && (
        <SelectField label="What becomes of it" value={draft.deed} onChoose={(deed) => onChange({ deed })}>
          {deedsOf(chosen).map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}

const rosterText = ({ player, rosterEntry }: RosterItem): string =>
  `${player.name} (${player.position ?? '-'}, ${rosterEntry.scratched ? 'scratched' : 'dressed'})`

/** One of the team's players. */
function RosterField({ draft, teamId, onChange }: FieldsProps & { readonly teamId: number }) {
  const { data: items } = useQuery(teamPlayers(teamId, true))
  return (
    <SelectField
      label="Player"
      value={String(draft.playerId ?? '')}
      onChoose={(chosen) => onChange({ playerId: chosen === '' ? null : Number(chosen) })}
    >
      <option value="">Select a player...</option>
      {items
        ?.toSorted((one, other) => one.player.name.localeCompare(other.player.name))
        .map((item) => (
          <option key={item.player.id} value={item.player.id}>
            {rosterText(item)}
          </option>
        ))}
    </SelectField>
  )
}

const DayField = ({ draft, today, onChange }: FieldsProps & { readonly today: string }) => (
  <TextField
    label="As of"
    type="date"
    max={today}
    hint="From the beginning of that day on."
    value={draft.day}
    onChange={({ currentTarget }) => onChange({ day: currentTarget.value })}
  />
)

const AmountField = ({
  draft,
  label,
  hint,
  onChange,
}: FieldsProps & { readonly label: string; readonly hint?: string }) => (
  <TextField
    label={label}
    hint={hint}
    inputMode="decimal"
    placeholder="0.00"
    value={draft.amount}
    onChange={({ currentTarget }) => onChange({ amount: currentTarget.value })}
  />
)

const PRICE_HINTS: Partial<Record<CorrectionDraft['kind'], string>> = {
  'roster-on': "Taken from the team's cash; 0 for nothing.",
  'roster-off': "Added to the team's cash; 0 for nothing.",
}

interface CorrectionFieldsProps extends FieldsProps {
  readonly executions: readonly Execution[]
  /** The league's day. */
  readonly today: string
}

/** The fields that a kind of correction needs, once there is a team. */
export function CorrectionFields({ draft, executions, today, onChange }: CorrectionFieldsProps) {
  const { kind, teamId } = draft
  if (teamId === null || kind === 'undo') return null
  const own = { draft, onChange }
  return (
    <>
      {kind === 'trade' && <TradeFields {...own} key={teamId} executions={executions} />}
      {kind === 'roster-on' && (
        <PlayerChoice playerId={draft.playerId} onChoose={(playerId) => onChange({ playerId })} />
      )}
      {(kind === 'roster-off' || kind === 'lineup') && <RosterField {...own} key={teamId} teamId={teamId} />}
      {kind === 'lineup' && (
        <SelectField
          label="Lineup"
          value={draft.to}
          onChoose={(to) => onChange({ to: to === 'dress' ? 'dress' : 'scratch' })}
        >
          <option value="scratch">Scratched, until the next change</option>
          <option value="dress">Dressed, until the next change</option>
        </SelectField>
      )}
      {kind !== 'trade' && kind !== 'cash' && <DayField {...own} today={today} />}
      {kind === 'cash' && (
        <SelectField
          label="Cash is"
          value={draft.isTaken ? 'taken' : 'added'}
          onChoose={(chosen) => onChange({ isTaken: chosen === 'taken' })}
        >
          <option value="added">Added</option>
          <option value="taken">Taken away</option>
        </SelectField>
      )}
      {kind === 'cash' && <AmountField {...own} label="Amount" />}
      {needsPrice(draft) && <AmountField {...own} label="Price" hint={PRICE_HINTS[kind]} />}
    </>
  )
}
