import { MESSAGE_MAX } from '#contract/message'
import { fits, isWritable, sameName, tidy, unshowable } from './names.ts'
import { type Refusal, refuse } from './refusal.ts'
import { hasRole } from './roles.ts'

/** As long as in a league file. */
const NAME_MAX = 200
const EMAIL_MAX = 254
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** By what people and an identity provider know a member. */
export interface MemberNames {
  readonly userName: string
  readonly displayName: string
  readonly email: string | null
  readonly subject: string | null
}

const isName = (text: string): boolean => fits(text, NAME_MAX) && isWritable(text)

/** An empty text is none. */
const given = (text: string | null): string | null => text?.trim() || null

/** A to Z alone: to lower the case of other letters makes one address of two (the sign of the kelvin is not a k). */
export const asciiLower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Whether two user names or addresses are one. */
export const sameIdentity = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && asciiLower(one) === asciiLower(other)

/** The names as they will be stored, or why they are refused. `others`: those of all other members. */
export function checkMember(names: MemberNames, others: readonly MemberNames[]): MemberNames | Refusal {
  const userName = names.userName.normalize('NFC').trim()
  const displayName = tidy(names.displayName) || userName
  const email = given(names.email)
  if (unshowable(names.userName) ?? unshowable(names.displayName)) return refuse('MEMBER_NAME_INVALID')
  const subject = given(names.subject)
  if (!isName(userName) || !isName(displayName) || (subject !== null && !isName(subject))) {
    return refuse('MEMBER_NAME_INVALID')
  }
  if (email !== null && (email.length > EMAIL_MAX || !EMAIL.test(email))) return refuse('EMAIL_INVALID')
  if (others.some((other) => sameIdentity(other.userName, userName))) return refuse('USER_NAME_TAKEN')
  if (others.some((other) => sameIdentity(other.email, email))) return refuse('EMAIL_TAKEN')
  if (others.some((other) => other.subject !== null && other.subject === subject)) return refuse('SUBJECT_TAKEN')
  return { userName, displayName, email, subject }
}

interface WithRoles {
  readonly roles: string[]
}

/** Two members of one name would look the same: the app shows names alone. */
export const checkDisplayName = (displayName: string, others: readonly Pick<MemberNames, 'displayName'>[]) =>
  others.some((other) => sameName(other.displayName, displayName)) ? refuse('MEMBER_NAME_TAKEN') : null

/** A league that has an admin among its members keeps one. */
export const leavesNoAdmin = (before: readonly WithRoles[], after: readonly WithRoles[]): Refusal | null => {
  const hasAdmin = (members: readonly WithRoles[]) => members.some((member) => hasRole(member, 'admin'))
  return hasAdmin(before) && !hasAdmin(after) ? refuse('LAST_ADMIN') : null
}

/** The words as they are sent, in one line; empty for none. */
export function checkMessage(text: string): { readonly words: string } | Refusal {
  const line = text.replaceAll(/[\t\n\r]/g, ' ')
  const words = tidy(line)
  return unshowable(line) === null && fits(words, MESSAGE_MAX) ? { words } : refuse('MESSAGE_INVALID')
}
