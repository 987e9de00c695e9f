import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeLineup, type LineupChange } from '../../data/change-lineup.ts'
import { useIsSeen } from '../../data/send-change.ts'
import { getConnection } from '../../net/connection.ts'
import { OFFLINE } from '../../net/request.ts'
import { tick } from '../../ui/tick.ts'
import { failureKind } from '../data-screen/failure.tsx'
import type { LineupMove } from './lineup-moves.ts'

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

const changeOf = ({ move, partner }: Pair, inOneCall: boolean): LineupChange => {
  const other = partner?.id ?? null
  return move.to === 'scratched'
    ? { scratch: move.player.id, dress: other, inOneCall }
    : { scratch: other, dress: move.player.id, inOneCall }
}

/** Who goes out and who comes in, by name. */
const namesOf = ({ move, partner }: Pair) =>
  move.to === 'scratched' ? { out: move.player, comes: partner } : { out: partner, comes: move.player }

const doneSentence = (pair: Pair): string => {
  const { out, comes } = namesOf(pair)
  const parts = [out && `${out.name} is scratched`, comes && `${comes.name} is dressed`]
  return `${parts.filter((part) => part !== null).join(', ')}.`
}

const halfSentence = (failure: Error, pair: Pair): string => {
  const { out, comes } = namesOf(pair)
  return `${out?.name} is scratched, but ${comes?.name} is not dressed. ${failure.message}`
}

const offSentence = ({ player, to }: LineupMove, why: string): string => `${player.name} cannot be ${to} yet: ${why}.`

export interface ChangingLineup {
  /** The move that is asked about. */
  readonly asked: LineupMove | null
  /** Asks; a player for whom there is room is dressed at once. */
  readonly press: (move: LineupMove) => void
  readonly confirm: (partner: LineupMove['player'] | null) => void
  readonly cancel: () => void
  readonly isBusy: boolean
  readonly isBusyWith: (playerId: number) => boolean
}

/** Scratches and dresses the team's players, one at a time; what becomes of it is handed to `onFeedback`. */
export function useLineupChange(
  teamId: number,
  inOneCall: boolean,
  onFeedback: (feedback: Feedback | null) => void,
): ChangingLineup {
  const client = useQueryClient()
  const command = changeLineup(client, teamId, useIsSeen())
  const { mutate, isPending, variables } = useMutation(command)
  const [asked, setAsked] = useState<LineupMove | null>(null)

  // The second tap of two may come before the first has been drawn.
  const isUnderWay = () => client.isMutating({ mutationKey: command.mutationKey, exact: true }) > 0
  const run = (pair: Pair) => {
    if (isUnderWay()) return
    const change = changeOf(pair, inOneCall)
    if (change.scratch !== null) tick()
    mutate(change, {
      onSuccess: ({ failure }) =>
        onFeedback(
          failure
            ? { kind: failureKind(failure), text: halfSentence(failure, pair) }
            : { kind: 'success', text: doneSentence(pair) },
        ),
      onError: (error) => onFeedback({ kind: failureKind(error), text: error.message }),
      onSettled: () => setAsked(null),
    })
  }
  return {
    asked,
    press: (move) => {
      if (isUnderWay()) return
      if (!getConnection().online) return onFeedback({ kind: 'warning', text: OFFLINE })
      if (move.off) return onFeedback({ kind: 'warning', text: offSentence(move, move.off) })
      onFeedback(null)
      if (move.to === 'scratched' || move.needsPartner) setAsked(move)
      else run({ move, partner: null })
    },
    confirm: (partner) => {
      if (asked) run({ move: asked, partner })
    },
    cancel: () => setAsked(null),
    isBusy: isPending,
    isBusyWith: (playerId) => isPending && [variables.scratch, variables.dress].includes(playerId),
  }
}
