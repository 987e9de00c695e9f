import type { Call } from '#contract/call'
import { draftPlayer } from '#contract/draft'
import { messages } from '#contract/errors'
import { fieldOf, isPage, parseBody, readRefusal, wordsOf } from '../offline/http-answer.ts'
import { CallError } from './call-error.ts'

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
  if (!(error instanceof CallError) || error.status !== 400) return messages.outsideSearchFailed
  return wordsOf(parseBody(error.text), ALSO) ?? messages.outsideSearchBad
}

const NO_ANSWER = 'No answer from the server. Look at the sequence before you try again.'

/** JSON without content. */
const isEmpty = (body: unknown): boolean =>
  body === null || (typeof body === 'object' && Object.keys(body).length === 0)

/** An admin's action: the body's message or text, whatever the status, except for a page of markup. */
export const adminFailure = (error: Error): string => {
  if (!(error instanceof CallError)) return error.message
  const { kind, status, text, message } = error
  if (status < 400) return kind === 'network' ? NO_ANSWER : message
  const body = parseBody(text.trim())
  if (!isEmpty(body) && !isPage(body)) return wordsOf(body, ALSO) ?? text
  return kind === 'login' ? message : messages.adminFailed.replace('{n}', String(status))
}
