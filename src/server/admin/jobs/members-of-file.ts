import { errorSentences } from '#contract/errors'
import { leavesNoAdmin, sameIdentity } from '#rules/members'
import type { Queries } from '../../store/engine/database.ts'
import { membersWithoutPasskey } from '../../store/subjects/accounts.ts'
import { unsaidAddresses } from '../../store/subjects/identity.ts'
import { lockLeague } from '../../store/subjects/league.ts'
import { changeMembers, type ListedMember, listMembers, type MemberFields } from '../../store/subjects/members.ts'
import { allTeams, type KeptTeam, startingCash } from '../../store/subjects/setup-league.ts'
import type { FileMember, LeagueFile } from '../file/league-file.ts'
import { auditCommand } from './audit-command.ts'
import { anyLeague, DRY_RUN, fileOfJob, problemLine, realLeague } from './file-of-job.ts'
import { hasAccounts } from './invite-member.ts'
import type { JobOf } from './job.ts'
import { type JobContext, JobRefusal } from './job-context.ts'
import { sayWhenDone } from './say-when-done.ts'
import { leagueDifferences } from './season-differences.ts'
import { describeTeam, ignoredOfTeams, type TeamOfFile, teamsOfFile } from './teams-of-file.ts'

/** Lists the members, or makes them those of the file. */
export async function membersOfFile(
  { file: text, remove, dryRun }: JobOf<'members'>,
  context: JobContext,
): Promise<void> {
  const { database, clock } = context
  if (text === null) {
    return sayWhenDone(context, async (queries, say) => {
      await anyLeague(queries)
      for (const line of listing(await listMembers(queries))) say(line)
      await sayWhoIsOut(queries, { ...context, say })
    })
  }
  const file = fileOfJob(text)
  await sayWhenDone(context, async (queries, say) => {
    // An admin may be at it in the office.
    await lockLeague(queries)
    const league = await realLeague(queries)
    const kept = await allTeams(queries)
    const teams = teamsOfFile(file, kept)
    for (const member of file.members) refuseNewTeam(member, teams, kept)
    const before = await listMembers(queries)
    const { added, changed, absent } = memberChanges(before, file, teams)
    for (const ignored of ignoredOfTeams(teams, await startingCash(queries, league.seasonId))) say(ignored)
    if (file.season.id !== league.seasonId || leagueDifferences(league, file).length > 0) {
      say(`The league and its season are not as in the file and stay: npm run league -- season FILE`)
    }
    for (const member of added) say(`+ ${member.userName}${describe(member)}`)
    for (const { member, changes } of changed) say(`~ ${member.userName}: ${changes.join(', ')}`)
    if (remove) for (const { userName } of absent) say(`- ${userName}`)
    else if (absent.length > 0) {
      const names = absent.map(({ userName }) => userName).join(', ')
      say(`Not in the file: ${names}. They stay; --remove removes them.`)
    }
    const removed = remove ? absent.map(({ id }) => id) : []
    const stay = before.filter(({ id }) => !removed.includes(id))
    const after = stay.map((kept) => changed.find(({ member }) => member.id === kept.id)?.member ?? kept)
    if (leavesNoAdmin(before, [...after, ...added])) throw new JobRefusal(errorSentences.LAST_ADMIN)
    if (added.length + changed.length + removed.length === 0) return say('The members are as in the file.')
    if (dryRun) return say(DRY_RUN)
    const fresh = added.map(({ teamShortName: _, ...member }) => member)
    await changeMembers(queries, { added: fresh, changed: changed.map(({ member }) => member), removed })
    await auditCommand(queries, clock(), 'command.members', {
      added: added.map(({ userName }) => userName),
      changed: changed.map(({ member }) => member.userName),
      removed: remove ? absent.map(({ userName }) => userName) : [],
    })
    // Every process looks up its users again.
    await database.announce(queries, 'session', '')
    say(`${added.length} added, ${changed.length} changed, ${removed.length} removed.`)
    await sayWhoIsOut(queries, { ...context, say })
  })
}

/** Members who cannot log in yet as the server's settings are, and what lets them in. */
async function sayWhoIsOut(queries: Queries, context: JobContext): Promise<void> {
  const { clock, env, say } = context
  if (await hasAccounts(queries, context)) {
    const names = await membersWithoutPasskey(queries)
    if (names.length > 0)
      say(`Without a passkey: ${names.join(', ')}. They get in by npm run league -- invite ${names.join(' ')}`)
  }
  const unsaid = env.oidc ? await unsaidAddresses(queries, env.oidc.issuer, clock()) : []
  if (unsaid.length === 0) return
  say(`The identity provider does not say whether these addresses are verified, so they identify no one:`)
  for (const { account, subject } of unsaid) say(`  ${account}, subject ${subject}`)
  say('Have it send email_verified (docs/install/identity-providers.md), or put the subjects into the league file.')
}

function refuseNewTeam(
  { team: short, line }: FileMember,
  teams: readonly TeamOfFile[],
  kept: readonly KeptTeam[],
): void {
  if (short === null || teams.some(({ team, kept }) => team.shortName === short && kept)) return
  const sentence = `The league has no team ${short} yet; its teams are ${kept.map(describeTeam).join(', ')}. A new one comes with npm run league -- season FILE; one that has been renamed is found by its id in the file.`
  throw new JobRefusal(problemLine({ line, sentence }))
}

type WantedMember = MemberFields & { readonly teamShortName: string | null }

/** What has to be done for the members to be those of the file. */
export function memberChanges(kept: readonly ListedMember[], { members }: LeagueFile, teams: readonly TeamOfFile[]) {
  const wanted = members.map((member): WantedMember => {
    const { userName, displayName, email, subject, roles, team: short } = member
    const found = teams.find(({ team }) => team.shortName === short)
    return {
      userName,
      displayName,
      email,
      subject,
      roles: [...roles],
      teamId: found?.id ?? null,
      teamShortName: found ? (found.kept ?? found.team).shortName : null,
    }
  })
  return {
    added: wanted.filter(({ userName }) => !kept.some((member) => sameIdentity(member.userName, userName))),
    changed: wanted.flatMap((fields) => {
      const before = kept.find(({ userName }) => sameIdentity(userName, fields.userName))
      const changes = before ? differences(before, fields) : []
      const { teamShortName: _, ...member } = fields
      return before && changes.length > 0
        ? [{ member: { ...member, id: before.id, userName: before.userName }, changes }]
        : []
    }),
    absent: kept.filter(({ userName }) => !wanted.some((member) => sameIdentity(member.userName, userName))),
  }
}

type Shown = Omit<MemberFields, 'teamId'> & { readonly teamShortName: string | null }

const cells = ({ displayName, email, subject, teamShortName, roles }: Shown): [string, string | null][] => [
  ['name', displayName],
  ['email', email],
  ['subject', subject],
  ['team', teamShortName],
  ['roles', [...roles].sort().join(' ') || null],
]

/** `Gus, team RATS, roles admin`. */
const describe = (member: Shown): string =>
  ` (${cells(member)
    .flatMap(([name, cell]) => {
      if (cell === null) return name === 'team' ? ['no team'] : []
      return [name === 'name' ? cell : `${name} ${cell}`]
    })
    .join(', ')})`

function differences(before: Shown, after: Shown): string[] {
  const shown = cells(after)
  return cells(before).flatMap(([name, cell], index) => {
    const now = shown[index]?.[1] ?? null
    return now === cell ? [] : [`${name} ${cell ?? 'none'} -> ${now ?? 'none'}`]
  })
}

function listing(members: readonly ListedMember[]): string[] {
  if (members.length === 0) return ['There are no members yet.']
  const rows = [
    ['user', 'name', 'email', 'subject', 'team', 'roles'],
    ...members.map((member) => [member.userName, ...cells(member).map(([, cell]) => cell ?? '-')]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
