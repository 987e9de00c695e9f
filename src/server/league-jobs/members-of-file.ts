import type { FileMember, LeagueFile } from '../league-file/league-file.ts'
import type { Queries } from '../store/database.ts'
import { changeMembers, type ListedMember, listMembers, type MemberFields } from '../store/members.ts'
import { allTeams } from '../store/setup-league.ts'
import { DRY_RUN, fileOfJob, problemLine, realLeague } from './file-of-job.ts'
import type { JobOf } from './job.ts'
import { findTeam } from './teams-of-file.ts'
import { JobRefusal, type Workplace } from './workplace.ts'

/** Lists the members, or makes them those of the file. */
export async function membersOfFile(
  { file: text, remove, dryRun }: JobOf<'members'>,
  { database, say }: Workplace,
): Promise<void> {
  if (text === null) {
    const members = await database.transaction(listMembers)
    for (const line of listing(members)) say(line)
    return
  }
  const file = fileOfJob(text)
  await database.transaction(async (queries) => {
    await realLeague(queries)
    const kept = await listMembers(queries)
    const wanted = await wantedMembers(queries, file)
    const added = wanted.filter(({ userName }) => !kept.some((member) => member.userName === userName))
    const changed = wanted.flatMap((fields) => {
      const before = kept.find(({ userName }) => userName === fields.userName)
      const changes = before ? differences(before, fields) : []
      const { teamShortName: _, ...member } = fields
      return before && changes.length > 0 ? [{ member: { id: before.id, ...member }, changes }] : []
    })
    const absent = kept.filter(({ userName }) => !wanted.some((member) => member.userName === userName))
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
    // Every process asks anew who its users are.
    await database.announce(queries, 'session', '')
    say(`${added.length} added, ${changed.length} changed, ${removed.length} removed.`)
  })
}

async function wantedMembers(
  queries: Queries,
  file: LeagueFile,
): Promise<(MemberFields & { readonly teamShortName: string | null })[]> {
  const teams = await allTeams(queries)
  const teamOf = ({ team: short, line }: FileMember) => {
    const ofFile = file.teams.find(({ shortName }) => shortName === short)
    if (!ofFile) return null
    const found = findTeam(teams, ofFile)
    if (found) return found
    const names = teams.map(({ shortName }) => shortName).join(', ')
    const sentence = `The league has no team ${short} yet; its teams are ${names}. A team may have been renamed by its member.`
    throw new JobRefusal(problemLine({ line, sentence }))
  }
  return file.members.map((member) => {
    const { userName, displayName, email, subject, roles } = member
    const team = teamOf(member)
    return {
      userName,
      displayName,
      email,
      subject,
      roles: [...roles],
      teamId: team?.id ?? null,
      teamShortName: team?.shortName ?? null,
    }
  })
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
