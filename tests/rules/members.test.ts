import { describe, expect, test } from 'vitest'
import { checkDisplayName, checkMember, checkMessage, leavesNoAdmin, type MemberNames } from '#rules/members'

const anna: MemberNames = { userName: 'anna', displayName: 'Anna', email: 'anna@example.org', subject: 's1' }
const kim: MemberNames = { userName: 'kim', displayName: 'Kim', email: 'kim@ice.org', subject: null }
const fresh: MemberNames = { userName: 'bo', displayName: 'Bo', email: null, subject: null }

describe('a member', () => {
  test.each<[string, Partial<MemberNames>, object]>([
    ['as they are', {}, fresh],
    ['without surrounding room', { userName: ' bo ', displayName: ' Bo ' }, fresh],
    ['by the user name for want of another', { displayName: ' ' }, { ...fresh, displayName: 'bo' }],
    ['with empty texts for none', { email: ' ', subject: '' }, fresh],
    ['with the longest name', { displayName: 'x'.repeat(200) }, { ...fresh, displayName: 'x'.repeat(200) }],
    ['not with a longer one', { displayName: 'x'.repeat(201) }, { refused: 'MEMBER_NAME_INVALID' }],
    ['not without a user name', { userName: ' ' }, { refused: 'MEMBER_NAME_INVALID' }],
    ['not with what cannot be shown', { displayName: 'a\u202eb' }, { refused: 'MEMBER_NAME_INVALID' }],
    ['not with what is invisible', { displayName: 'Bo\u2800' }, { refused: 'MEMBER_NAME_INVALID' }],
    ['not with a mark before it', { displayName: '\ufeffBo' }, { refused: 'MEMBER_NAME_INVALID' }],
    ['not by such a user name', { userName: 'b\u00ado' }, { refused: 'MEMBER_NAME_INVALID' }],
    ['with 200 flags', { displayName: '🇨🇦'.repeat(200) }, { ...fresh, displayName: '🇨🇦'.repeat(200) }],
    ['with single spaces', { displayName: 'Bo\u00a0  Berg' }, { ...fresh, displayName: 'Bo Berg' }],
    ['not with such a subject', { subject: 'a\u0007b' }, { refused: 'MEMBER_NAME_INVALID' }],
    ['with an address', { email: 'b@c' }, { ...fresh, email: 'b@c' }],
    ['not with half of one', { email: 'b@' }, { refused: 'EMAIL_INVALID' }],
    ['not with room in it', { email: 'b o@c' }, { refused: 'EMAIL_INVALID' }],
    ['not with one of 255 characters', { email: `b@${'c'.repeat(253)}` }, { refused: 'EMAIL_INVALID' }],
    ['with one of 254', { email: `b@${'c'.repeat(252)}` }, { ...fresh, email: `b@${'c'.repeat(252)}` }],
    ["not with another's user name", { userName: 'ANNA' }, { refused: 'USER_NAME_TAKEN' }],
    ["not with another's address", { email: 'Anna@Example.org' }, { refused: 'EMAIL_TAKEN' }],
    // As another mailbox: only the case of ASCII letters makes no difference.
    [
      'with an address that has the sign of the kelvin',
      { email: '\u212aim@ice.org' },
      { ...fresh, email: '\u212aim@ice.org' },
    ],
    ['with one that has a dotted capital I', { email: 'K\u0130M@ice.org' }, { ...fresh, email: 'K\u0130M@ice.org' }],
    [
      'with a composed user name',
      { userName: 'Rene\u0301', displayName: 'R' },
      { ...fresh, userName: 'Ren\u00e9', displayName: 'R' },
    ],
    ["not with another's subject", { subject: 's1' }, { refused: 'SUBJECT_TAKEN' }],
    // A provider tells them apart.
    ['with a subject of other letter case', { subject: 'S1' }, { ...fresh, subject: 'S1' }],
  ])('is taken %s', (_, given, expected) => {
    expect(checkMember({ ...fresh, ...given }, [anna, kim])).toEqual(expected)
  })
})

test.each([
  ['anna', true],
  ['An\u00adna', true],
  ['Ａnna', true],
  ['Anne', false],
])('the name %o is that of another: %s', (displayName, taken) => {
  expect(checkDisplayName(displayName, [anna])).toEqual(taken ? { refused: 'MEMBER_NAME_TAKEN' } : null)
})

test.each<[string[][], string[][], object | null]>([
  [[['admin'], []], [[], []], { refused: 'LAST_ADMIN' }],
  [[['ROLE_admin']], [[]], { refused: 'LAST_ADMIN' }],
  [[['admin'], ['admin']], [['admin'], []], null],
  [[['admin'], []], [[], ['premium', 'admin']], null],
  // The provider names the admins.
  [[[], []], [[]], null],
])('admins %o become %o: %o', (before, after, expected) => {
  const members = (all: string[][]) => all.map((roles) => ({ roles }))
  expect(leavesNoAdmin(members(before), members(after))).toEqual(expected)
})

test.each([
  ['Hello', { words: 'Hello' }],
  [' Hello \n  you ', { words: 'Hello you' }],
  [' \n ', { words: '' }],
  ['👨‍👩‍👧‍👦'.repeat(280), { words: '👨‍👩‍👧‍👦'.repeat(280) }],
  ['x'.repeat(281), { refused: 'MESSAGE_INVALID' }],
  ['a\u2066b', { refused: 'MESSAGE_INVALID' }],
  ['a\u200bb', { refused: 'MESSAGE_INVALID' }],
  ['\ufeff', { refused: 'MESSAGE_INVALID' }],
  [`a${'\u0301'.repeat(4)}`, { refused: 'MESSAGE_INVALID' }],
  ['Goal\u00a0 ❤️', { words: 'Goal ❤️' }],
])('a message %o is told as %o', (text, expected) => {
  expect(checkMessage(text)).toEqual(expected)
})
