import { useMutation, useQueryClient } from '@tanstack/react-query'
import { putScratchStatus, type RosterEntry } from '#contract/roster'
import { CallError } from '../../data/call-error.ts'
import { NOT_SENT } from '../../data/client.ts'
import { setScratchStatus } from '../../data/roster.ts'
import { failureKind } from '../screen/failure-kind.ts'
import type { Said } from './said.ts'

/** A refusal in the words of the catalogue; a lost answer says that it is not known what became of it. */
const sentenceOf = (error: Error): string => {
  if (error instanceof CallError && error.kind === 'network' && error.code !== NOT_SENT)
    return `${putScratchStatus.failure}. There was no answer: check the connection, then the status above.`
  return error.message || putScratchStatus.failure
}

interface LineupButtonProps {
  readonly teamId: number
  readonly player: { readonly id: number; readonly name: string }
  readonly entry: RosterEntry
  readonly onSay: (said: Said | null) => void
}

export function LineupButton({ teamId, player, entry, onSay }: LineupButtonProps) {
  const client = useQueryClient()
  const command = setScratchStatus(teamId, player.id)
  const { mutate, isPending } = useMutation(command)
  const press = () => {
    // The second tap of two may come before the first has been drawn.
    if (client.isMutating({ mutationKey: command.mutationKey, exact: true }) > 0) return
    onSay(null)
    mutate(entry.scratched ? 'dressed' : 'scratched', {
      onSuccess: ({ scratched }) =>
        onSay({ kind: 'success', text: `${player.name} is ${scratched ? 'scratched' : 'dressed'}.` }),
      onError: (error) => onSay({ kind: failureKind(error), text: sentenceOf(error) }),
    })
  }
  return (
    <button className="button" type="button" aria-busy={isPending} onClick={press}>
      {entry.scratched ? 'Dress' : 'Scratch'}
    </button>
  )
}
