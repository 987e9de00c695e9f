import { DRAFT_TAG_MAX, SHORT_NAME_MAX, TEAM_NAME_MAX } from '#contract/limits'
import type { TeamNames } from '#contract/stats'
import { type Refusal, refuse } from './refusal.ts'

// League rules, section 10. Lengths count what a reader sees as one character: a flag or family emoji is one.

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

export const characterCount = (text: string): number => [...segmenter.segment(text)].length

/** At most `max` characters, none of them cut in half. */
export const truncate = (text: string, max: number): string =>
  [...segmenter.segment(text)]
    .slice(0, max)
    .map(({ segment }) => segment)
    .join('')

// Control characters, line separators, lone surrogates, and marks that change the direction of the text.
const unwritable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** A character can have any number of code units; the longest in use (some flag and family emoji) have 14. */
const CODE_UNITS_PER_CHARACTER = 16

const fits = (text: string, max: number): boolean =>
  text.length <= max * CODE_UNITS_PER_CHARACTER && characterCount(text) <= max

/** Each letter encoded in one way, and no surrounding white space. */
const tidy = (text: string): string => text.normalize('NFC').trim()

/** Has something visible, and nothing that cannot be displayed. */
export const isWritable = (text: string): boolean => visible.test(text) && !unwritable.test(tidy(text))

const isName = (text: string, max: number): boolean => visible.test(text) && fits(text, max)

/** Case does not make two names different. */
const sameName = (a: string, b: string): boolean => tidy(a).toLowerCase() === tidy(b).toLowerCase()

/** The names as they will be stored, or why they are refused. `others`: the names of all other teams. */
export const checkTeamNames = (names: TeamNames, others: readonly TeamNames[]): TeamNames | Refusal => {
  const name = tidy(names.name)
  const shortName = tidy(names.shortName)
  if (unwritable.test(name) || unwritable.test(shortName)) return refuse('CHARACTER_REFUSED')
  if (!isName(name, TEAM_NAME_MAX) || !isName(shortName, SHORT_NAME_MAX)) return refuse('NAME_INVALID')
  const taken = others.some((other) => sameName(other.name, name) || sameName(other.shortName, shortName))
  return taken ? refuse('NAME_TAKEN') : { name, shortName }
}

/** The tag as it will be stored (null removes it), or why it is refused. */
export const checkTag = (text: string): { readonly tag: string | null } | Refusal => {
  const tag = tidy(text)
  if (tag === '') return { tag: null }
  if (unwritable.test(tag)) return refuse('CHARACTER_REFUSED')
  return fits(tag, DRAFT_TAG_MAX) ? { tag } : refuse('TAG_TOO_LONG')
}
