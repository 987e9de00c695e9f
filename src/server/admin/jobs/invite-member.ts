import { counted } from '#rules/counted'
import { sameIdentity } from '#rules/members'
import { settleLogin } from '../../settings/login.ts'
import { isLocal } from '../../settings/variables.ts'
import type { Queries } from '../../store/engine/database.ts'
import { endAccount, invite, type NewInvitation } from '../../store/subjects/accounts.ts'
import { findLeague, isOwnLeague } from '../../store/subjects/league.ts'
import { type ListedMember, listMembers } from '../../store/subjects/members.ts'
import { auditCommand } from './audit-command.ts'
import { DRY_RUN, noLeagueIn } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import { type JobContext, JobRefusal } from './job-context.ts'

/** Whether members of this league log in with passkeys. */
export async function hasAccounts(queries: Queries, { env }: Pick<JobContext, 'env'>): Promise<boolean> {
  const league = await findLeague(queries)
  if (!league && env.login === null) throw new JobRefusal(noLeagueIn('this database'))
  return settleLogin(env, isOwnLeague(league)) === 'accounts'
}

export async function memberNamed(queries: Queries, text: string): Promise<ListedMember> {
  // As `checkMember` keeps it: some keyboards write an accent as a character of its own.
  const asked = text.normalize('NFC').trim()
  const found = (await listMembers(queries)).find(({ userName }) => sameIdentity(userName, asked))
  if (!found) throw new JobRefusal(`There is no member "${text}"; \`npm run league -- members\` lists them.`)
  return found
}

async function make(queries: Queries, { id, userName }: ListedMember, now: Date): Promise<NewInvitation> {
  const made = await invite(queries, id, now)
  await auditCommand(queries, now, 'accounts.invite', { user: userName })
  return made
}

/** Whoever opens it first is in: it is shown, and neither kept nor logged. */
export const invitationLink = (publicUrl: string, token: string): string => `${publicUrl}/idp/invitation/${token}`

export function tellLink(
  { env, say }: Pick<JobContext, 'env' | 'say'>,
  name: string,
  { token, expiresAt }: NewInvitation,
): void {
  say(`The link for ${name}, shown this once, works once and until ${expiresAt.toISOString().slice(0, 10)}:`)
  say(`  ${invitationLink(env.publicUrl, token)}`)
  if (isLocal(new URL(env.publicUrl)))
    say('This link only works on this machine. If your server has a public address, set PUBLIC_URL as for the server.')
}

/** Makes a link with which the member logs in for the first time, or again after they lost their phone. */
export async function inviteMember({ user, lost, dryRun }: JobOf<'invite'>, context: JobContext): Promise<void> {
  const { database, clock, say } = context
  const { member, made, ended } = await database.transaction(async (queries) => {
    if (!(await hasAccounts(queries, context))) {
      throw new JobRefusal('Members of this league do not log in with passkeys, so there is nothing to invite them to.')
    }
    const member = await memberNamed(queries, user)
    if (dryRun) return { member, made: null, ended: null }
    const ended = lost ? await endAccount(database, queries, member.id, clock()) : null
    if (ended) await auditCommand(queries, clock(), 'accounts.endAccount', { user, ...ended })
    return { member, made: await make(queries, member, clock()), ended }
  })
  if (ended)
    say(
      `${member.displayName} is logged out everywhere: ${counted(ended.passkeys, 'passkey')} and ${counted(ended.logins, 'login')} ended.`,
    )
  if (made) return tellLink(context, member.displayName, made)
  say(
    `Would invite ${member.displayName}; an earlier link of theirs would end${lost ? ', and their passkeys and logins' : ''}.`,
  )
  say(DRY_RUN)
}

/** The first links of a new league, for those who can invite the others, if its members have passkeys. */
export async function inviteAdmins(context: JobContext) {
  const { database, clock } = context
  return database.transaction(async (queries) => {
    if (!(await hasAccounts(queries, context))) return { admins: [], others: [] }
    const members = await listMembers(queries)
    const admins: { name: string; made: NewInvitation }[] = []
    for (const member of members.filter(({ roles }) => roles.includes('admin'))) {
      admins.push({ name: member.displayName, made: await make(queries, member, clock()) })
    }
    return { admins, others: members.filter(({ roles }) => !roles.includes('admin')).map(({ userName }) => userName) }
  })
}
