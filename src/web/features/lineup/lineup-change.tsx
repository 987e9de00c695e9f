import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { putLineup, putScratchStatus, type RosterEntry, type RosterItem, type ScratchStatus } from '#contract/roster'
import { rosterChanges, rosterEntry, teamPlayers } from '../../data/roster.ts'
import { sendChange, useIsSeen } from '../../data/send-change.ts'
import { useUnsent } from '../../data/use-unsent.ts'
import { isOnline } from '../../net/connection.ts'
import { OFFLINE } from '../../net/request.ts'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { figure } from '../../ui/figure.ts'
import { tick } from '../../ui/tick.ts'
import { failureKind } from '../data-screen/data-screen.tsx'
import type { LineupMove, LineupMoves } from './lineup-moves.ts'
import '../../ui/form/choice.css'
import './lineup.css'

/** Who goes out and who comes in, by player id; null for no one. */
interface LineupChange {
  readonly scratch: number | null
  readonly dress: number | null
}

/** The new entries of those who were changed, by player id. */
type Entries = ReadonlyMap<number, RosterEntry>

const change = async (
  client: QueryClient,
  teamId: number,
  { scratch, dress }: LineupChange,
  isSeen: () => boolean,
): Promise<Entries> => {
  const where = { isSeen, place: 'My Team' }
  const changeOne = async (playerId: number, status: ScratchStatus): Promise<Entries> => {
    const input = { params: { teamId, playerId }, query: { 'scratch-status': status } }
    return new Map([[playerId, await sendChange(client, putScratchStatus, input, where)]])
  }
  if (dress === null) return scratch === null ? new Map() : await changeOne(scratch, 'scratched')
  if (scratch === null) return await changeOne(dress, 'dressed')
  const input = { params: { teamId }, body: { scratch, dress } }
  const { scratched, dressed } = await sendChange(client, putLineup, input, where)
  return new Map([
    [scratch, scratched],
    [dress, dressed],
  ])
}

/** Shows the new entries wherever they are shown, and refetches the lists that depend on them. */
const show = async (client: QueryClient, teamId: number, changed: Entries): Promise<void> => {
  const list = teamPlayers(teamId, true).queryKey
  const keys = [list, ...[...changed.keys()].map((playerId) => rosterEntry(teamId, playerId).queryKey)]
  // A request from before the change must not overwrite it.
  await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })))
  for (const [playerId, entry] of changed) client.setQueryData(rosterEntry(teamId, playerId).queryKey, entry)
  client.setQueryData(list, (items) =>
    items?.map((item) => {
      const entry = changed.get(item.player.id)
      return entry ? { ...item, rosterEntry: entry } : item
    }),
  )
  // Unmounted queries too: offline, they would show the lineup from before the change.
  void client.invalidateQueries({ queryKey: ['team-players', teamId], refetchType: 'all' })
  void client.invalidateQueries({ queryKey: rosterChanges().queryKey, refetchType: 'all' })
}

/** Scratches, dresses, or both. The answer is the players' new entries, which are shown at once. */
const changeLineup = (client: QueryClient, teamId: number, isSeen: () => boolean) =>
  mutationOptions({
    mutationKey: ['lineup', teamId],
    mutationFn: (wanted: LineupChange) => change(client, teamId, wanted, isSeen),
    onSuccess: (entries) => show(client, teamId, entries),
    onError: (_error, { scratch, dress }) => {
      // Refused, or no answer: what is on screen may be out of date.
      for (const playerId of [scratch, dress])
        if (playerId !== null) void client.invalidateQueries({ queryKey: rosterEntry(teamId, playerId).queryKey })
      void client.invalidateQueries({ queryKey: ['team-players', teamId] })
    },
  })

/** The result of an action, shown beside its button. */
export interface Feedback {
  readonly kind: 'success' | 'warning' | 'error'
  readonly text: string
}

/** A player with the one with whom they change places, if anybody. */
interface Pair {
  readonly move: LineupMove
  readonly partner: LineupMove['player'] | null
}

const changeOf = ({ move, partner }: Pair): LineupChange => {
  const other = partner?.id ?? null
  return move.to === 'scratched' ? { scratch: move.player.id, dress: other } : { scratch: other, dress: move.player.id }
}

/** Who goes out and who comes in, by name. */
const namesOf = ({ move, partner }: Pair) =>
  move.to === 'scratched' ? { out: move.player, comes: partner } : { out: partner, comes: move.player }

const doneSentence = (pair: Pair): string => {
  const { out, comes } = namesOf(pair)
  const parts = [out && `${out.name} is scratched`, comes && `${comes.name} is dressed`]
  return `${parts.filter((part) => part !== null).join(', ')}.`
}

const offSentence = ({ player, to }: LineupMove, why: string): string => `${player.name} cannot be ${to} yet: ${why}.`

interface ChangingLineup {
  /** The move that awaits confirmation. */
  readonly proposed: LineupMove | null
  /** Asks; a player for whom there is room is dressed at once. */
  readonly press: (move: LineupMove) => void
  readonly confirm: (partner: LineupMove['player'] | null) => void
  readonly cancel: () => void
  readonly isBusy: boolean
  readonly isBusyWith: (playerId: number) => boolean
}

/** Scratches and dresses the team's players, one at a time; what becomes of it is handed to `onFeedback`. */
export function useLineupChange(teamId: number, onFeedback: (feedback: Feedback | null) => void): ChangingLineup {
  const client = useQueryClient()
  const command = changeLineup(client, teamId, useIsSeen())
  const { mutate, isPending, variables } = useMutation(command)
  const [proposed, setProposed] = useState<LineupMove | null>(null)
  const [isRefused, setRefused] = useState(false)
  const tell = (feedback: Feedback | null) => {
    setRefused(feedback?.text === OFFLINE)
    onFeedback(feedback)
  }
  useUnsent(isRefused, () => tell(null))

  // The second tap of two may come before the first has been drawn.
  const isUnderWay = () => client.isMutating({ mutationKey: command.mutationKey, exact: true }) > 0
  const run = (pair: Pair) => {
    if (isUnderWay()) return
    const change = changeOf(pair)
    if (change.scratch !== null) tick()
    mutate(change, {
      onSuccess: () => tell({ kind: 'success', text: doneSentence(pair) }),
      onError: (error) => tell({ kind: failureKind(error), text: error.message }),
      onSettled: () => setProposed(null),
    })
  }
  return {
    proposed,
    press: (move) => {
      if (isUnderWay()) return
      if (!isOnline()) return tell({ kind: 'warning', text: OFFLINE })
      if (move.off) return tell({ kind: 'warning', text: offSentence(move, move.off) })
      tell(null)
      if (move.to === 'scratched' || move.needsPartner) setProposed(move)
      else run({ move, partner: null })
    },
    confirm: (partner) => {
      if (proposed) run({ move: proposed, partner })
    },
    cancel: () => setProposed(null),
    isBusy: isPending,
    isBusyWith: (playerId) => isPending && [variables.scratch, variables.dress].includes(playerId),
  }
}

const UNKNOWN_COST = 'A scratched player may have to sit out for days.'

interface PartnerProps {
  readonly label: string
  readonly note: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

const Partner = ({ label, note, isChosen, onChoose }: PartnerProps) => (
  <label className="option">
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

/** Names what a scratch costs, and offers who changes places with the player in the same step. */
function Asking({ move, changing }: { readonly move: LineupMove; readonly changing: ChangingLineup }) {
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
