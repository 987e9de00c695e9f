import type { ErrorCode } from '#contract/errors'
import { isRefusal, type Refusal } from '#rules/refusal'
import { HttpError } from './http-error.ts'

/**
 * Refusals that are not a 409. Texts that cannot be accepted are 400: the settings screen shows code and message only
 * of a 400 (spec, section 8), so a name that is taken is one, too.
 */
const statuses: { readonly [Code in ErrorCode]?: HttpError['status'] } = {
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  TEAM_NOT_FOUND: 404,
  PLAYER_NOT_FOUND: 404,
  SEASON_NOT_FOUND: 404,
  ROSTER_ENTRY_NOT_FOUND: 404,
  BOX_UNKNOWN: 404,
  NAME_INVALID: 400,
  NAME_TAKEN: 400,
  CHARACTER_REFUSED: 400,
  TAG_TOO_LONG: 400,
  PICK_LIST_DOUBLE: 400,
  MEMBER_NOT_FOUND: 404,
  MEMBER_NAME_INVALID: 400,
  EMAIL_INVALID: 400,
  MEMBER_NAME_TAKEN: 400,
  USER_NAME_TAKEN: 400,
  EMAIL_TAKEN: 400,
  SUBJECT_TAKEN: 400,
  SETTINGS_INVALID: 400,
  MESSAGE_INVALID: 400,
  CORRECTION_UNKNOWN: 404,
  REASON_INVALID: 400,
}

/** With a specific sentence where the code's does not say enough. */
export const refusalError = (code: ErrorCode, sentence?: string): HttpError =>
  new HttpError(statuses[code] ?? 409, code, sentence)

/** The result of a rule; throws its refusal. */
export function unwrapOrThrow<T>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw refusalError(answer.refused)
  return answer
}
