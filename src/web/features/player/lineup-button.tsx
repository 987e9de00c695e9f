import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { putScratchStatus, type RosterEntry } from '#contract/roster'
import { leagueOfSettings } from '#rules/league'
import { dressableAt } from '#rules/lineup'
import { CallError } from '../../data/call-error.ts'
import { NOT_SENT } from '../../data/client.ts'
import { leagueSettings } from '../../data/league.ts'
import { setScratchStatus } from '../../data/roster.ts'
import { instantText } from '../../ui/time/instant-text.ts'
import { useNow } from '../../ui/use-now.ts'
import { failureKind } from '../data-screen/failure.tsx'

/** The result of an action, shown beside its button. */
export interface Feedback {
  readonly kind: 'success' | 'warning' | 'error'
  readonly text: string
}

/** A refusal in the catalogue's words; after a lost answer, that the outcome is not known. */
const sentenceOf = (error: Error): string => {
  if (error instanceof CallError && error.kind === 'network' && error.code !== NOT_SENT)
    return `${putScratchStatus.failure}. There was no answer: check the connection, then the status above.`
  return error.message || putScratchStatus.failure
}

interface LineupButtonProps {
  readonly teamId: number
  readonly player: { readonly id: number; readonly name: string }
  readonly entry: RosterEntry
  readonly onFeedback: (feedback: Feedback | null) => void
}

export function LineupButton({ teamId, player, entry, onFeedback }: LineupButtonProps) {
  const client = useQueryClient()
  const command = setScratchStatus(teamId, player.id)
  const { mutate, isPending } = useMutation(command)
  const press = () => {
    // The second tap of two may come before the first has been drawn.
    if (client.isMutating({ mutationKey: command.mutationKey, exact: true }) > 0) return
    onFeedback(null)
    mutate(entry.scratched ? 'dressed' : 'scratched', {
      onSuccess: ({ scratched }) =>
        onFeedback({ kind: 'success', text: `${player.name} is ${scratched ? 'scratched' : 'dressed'}.` }),
      onError: (error) => onFeedback({ kind: failureKind(error), text: sentenceOf(error) }),
    })
  }
  return (
    <button className="button" type="button" aria-busy={isPending} onClick={press}>
      {entry.scratched ? 'Dress' : 'Scratch'}
    </button>
  )
}

/** What a lineup change entails, shown before the button is pressed; empty while the league's rules are not known. */
export function LineupHint({ entry }: { readonly entry: RosterEntry }) {
  const { data: settings } = useQuery(leagueSettings())
  const now = useNow().getTime()
  const league = settings ? leagueOfSettings(settings) : null
  if (!league) return null
  const scratchedAt = entry.scratchedAt ? Date.parse(entry.scratchedAt) : null
  const at = dressableAt({ scratched: true, scratchedAt: entry.scratched ? scratchedAt : now }, now, league)
  if (at <= now) return null
  const time = instantText(new Date(at).toISOString())
  return (
    <p className="player-hint">
      {entry.scratched ? `Can be dressed from ${time}.` : `Once scratched, he can be dressed again from ${time}.`}
    </p>
  )
}
