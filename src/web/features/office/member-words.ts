import type { OfficeMember, OfficeMembers } from '#contract/office'
import { counted } from '#rules/counted'
import { hasRole } from '#rules/roles'
import { relativeTime } from '../../ui/time/relative-time.ts'
import type { MemberRoles } from './role-choice.tsx'

/** The roles that the league knows, without the `ROLE_` that a provider puts before them. */
export const rolesOf = (member: OfficeMember): MemberRoles =>
  (['admin', 'premium'] as const).filter((role) => hasRole(member, role))

const JUST_NOW_MS = 2 * 60_000

const seenText = (at: Date, now: Date): string =>
  now.getTime() - at.getTime() < JUST_NOW_MS ? 'seen just now' : `seen ${relativeTime(at, now)}`

/** How somebody comes in, and when they were last here, in a line. */
export function accessLine(member: OfficeMember, loginBy: OfficeMembers['loginBy'], now: Date): string {
  const { seenAt, invitedUntil, passkeys, logins, email, subject } = member
  const seen = seenAt ? seenText(new Date(seenAt), now) : 'never seen'
  if (loginBy === 'accounts' && passkeys === 0) {
    return [invitedUntil ? 'invited' : 'not invited yet', seen].join(' · ')
  }
  if (loginBy === 'external' && !email && !subject) return `the provider cannot know them · ${seen}`
  return [seen, ...(logins.length > 0 ? [counted(logins.length, 'login')] : ['logged out'])].join(' · ')
}

/** What a dialog says will end. */
export const endingWords = ({ passkeys, logins }: OfficeMember): string =>
  `${counted(passkeys, 'passkey')} and ${counted(logins.length, 'login')}`
