import { messages } from '#contract/errors'
import { patchTeam } from '#contract/stats'
import { CallError } from '../../data/call-error.ts'
import { codeOf, parseBody, wordsOf } from '../../offline/error-text.ts'

const networkText = ({ cause, message }: CallError) => (cause instanceof Error ? cause.message : message)

/** Code and words as the body has them, whatever the table of codes says. */
const refusalText = ({ text }: CallError): string => {
  const body = parseBody(text)
  const code = codeOf(body)
  const words = wordsOf(body) ?? patchTeam.failure
  return code === null ? words : `${code}: ${words}`
}

/** What the form says of a failed save (spec, section 8): its own texts, where other screens have the catalogue's. */
export function saveFailure(error: Error): string {
  if (!(error instanceof CallError)) return patchTeam.failure
  const { kind, status, message } = error
  if (status === 0) return networkText(error)
  if (kind === 'login') return message
  if (status === 400) return refusalText(error)
  return status === 403 ? messages.teamSaveForbidden : patchTeam.failure
}
