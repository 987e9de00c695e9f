import { DRAFT_TAG_MAX, SHORT_NAME_MAX, TEAM_NAME_MAX } from '#contract/limits'
import type { TeamNames } from '#contract/stats'
import { type Refusal, refuse } from './refusal.ts'

// League rules, section 10. Lengths are counted in what a reader sees as one character: a flag or a family is one.

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

export const characterCount = (text: string): number => [...segmenter.segment(text)].length

/** The first so many characters, none cut in half. */
export const truncate = (text: string, max: number): string =>
  [...segmenter.segment(text)]
    .slice(0, max)
    .map(({ segment }) => segment)
    .join('')

// Control characters, line separators, lone surrogates, and the marks that turn the direction of what follows.
const unwritable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** One character may be made of any number of code points; the longest in use (a family, a regional flag) have 14. */
const CODE_UNITS_PER_CHARACTER = 16

const fits = (text: string, max: number): boolean =>
  text.length <= max * CODE_UNITS_PER_CHARACTER && characterCount(text) <= max

/** One way to write each letter, and nothing around it. */
const tidy = (text: string): string => text.normalize('NFC').trim()

/** Something to read, and nothing that cannot be shown. */
export const isWritable = (text: string): boolean => visible.test(text) && !unwritable.test(tidy(text))

const isName = (text: string, max: number): boolean => visible.test(text) && fits(text, max)

/** Names differ when a reader can tell them apart aloud: letter case does not count. */
const sameName = (a: string, b: string): boolean => tidy(a).toLowerCase() === tidy(b).toLowerCase()

/** The names as they are kept, or why not. `others` are those of all other teams. */
export const checkTeamNames = (names: TeamNames, others: readonly TeamNames[]): TeamNames | Refusal => {
  const name = tidy(names.name)
  const shortName = tidy(names.shortName)
  if (unwritable.test(name) || unwritable.test(shortName)) return refuse('CHARACTER_REFUSED')
  if (!isName(name, TEAM_NAME_MAX) || !isName(shortName, SHORT_NAME_MAX)) return refuse('NAME_INVALID')
  const taken = others.some((other) => sameName(other.name, name) || sameName(other.shortName, shortName))
  return taken ? refuse('NAME_TAKEN') : { name, shortName }
}

/** The tag as it is kept, null when it is to be removed, or why not. */
export const checkTag = (text: string): { readonly tag: string | null } | Refusal => {
  const tag = tidy(text)
  if (tag === '') return { tag: null }
  if (unwritable.test(tag)) return refuse('CHARACTER_REFUSED')
  return fits(tag, DRAFT_TAG_MAX) ? { tag } : refuse('TAG_TOO_LONG')
}
