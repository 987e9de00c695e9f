import { endSessions } from '../../store/subjects/accounts.ts'
import { type MemberLogin, memberLogins } from '../../store/subjects/identity.ts'
import { DRY_RUN } from './file-of-job.ts'
import { auditCommand, memberNamed } from './invite-member.ts'
import type { JobOf } from './job.ts'
import type { JobContext } from './job-context.ts'

const minute = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ')

const line = ({ userName, device, createdAt, usedAt }: MemberLogin): string =>
  `${userName}: ${device ?? 'unknown device'}, since ${minute(createdAt)}, last seen ${minute(usedAt)}`

/** Lists where members are logged in, all of them or one, or ends that one's logins. */
export async function listSessions(
  { user, end, dryRun }: JobOf<'sessions'>,
  { database, clock, say }: JobContext,
): Promise<void> {
  const logins = await database.transaction(async (queries) => {
    const member = user === null ? null : await memberNamed(queries, user)
    const found = await memberLogins(queries, clock(), member?.id)
    if (member && end && !dryRun) {
      await endSessions(database, queries, found)
      await auditCommand(queries, clock(), 'accounts.endAllLogins', { user: member.userName, logins: found.length })
    }
    return found
  })
  for (const login of logins) say(line(login))
  if (!end) return say(logins.length === 0 ? 'Nobody is logged in.' : 'Times are UTC.')
  say(`${dryRun ? 'Would end' : 'Ended'} ${logins.length} of them.`)
  if (dryRun) say(DRY_RUN)
}
