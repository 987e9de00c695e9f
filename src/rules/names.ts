import { DRAFT_TAG_MAX, SHORT_NAME_MAX, TEAM_NAME_MAX } from '#contract/limits'
import type { TeamNames } from '#contract/stats'
import { type Refusal, refuse } from './refusal.ts'

/** What is written for an apostrophe: straight, curly, the letters and accents that look like one, and full width. */
const APOSTROPHES = /['’‘‛ʼʻʹ′`´＇]/g

/** Letters that are not a letter with an accent, as they are typed without one. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
  ð: 'd',
}

interface PlayerNames {
  readonly firstName: string
  readonly lastName: string
}

/** Some players have only one name. */
export const fullName = ({ firstName, lastName }: PlayerNames): string => `${firstName} ${lastName}`.trim()

/** As one types on a phone: no capitals, accents, apostrophes and dots, and a space for a hyphen. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(APOSTROPHES, '')
    .replace(/[\p{Mark}\p{Default_Ignorable_Code_Point}.]/gu, '')
    .replace(/[øđłßæœıþð]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\s\p{Pd}]+/gu, ' ')
    .trim()

// League rules, section 10. Lengths count what a reader sees as one character: a flag or family emoji is one. Two
// letters are two, also where a script joins them: any number of Hangul or Devanagari letters could be one otherwise.

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

const characters = (text: string): string[] =>
  [...segmenter.segment(text)].flatMap(({ segment }) => segment.split(/(?=\p{L})/u))

export const characterCount = (text: string): number => characters(text).length

/** At most `max` characters, none of them cut in half. */
export const truncate = (text: string, max: number): string => characters(text).slice(0, max).join('')

/**
 * Joiners, variation selectors and tags are invisible, but belong to emoji: families, red hearts, keycaps, three flags.
 */
const emoji =
  /\p{RI}\p{RI}|[0-9#*]\ufe0f\u20e3|\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|\p{ExtPict}[\ufe0e\ufe0f\p{EMod}]?(?:\u200d\p{ExtPict}[\ufe0e\ufe0f\p{EMod}]?){0,3}/gu

/** Invisible or blank, without an agreed look, or changing the direction of the text around it. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc\ufffd\u{1d159}]/u
/** What `trim` would take away silently. */
const trimmable = /[\ufeff\u2028\u2029]/
/** Of decomposed text: more than three on one letter, or one on none. */
const heapedMarks = /\p{M}{4}|(?:^|\s)\p{M}/u

/** A character can have any number of code units; the longest in use (some flag and family emoji) have 15. */
const CODE_UNITS_PER_CHARACTER = 16

/** Whether it has at most `max` characters. */
export const fits = (text: string, max: number): boolean =>
  text.length <= max * CODE_UNITS_PER_CHARACTER && characterCount(text) <= max

/** Each letter encoded in one way, every space a single plain one, and none around the text. */
export const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()

/** What the text has that cannot be shown, in words; null where there is no such thing. */
export const unshowable = (text: string): string | null => {
  const bare = tidy(text).replaceAll(emoji, '*')
  const [found] = trimmable.exec(text) ?? unseen.exec(bare) ?? []
  if (found !== undefined) {
    return `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}, which can't be shown`
  }
  return heapedMarks.test(bare.normalize('NFD')) ? 'more than three accents on one letter, or an accent on none' : null
}

/** Has something visible, and nothing that cannot be displayed. */
export const isWritable = (text: string): boolean => tidy(text) !== '' && unshowable(text) === null

const isName = (text: string, max: number): boolean => text !== '' && fits(text, max)

/**
 * The same for names that look alike: letter case, width, ligatures, the kind of apostrophe and what is invisible make
 * no difference.
 */
export const nameKey = (text: string): string =>
  tidy(
    text
      .replaceAll(APOSTROPHES, "'")
      .normalize('NFKC')
      // Of names from before these characters were refused.
      .replaceAll(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, ''),
  )
    // By way of capitals: ß and SS, and the two small sigmas, are the same.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')

export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other)

/** The names as they will be stored, or why they are refused. `others`: the names of all other teams. */
export const checkTeamNames = (names: TeamNames, others: readonly TeamNames[]): TeamNames | Refusal => {
  const name = tidy(names.name)
  const shortName = tidy(names.shortName)
  if (unshowable(names.name) ?? unshowable(names.shortName)) return refuse('CHARACTER_REFUSED')
  if (!isName(name, TEAM_NAME_MAX) || !isName(shortName, SHORT_NAME_MAX)) return refuse('NAME_INVALID')
  const taken = others.some((other) => sameName(other.name, name) || sameName(other.shortName, shortName))
  return taken ? refuse('NAME_TAKEN') : { name, shortName }
}

/** The tag as it will be stored (null removes it), or why it is refused. */
export const checkTag = (text: string): { readonly tag: string | null } | Refusal => {
  const tag = tidy(text)
  if (unshowable(text)) return refuse('CHARACTER_REFUSED')
  if (tag === '') return { tag: null }
  return fits(tag, DRAFT_TAG_MAX) ? { tag } : refuse('TAG_TOO_LONG')
}
