import { sameIdentity } from '#rules/members'
import { sameName } from '#rules/names'
import type { Queries } from '../../store/engine/database.ts'
import { BY_NO_PERSON, type OtherRecord, saveAudit } from '../../store/subjects/audit.ts'
import { listMembers } from '../../store/subjects/members.ts'
import { JobRefusal } from './job-context.ts'

/** What whoever runs the server has done. */
export const auditCommand = (
  queries: Queries,
  at: Date,
  call: OtherRecord | 'corrections.makeCorrection' | 'draft-room.takeBackPick' | 'office.renameAnyTeam',
  params: Record<string, unknown>,
): Promise<void> => saveAudit(queries, { at, memberId: null, subject: 'command', method: BY_NO_PERSON, call, params })

/** Of whom members read that they did it: a member, by user name or name, or without either the server. */
export async function authorNamed(queries: Queries, text: string): Promise<string> {
  if (text === '') return "the league's server"
  const found = (await listMembers(queries)).find(
    ({ userName, displayName }) => sameIdentity(userName, text) || sameName(displayName, text),
  )
  if (!found) throw new JobRefusal(`There is no member "${text}"; \`npm run league -- members\` lists them.`)
  return found.displayName
}
