import { MESSAGE_MAX } from '#contract/message'
import { characterCount, isWritable } from './names.ts'
import { type Refusal, refuse } from './refusal.ts'

/** The words as they are told, in one line; empty for none. */
export function checkMessage(text: string): { readonly words: string } | Refusal {
  const words = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  if (words === '') return { words }
  return isWritable(words) && characterCount(words) <= MESSAGE_MAX ? { words } : refuse('MESSAGE_INVALID')
}
