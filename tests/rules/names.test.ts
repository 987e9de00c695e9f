import { describe, expect, test } from 'vitest'
import { characterCount, checkTag, checkTeamNames, isWritable, truncate } from '#rules/names'
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
    ['nothing visible', '\u200d\u200d', 'BLUE', 'NAME_INVALID'],
    [
      '31 letters under 15 accents each, the most code units a name may have',
      `x${'\u0301'.repeat(15)}`.repeat(31),
      'BLUE',
      { name: `x${'\u0301'.repeat(15)}`.repeat(31), shortName: 'BLUE' },
    ],
    ['the same with one more accent', `${`x${'\u0301'.repeat(15)}`.repeat(31)}\u0301`, 'BLUE', 'NAME_INVALID'],
    ['one letter under a thousand accents', `a${'\u0301'.repeat(1000)}`, 'BLUE', 'NAME_INVALID'],
    ['a line break', 'Blue\nLiners', 'BLUE', 'CHARACTER_REFUSED'],
    ['a bell', 'Blue\u0007', 'BLUE', 'CHARACTER_REFUSED'],
    ['a mark that reverses the text', 'Blue\u202eLiners', 'BLUE', 'CHARACTER_REFUSED'],
    ['half a character', 'Blue\ud83d', 'BLUE', 'CHARACTER_REFUSED'],
    ['a bell in the short name', 'Blue', 'BL\u0007', 'CHARACTER_REFUSED'],
    ['a name taken', 'Éclairs', 'BLUE', 'NAME_TAKEN'],
    ['a name taken, in capitals and with a combining accent', 'E\u0301CLAIRS', 'BLUE', 'NAME_TAKEN'],
    ['a short name taken', 'Blue', 'ecl', 'NAME_TAKEN'],
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
