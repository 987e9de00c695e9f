import { messages } from '#contract/errors'
import { patchTeam } from '#contract/stats'
import { CallError } from '../../data/call-error.ts'

const networkText = ({ cause, message }: CallError) => (cause instanceof Error ? cause.message : message)

/** What the form says of a failed save (spec, section 8): its own texts, where other screens have the catalogue's. */
export function saveFailure(error: Error): string {
  if (!(error instanceof CallError)) return patchTeam.failure
  const { kind, status, code, message } = error
  if (kind === 'network') return networkText(error)
  if (kind === 'login') return message
  if (status === 400) return code === null ? message : `${code}: ${message}`
  return status === 403 ? messages.teamSaveForbidden : patchTeam.failure
}
