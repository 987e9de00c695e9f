import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/office'
import { checkDisplayName, checkMember, leavesNoAdmin } from '#rules/members'
import { listed } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import type { Asker } from '../../http/admission.ts'
import { refusalError, unwrapOrThrow } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { serveQuery } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { endAccount, endSessions, invite } from '../../login/store/accounts.ts'
import { memberLogins, outsidersWithUnconfirmedEmail } from '../../login/store/identity.ts'
import { textsOf } from '../audit.ts'
import { lockLeague } from '../league.ts'
import { refuseUnknownTeam } from '../teams.ts'
import {
  changeMembers,
  type ListedMember,
  listMembers,
  type MemberFields,
  officeMembers,
  versionOf,
} from './members.ts'

/** Two admins at once: one after the other. */
const byAdmin = { access: 'admin', lock: lockLeague, changesUsers: true } as const

/** The first to open it is in, so it is shown once, neither stored nor logged. */
export const invitationLink = (publicUrl: string, token: string): string => `${publicUrl}/idp/invitation/${token}`

export async function findMember(queries: Queries, memberId: number) {
  const members = await listMembers(queries)
  const member = members.find(({ id }) => id === memberId)
  if (!member) throw refusalError('MEMBER_NOT_FOUND')
  return { member, others: members.filter((each) => each !== member) }
}

const PARTS: Readonly<Record<string, string>> = {
  displayName: 'the name',
  email: 'the e-mail address',
  subject: 'the subject',
  roles: 'the roles',
}

const sorted = (roles: readonly string[]): string[] => [...new Set(roles)].sort()

const fieldsOf = ({ id: _, teamShortName: __, ...fields }: ListedMember): MemberFields => fields

export function registerMembers(app: FastifyInstance, context: Context): void {
  const { database, clock, env, login } = context

  const answer = async (queries: Queries, user: Asker<'admin'>) => ({
    loginBy: login,
    members: await officeMembers(queries, clock(), user),
    unconfirmed: env.oidc ? await outsidersWithUnconfirmedEmail(queries, env.oidc.issuer, clock()) : [],
  })

  serveQuery(app, context, contract.getOfficeMembers, { access: 'admin' }, (queries, { user }) => answer(queries, user))

  serveChange(app, context, contract.addMember, {
    ...byAdmin,
    record: (_, names, body) => {
      if (!body) return null
      const { displayName, userName, teamId } = body
      const who = displayName.trim() ? `${displayName} (${userName})` : userName
      return `added the member ${who}${teamId ? ` with the team ${names.team(teamId)}` : ''}`
    },
    handle: async ({ queries, user, body }) => {
      const members = await listMembers(queries)
      const { email = null, subject = null, teamId = null } = body
      const names = unwrapOrThrow(checkMember({ ...body, email, subject }, members))
      unwrapOrThrow(checkDisplayName(names.displayName, members))
      if (teamId !== null) {
        await refuseUnknownTeam(queries, teamId)
        if (members.some((member) => member.teamId === teamId)) throw refusalError('TEAM_HAS_MEMBER')
      }
      const added = [{ ...names, teamId, roles: sorted(body.roles) }]
      await changeMembers(queries, { added, changed: [], removed: [] })
      return answer(queries, user)
    },
  })

  serveChange(app, context, contract.changeMember, {
    ...byAdmin,
    record: ({ memberId, changed }, names) => {
      const parts = textsOf(changed).flatMap((part) => PARTS[part] ?? [])
      return `changed ${listed(parts) || 'nothing'} of ${names.member(memberId)}`
    },
    handle: async ({ queries, user, params, body: { version, ...wanted }, note }) => {
      note({ changed: Object.keys(wanted) })
      const { member, others } = await findMember(queries, params.memberId)
      const before = fieldsOf(member)
      const names = unwrapOrThrow(checkMember({ ...before, ...wanted }, others))
      const after = { ...before, ...names, roles: sorted(wanted.roles ?? before.roles) }
      const kept = { id: member.id, ...after }
      // Another admin has done the same already.
      if (versionOf(kept) === versionOf(member)) return answer(queries, user)
      if (version !== versionOf(member)) throw refusalError('CHANGED_MEANWHILE')
      // A name that two have had for long blocks nothing else.
      if (names.displayName !== before.displayName) unwrapOrThrow(checkDisplayName(names.displayName, others))
      unwrapOrThrow(leavesNoAdmin([member, ...others], [kept, ...others]))
      await changeMembers(queries, { added: [], changed: [kept], removed: [] })
      return answer(queries, user)
    },
  })

  serveChange(app, context, contract.removeMember, {
    ...byAdmin,
    record: ({ userName }) => `removed the member ${userName}`,
    handle: async ({ queries, user, params, query }) => {
      const { member, others } = await findMember(queries, params.memberId)
      if (query.userName !== member.userName || query.version !== versionOf(member)) {
        throw refusalError('CHANGED_MEANWHILE')
      }
      unwrapOrThrow(leavesNoAdmin([member, ...others], others))
      await changeMembers(queries, { added: [], changed: [], removed: [member.id] })
      return answer(queries, user)
    },
  })

  serveChange(app, context, contract.inviteMember, {
    ...byAdmin,
    answersOnce: true,
    record: ({ memberId }, names, body) => {
      const name = names.member(memberId)
      if (body?.lost) return `ended the passkeys and logins of ${name}, and invited them again`
      return body && `invited ${name}`
    },
    handle: async ({ queries, now, params, body: { lost } }) => {
      if (login !== 'accounts') throw refusalError('NO_INVITATIONS')
      const { member } = await findMember(queries, params.memberId)
      const at = new Date(now)
      if (lost) await endAccount(database, queries, member.id, at)
      const { token, expiresAt } = await invite(queries, member.id, at)
      return { link: invitationLink(env.publicUrl, token), expiresAt: expiresAt.toISOString() }
    },
  })

  serveChange(app, context, contract.endLogins, {
    ...byAdmin,
    record: ({ memberId }, names) => `ended the logins of ${names.member(memberId)}`,
    handle: async ({ queries, now, user, params: { memberId } }) => {
      await findMember(queries, memberId)
      const logins = await memberLogins(queries, new Date(now), memberId)
      const ended = logins.filter(({ idHash }) => idHash !== user.login)
      await endSessions(database, queries, ended)
      return answer(queries, user)
    },
  })
}
