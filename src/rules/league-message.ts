import { MESSAGE_MAX } from '#contract/message'
import { fits, tidy, unshowable } from './names.ts'
import { type Refusal, refuse } from './refusal.ts'

/** The words as they are sent, in one line; empty for none. */
export function checkMessage(text: string): { readonly words: string } | Refusal {
  const line = text.replaceAll(/[\t\n\r]/g, ' ')
  const words = tidy(line)
  return unshowable(line) === null && fits(words, MESSAGE_MAX) ? { words } : refuse('MESSAGE_INVALID')
}
