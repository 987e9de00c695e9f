import { describe, expect, test } from 'vitest'
import {
  characterCount,
  checkTag,
  checkTeamNames,
  fullName,
  isWritable,
  sameName,
  truncate,
  unshowable,
} from '#rules/names'
import { parsePosition, poolPosition } from '#rules/positions'
import { cannotModify, hasRole } from '#rules/roles'

describe('team names', () => {
  const others = [
    { name: 'Éclairs', shortName: 'ECL' },
    { name: 'Zambonis', shortName: 'ZAM' },
  ]

  test.each<[string, string, string, object | string]>([
    ['plain', 'Blue Liners', 'BLUE', { name: 'Blue Liners', shortName: 'BLUE' }],
    ['surrounding blanks are removed', '  Blue Liners\t', ' BLUE ', { name: 'Blue Liners', shortName: 'BLUE' }],
    ['one character each', 'B', 'B', { name: 'B', shortName: 'B' }],
    ['exactly 31 and 7 characters', 'x'.repeat(31), 'y'.repeat(7), { name: 'x'.repeat(31), shortName: 'y'.repeat(7) }],
    ['a name of 32', 'x'.repeat(32), 'BLUE', 'NAME_INVALID'],
    ['a short name of 8', 'Blue', 'y'.repeat(8), 'NAME_INVALID'],
    [
      '31 flags are 31 characters',
      '🇨🇦'.repeat(31),
      '🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(7),
      { name: '🇨🇦'.repeat(31), shortName: '🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(7) },
    ],
    ['a family is one character', 'Blue', '👨‍👩‍👧‍👦'.repeat(7), { name: 'Blue', shortName: '👨‍👩‍👧‍👦'.repeat(7) }],
    ['32 flags', '🇨🇦'.repeat(32), 'BLUE', 'NAME_INVALID'],
    ['empty', '', 'BLUE', 'NAME_INVALID'],
    ['nothing but blanks', '   ', 'BLUE', 'NAME_INVALID'],
    ['an empty short name', 'Blue', ' ', 'NAME_INVALID'],
    ['nothing visible', '\u200d\u200d', 'BLUE', 'CHARACTER_REFUSED'],
    [
      '31 letters under three accents each',
      `x${'\u0301'.repeat(3)}`.repeat(31),
      'BLUE',
      { name: `x${'\u0301'.repeat(3)}`.repeat(31), shortName: 'BLUE' },
    ],
    ['a letter under four', `x${'\u0301'.repeat(4)}`, 'BLUE', 'CHARACTER_REFUSED'],
    ['a letter under four, one of them part of it', `\u00e9${'\u0301'.repeat(3)}`, 'BLUE', 'CHARACTER_REFUSED'],
    ['one letter under a thousand accents', `a${'\u0301'.repeat(1000)}`, 'BLUE', 'CHARACTER_REFUSED'],
    ['an accent on nothing', 'Blue \u0301', 'BLUE', 'CHARACTER_REFUSED'],
    ['four accents on an emoji', `🏒${'\u0301'.repeat(4)}`, 'BLUE', 'CHARACTER_REFUSED'],
    ['32 Hangul letters that would be one character', '\u1100'.repeat(32), 'BLUE', 'NAME_INVALID'],
    [
      'several spaces of any kind are one',
      'Blue \u00a0\u3000 Liners',
      'BLUE',
      { name: 'Blue Liners', shortName: 'BLUE' },
    ],
    ['a line break', 'Blue\nLiners', 'BLUE', 'CHARACTER_REFUSED'],
    ['a bell', 'Blue\u0007', 'BLUE', 'CHARACTER_REFUSED'],
    ['a mark that reverses the text', 'Blue\u202eLiners', 'BLUE', 'CHARACTER_REFUSED'],
    ['half a character', 'Blue\ud83d', 'BLUE', 'CHARACTER_REFUSED'],
    ['a bell in the short name', 'Blue', 'BL\u0007', 'CHARACTER_REFUSED'],
    ['a name taken', 'Éclairs', 'BLUE', 'NAME_TAKEN'],
    ['a name taken, in capitals and with a combining accent', 'E\u0301CLAIRS', 'BLUE', 'NAME_TAKEN'],
    ['a short name taken', 'Blue', 'ecl', 'NAME_TAKEN'],
    ['a name taken, in letters of full width', 'Ｚａｍｂｏｎｉｓ', 'BLUE', 'NAME_TAKEN'],
    ['a short name taken, with the ligature', 'Blue', 'ZAM', 'NAME_TAKEN'],
    ['markup is plain text', '<b>', '"&', { name: '<b>', shortName: '"&' }],
  ])('%s', (_, name, shortName, result) => {
    const expected = typeof result === 'string' ? { refused: result } : result
    expect(checkTeamNames({ name, shortName }, others)).toEqual(expected)
  })

  test('are truncated between characters', () => {
    expect(truncate('a👨‍👩‍👧‍👦b', 2)).toBe('a👨‍👩‍👧‍👦')
    expect(truncate('short', 31)).toBe('short')
    expect(characterCount('🇨🇦é')).toBe(2)
  })
})

// Each as UnicodeData.txt and DerivedCoreProperties.txt have it.
test.each([
  ['a braille blank', '\u2800', 'U+2800'],
  ['a Hangul filler', '\u3164', 'U+3164'],
  ['a Hangul leading filler', '\u115f', 'U+115F'],
  ['a Hangul vowel filler', '\u1160', 'U+1160'],
  ['a filler of half width', '\uffa0', 'U+FFA0'],
  ['a space of no width', '\u200b', 'U+200B'],
  ['a joiner outside an emoji', '\u200d', 'U+200D'],
  ['a variation selector on a letter', 'x\ufe0f', 'U+FE0F'],
  ['a second one on an emoji', '❤\ufe0f\ufe0f', 'U+FE0F'],
  ['a tag', '\u{e0041}', 'U+E0041'],
  ['a flag with tags of no country', '🏴\u{e0067}\u{e007f}', 'U+E0067'],
  ['a soft hyphen', '\u00ad', 'U+00AD'],
  ['a joiner of graphemes', '\u034f', 'U+034F'],
  ['a mark from right to left', '\u200f', 'U+200F'],
  ['an isolate', '\u2067', 'U+2067'],
  ['a byte order mark', '\ufeff', 'U+FEFF'],
  ['a line separator', '\u2028', 'U+2028'],
  ['a paragraph separator', '\u2029', 'U+2029'],
  ['NUL', '\0', 'U+0000'],
  ['a tab', '\t', 'U+0009'],
  ['a C1 control', '\u0085', 'U+0085'],
  ['private use', '\ue000', 'U+E000'],
  ['private use in another plane', '\u{f0000}', 'U+F0000'],
  ['a code point without a character', '\u0378', 'U+0378'],
  ['a noncharacter', '\ufdd0', 'U+FDD0'],
  ['half a character', '\ud83c', 'U+D83C'],
  ['an annotation', '\ufff9', 'U+FFF9'],
  ['what a wrong encoding leaves', '\ufffd', 'U+FFFD'],
  ['a null notehead', '\u{1d159}', 'U+1D159'],
])('%s cannot be shown, wherever it is', (_, character, code) => {
  const why = `${code}, which can't be shown`
  // `trim` takes some away at the ends; what is white space to a keyboard may be there.
  const isTyped = /[\t\u0085]/.test(character)
  for (const text of [`Rats${character}Nest`, ...(isTyped ? [] : [`${character}Rats`, `Rats${character}`])])
    expect(unshowable(text), JSON.stringify(text)).toBe(why)
})

test.each([
  'é',
  'e\u0301',
  'Ệ',
  'naïve',
  '😀',
  '👨‍👩‍👧‍👦',
  '👩🏽‍❤️‍💋‍👨🏿',
  '🏳️‍🌈',
  '❤️',
  '1️⃣',
  '🇨🇦',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '☝🏿',
  '©',
  'Zoë & Żółć',
  '東京',
  'Ελλάς',
  'שלום',
  'ไทย',
  '한국',
])('%s can be shown', (text) => expect(unshowable(`Rats ${text}`)).toBeNull())

test.each([
  ['Rats', 'RATS', true],
  ['Rink Rats', 'Rink\u00a0 Rats', true],
  ['Rink Rats', ' Rink Rats ', true],
  ['Rats', 'R\u00ada\u200bt\u{e0041}s', true],
  ['Rats', 'Rats\u2800', true],
  ['Rats', 'Ｒａｔｓ', true],
  ['Office', 'O\ufb03ce', true],
  ['Éclair', 'E\u0301CLAIR', true],
  ['Straße', 'STRASSE', true],
  ['ΟΔΟΣ', 'οδος', true],
  ["Rat's", 'Rat’s', true],
  ['❤', '❤️', true],
  ['Rats', 'Rat', false],
  ['Rink Rats', 'RinkRats', false],
  ['Eclair', 'Éclair', false],
])('the names %j and %j are the same: %s', (one, other, same) => {
  expect(sameName(one, other)).toBe(same)
})

test.each<[string, boolean]>([
  ['Ada Lind', true],
  ['7', true],
  [' Ada\n', true],
  ['Ada\u0007Lind', false],
  ['Ada\u202eLind', false],
  ['\u200d', false],
  ['   ', false],
  ['', false],
])('%j is visible text: %s', (text, writable) => {
  expect(isWritable(text)).toBe(writable)
})

test.each<[string, object]>([
  ['top', { tag: 'top' }],
  ['  top ', { tag: 'top' }],
  ['12345', { tag: '12345' }],
  ['⭐⭐⭐⭐⭐', { tag: '⭐⭐⭐⭐⭐' }],
  ['123456', { refused: 'TAG_TOO_LONG' }],
  ['', { tag: null }],
  ['   ', { tag: null }],
  ['a\u0000b', { refused: 'CHARACTER_REFUSED' }],
])('the tag %j', (text, result) => {
  expect(checkTag(text)).toEqual(result)
})

test.each([
  ['L', 'L', 'LW'],
  ['C', 'R', 'C'],
  ['R', 'L', 'RW'],
  ['D', 'L', 'LD'],
  ['D', 'R', 'RD'],
  ['D', null, 'LD'],
  ['G', 'L', 'G'],
  ['X', 'L', null],
])('an NHL player at %s who shoots %s plays %s', (code, shoots, position) => {
  expect(poolPosition(code, shoots)).toBe(position)
  if (position) expect(parsePosition(position)).toBe(position)
})

test('an unknown position is null', () => {
  expect(parsePosition('D')).toBeNull()
  expect(parsePosition(null)).toBeNull()
})

describe('roles', () => {
  test.each([
    [['admin'], true],
    [['ROLE_admin'], true],
    [['ROLE_ADMIN'], false],
    [['administrator', 'premium'], false],
    [[], false],
  ])('%j is an admin: %s', (roles, admin) => {
    expect(hasRole({ roles }, 'admin')).toBe(admin)
  })

  test('a visitor has no role', () => {
    expect(hasRole(null, 'admin')).toBe(false)
  })

  test.each([
    ["one's own team", { teamId: 1 }, null],
    ['another team', { teamId: 2 }, { refused: 'FORBIDDEN' }],
    ['a team, by a user without one', { teamId: null }, { refused: 'FORBIDDEN' }],
    ['a team, by a visitor', null, { refused: 'FORBIDDEN' }],
  ])('changing %s', (_, user, refusal) => {
    expect(cannotModify(user, 1)).toEqual(refusal)
  })
})

test.each([
  ['Émile', 'Côté', 'Émile Côté'],
  ['', 'Pelé', 'Pelé'],
  ['Ronaldinho', '', 'Ronaldinho'],
])('the names "%s" and "%s" are %s', (firstName, lastName, name) => {
  expect(fullName({ firstName, lastName })).toBe(name)
})
