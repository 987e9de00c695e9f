import { useState } from 'react'
import type { RosterItem } from '#contract/roster'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { figure } from '../../ui/figure.ts'
import type { LineupMove, LineupMoves } from './lineup-moves.ts'
import type { ChangingLineup } from './use-lineup-change.ts'
import './lineup.css'

const UNKNOWN_COST = 'A scratched player may have to sit out for days.'

interface PartnerProps {
  readonly label: string
  readonly note: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

const Partner = ({ label, note, isChosen, onChoose }: PartnerProps) => (
  <label>
    <input className="choice" type="radio" name="partner" checked={isChosen} onChange={onChoose} />
    <span>{label}</span> <small>{note}</small>
  </label>
)

const noteOf = ({ player, rosterEntry }: RosterItem): string => {
  const points = figure(rosterEntry.teamPoints)
  return [player.position, points === '-' ? null : `${points} point${points === '1' ? '' : 's'}`]
    .filter(Boolean)
    .join(', ')
}

const words = {
  scratched: { verb: 'Scratch', both: 'Scratch and dress', instead: 'Dress instead:' },
  dressed: { verb: 'Dress', both: 'Dress and scratch', instead: 'Scratch to make room:' },
} as const

interface AskingProps {
  readonly move: LineupMove
  readonly changing: ChangingLineup
}

/** Names what a scratch costs, and offers who changes places with the player in the same step. */
function Asking({ move, changing }: AskingProps) {
  const { player, to, cost, partners, needsPartner } = move
  const [chosen, setPartner] = useState<LineupMove['player'] | null>(null)
  const partner = chosen ?? (needsPartner ? (partners[0]?.player ?? null) : null)
  const { verb, both, instead } = words[to]
  return (
    <Confirm
      title={`${verb} ${player.name}?`}
      confirmLabel={changing.isBusy ? 'Sending…' : partner ? both : verb}
      isBusy={changing.isBusy}
      onConfirm={() => changing.confirm(partner)}
      onCancel={changing.cancel}
    >
      <p>{cost ?? UNKNOWN_COST}</p>
      {partners.length > 0 && (
        <fieldset className="lineup-partners">
          <legend>{instead}</legend>
          {!needsPartner && (
            <Partner label="No one" note="" isChosen={partner === null} onChoose={() => setPartner(null)} />
          )}
          {partners.map((item) => (
            <Partner
              key={item.player.id}
              label={item.player.name}
              note={noteOf(item)}
              isChosen={partner?.id === item.player.id}
              onChoose={() => setPartner(item.player)}
            />
          ))}
        </fieldset>
      )}
    </Confirm>
  )
}

interface LineupQuestionProps {
  readonly changing: ChangingLineup
  readonly moves: LineupMoves['moves']
}

/** The question, while there is one. What it costs and who comes instead may only come after the button was pressed. */
export function LineupQuestion({ changing, moves }: LineupQuestionProps) {
  const { proposed } = changing
  if (!proposed) return null
  const known = moves.get(proposed.player.id)
  return <Asking move={known?.to === proposed.to ? known : proposed} changing={changing} />
}
