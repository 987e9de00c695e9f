import type { Call } from '#contract/call'
import { draftPlayer } from '#contract/draft'
import { messages } from '#contract/messages'
import { CallError, fieldOf, isPage, parseBody, readRefusal, wordsOf } from '../net/call-error.ts'

// The draft's error messages; each call has its own rule (spec, section 8).

/** In a draft's answers the words may stand in `error`. */
const ALSO = 'error'

/** A pick: the server's words as they stand, or the status with the text that came, or with none. */
export const draftFailure = (error: Error): string => {
  if (!(error instanceof CallError) || error.status < 400) return error.message
  const body = parseBody(error.text)
  const words = fieldOf(body, 'message', 'messageText', ALSO)
  if (words !== null) return words
  return error.kind === 'login' ? error.message : `HTTP ${error.status}: ${wordsOf(body) ?? draftPlayer.failure}`
}

/** A keeper or a tag. */
export const choiceFailure = (error: Error, { failure }: Call): string =>
  error instanceof CallError && error.kind === 'http'
    ? readRefusal(parseBody(error.text), failure, ALSO).message
    : error.message

/** The search for a player who is in no box: only a 400 is shown in the server's words. */
export const searchFailure = (error: Error): string => {
  // With a code, but no status, it was not even sent.
  if (error instanceof CallError && error.status === 0 && error.code !== null) return error.message
  if (!(error instanceof CallError) || error.status !== 400) return messages.outsideSearchFailed
  return wordsOf(parseBody(error.text), ALSO) ?? messages.outsideSearchBad
}

const NO_ANSWER = 'No answer from the server. Look at the sequence before you try again.'

/** JSON without content. */
const isEmpty = (body: unknown): boolean =>
  body === null || (typeof body === 'object' && Object.keys(body).length === 0)

const NO_REASON = 'The server did not say why. Look at the sequence before you try again.'

interface AdminFailure {
  readonly text: string
  /** The bare status, which the spec shows where the answer has no words. */
  readonly code?: string
}

/** An admin's action: the body's message or text, whatever the status, except for a page of markup. */
export const adminFailure = (error: Error): AdminFailure => {
  if (!(error instanceof CallError)) return { text: error.message }
  const { kind, status, code, text, message } = error
  if (status < 400) return { text: kind === 'network' && code === null ? NO_ANSWER : message }
  const body = parseBody(text.trim())
  if (!isEmpty(body) && !isPage(body)) return { text: wordsOf(body, ALSO) ?? text }
  if (kind === 'login') return { text: message }
  return { text: NO_REASON, code: messages.adminFailed.replace('{n}', String(status)) }
}
