import { changeMembers, type ListedMember, listMembers, type MemberFields } from '../../store/subjects/members.ts'
import { allTeams, type KeptTeam, startingCash } from '../../store/subjects/setup-league.ts'
import type { FileMember, LeagueFile } from '../file/league-file.ts'
import { DRY_RUN, fileOfJob, problemLine, realLeague } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import { type JobContext, JobRefusal } from './job-context.ts'
import { leagueDifferences } from './season-differences.ts'
import { describeTeam, ignoredOfTeams, type TeamOfFile, teamsOfFile } from './teams-of-file.ts'

/** Lists the members, or makes them those of the file. */
export async function membersOfFile(
  { file: text, remove, dryRun }: JobOf<'members'>,
  { database, say }: JobContext,
): Promise<void> {
  if (text === null) {
    const members = await database.transaction(listMembers)
    for (const line of listing(members)) say(line)
    return
  }
  const file = fileOfJob(text)
  await database.transaction(async (queries) => {
    const league = await realLeague(queries)
    const kept = await allTeams(queries)
    const teams = teamsOfFile(file, kept)
    for (const member of file.members) refuseNewTeam(member, teams, kept)
    const { added, changed, absent } = memberChanges(await listMembers(queries), file, teams)
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
    if (added.length + changed.length + removed.length === 0) return say('The members are as in the file.')
    if (dryRun) return say(DRY_RUN)
    const fresh = added.map(({ teamShortName: _, ...member }) => member)
    await changeMembers(queries, { added: fresh, changed: changed.map(({ member }) => member), removed })
    // Every process looks up its users again.
    await database.announce(queries, 'session', '')
    say(`${added.length} added, ${changed.length} changed, ${removed.length} removed.`)
  })
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
    added: wanted.filter(({ userName }) => !kept.some((member) => member.userName === userName)),
    changed: wanted.flatMap((fields) => {
      const before = kept.find(({ userName }) => userName === fields.userName)
      const changes = before ? differences(before, fields) : []
      const { teamShortName: _, ...member } = fields
      return before && changes.length > 0 ? [{ member: { id: before.id, ...member }, changes }] : []
    }),
    absent: kept.filter(({ userName }) => !wanted.some((member) => member.userName === userName)),
  }
}

type Shown = Omit<MemberFields, 'teamId'> & { readonly teamShortName: string | null }

const cells = ({ displayName, email, subject, teamShortName, roles }: Shown): [string, string][] => [
  ['name', displayName],
  ['email', email ?? '-'],
  ['subject', subject ?? '-'],
  ['team', teamShortName ?? '-'],
  ['roles', [...roles].sort().join(' ') || '-'],
]

const describe = (member: Shown): string =>
  ` (${cells(member)
    .map(([, cell]) => cell)
    .join(', ')})`

function differences(before: Shown, after: Shown): string[] {
  const shown = cells(after)
  return cells(before).flatMap(([name, cell], index) => {
    const now = shown[index]?.[1] ?? cell
    return now === cell ? [] : [`${name} ${cell} -> ${now}`]
  })
}

function listing(members: readonly ListedMember[]): string[] {
  if (members.length === 0) return ['There are no members yet.']
  const rows = [
    ['user', 'name', 'email', 'subject', 'team', 'roles'],
    ...members.map((member) => [member.userName, ...cells(member).map(([, cell]) => cell)]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
