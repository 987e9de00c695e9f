import { endSessions } from '../../store/subjects/accounts.ts'
import { type MemberLogin, memberLogins } from '../../store/subjects/identity.ts'
import { auditCommand } from './audit-command.ts'
import { anyLeague, DRY_RUN } from './file-of-job.ts'
import { memberNamed } from './invite-member.ts'
import type { JobOf } from './job.ts'
import type { JobContext } from './job-context.ts'

const line = ({ userName, device, createdAt, usedAt }: MemberLogin, when: (at: Date) => string): string =>
  `${userName}: ${device ?? 'unknown device'}, since ${when(createdAt)}, last seen ${when(usedAt)}`

/** Lists where members are logged in, all of them or one, or ends that one's logins. */
export async function listSessions(
  { user, end, dryRun }: JobOf<'sessions'>,
  { database, clock, say }: JobContext,
): Promise<void> {
  const { logins, timeZone } = await database.transaction(async (queries) => {
    const { timeZone } = (await anyLeague(queries)).constants
    const member = user === null ? null : await memberNamed(queries, user)
    const found = await memberLogins(queries, clock(), member?.id)
    if (member && end && !dryRun) {
      await endSessions(database, queries, found)
      await auditCommand(queries, clock(), 'accounts.endAllLogins', { user: member.userName, logins: found.length })
    }
    return { logins: found, timeZone }
  })
  const format = new Intl.DateTimeFormat('en-CA', {
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  })
  for (const login of logins) say(line(login, (at) => format.format(at)))
  if (logins.length > 0) say(`Times are those of the league, ${timeZone}.`)
  if (!end) return logins.length === 0 ? say('No one is logged in.') : undefined
  if (logins.length === 0) return say(`${user} is logged in nowhere.`)
  say(`${dryRun ? 'Would end' : 'Ended'} ${logins.length} of them.`)
  if (dryRun) say(DRY_RUN)
}
