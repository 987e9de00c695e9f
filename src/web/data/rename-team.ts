import { mutationOptions } from '@tanstack/react-query'
import { messages } from '#contract/messages'
import { patchTeam, type TeamNames } from '#contract/stats'
import { CallError } from '../net/call-error.ts'
import { codeOf, parseBody, wordsOf } from '../net/refusal.ts'
import { requestOnline } from '../net/request.ts'
import { team } from './stats.ts'

/** Queries that contain team names. */
const naming = [
  'teams',
  'team',
  'team-players',
  'players',
  'player',
  'trades',
  'roster-changes',
  'draft-teams',
] as const

/** Renames the member's own team. */
export const renameTeam = (teamId: number) =>
  mutationOptions({
    mutationKey: ['rename-team'],
    mutationFn: (names: TeamNames) => requestOnline(patchTeam, { params: { teamId }, body: names }),
    onSuccess: (saved, _names, _result, { client }) => {
      client.setQueryData(team(teamId).queryKey, saved)
      // Unmounted queries too: offline, they would keep showing the old name.
      for (const name of naming) void client.invalidateQueries({ queryKey: [name], refetchType: 'all' })
    },
  })

const networkText = ({ cause, message }: CallError) => (cause instanceof Error ? cause.message : message)

/** Code and message as in the body, regardless of the mapped texts. */
const refusalText = ({ text }: CallError): string => {
  const body = parseBody(text)
  const code = codeOf(body)
  const words = wordsOf(body) ?? patchTeam.failure
  return code === null ? words : `${code}: ${words}`
}

/** The form's message for a failed save (spec, section 8): its own texts, where other screens use the catalogue's. */
export function saveFailure(error: Error): string {
  if (!(error instanceof CallError)) return patchTeam.failure
  const { kind, status, message } = error
  if (status === 0) return networkText(error)
  if (kind === 'login') return message
  if (status === 400) return refusalText(error)
  return status === 403 ? messages.teamSaveForbidden : patchTeam.failure
}
