import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/command'
import { leavesNoAdmin, sameIdentity } from '#rules/members'
import { listed } from '#rules/words'
import { refusalError } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { serveChange } from '../../http/serve-change.ts'
import { textsOf } from '../audit.ts'
import type { FileMember, LeagueFile } from '../file/league-file.ts'
import { lockLeague } from '../league.ts'
import { fileOfLeague, ownLeague, problemLine } from '../moving-in/file-of-league.ts'
import { type KeptTeam, startingCash } from '../moving-in/setup-league.ts'
import { DRY_RUN, refusedBecause } from '../moving-in/step.ts'
import { describeTeam, ignoredOfTeams, type TeamOfFile, teamsOfFile } from '../moving-in/teams-of-file.ts'
import { changeMembers, type ListedMember, listMembers, type MemberFields } from '../office/members.ts'
import { leagueDifferences } from '../season/season-plan.ts'
import { allTeams } from '../teams.ts'

/** Makes the members those of the file. */
export function registerMembersOfFile(app: FastifyInstance, context: Context): void {
  serveChange(app, context, contract.members, {
    access: 'admin',
    record: ({ added, changed, removed }) => {
      const parts = [['added', added] as const, ['changed', changed] as const, ['removed', removed] as const].flatMap(
        ([word, names]) => (textsOf(names).length === 0 ? [] : [`${word} ${listed(textsOf(names))}`]),
      )
      return `made the members those of a file${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`
    },
    // An admin may be changing them in the office.
    lock: lockLeague,
    changesUsers: true,
    // Of a member who is not in the file, and stays.
    onUniqueViolation: { member_address: 'EMAIL_TAKEN', member_subject_key: 'SUBJECT_TAKEN' },
    handle: async ({ queries, body: { file: text, remove }, note, leaveUnrecorded, isDryRun }) => {
      const file = fileOfLeague(text)
      const league = await ownLeague(queries)
      const kept = await allTeams(queries)
      const teams = teamsOfFile(file, kept)
      for (const member of file.members) refuseNewTeam(member, teams, kept)
      const before = await listMembers(queries)
      const { added, changed, absent } = memberChanges(before, file, teams)
      const lines = ignoredOfTeams(teams, await startingCash(queries, league.seasonId))
      if (file.season.id !== league.seasonId || leagueDifferences(league, file).length > 0) {
        lines.push('The league and its season are not as in the file and stay: npm run league -- season FILE')
      }
      for (const member of added) lines.push(`+ ${member.userName}${describe(member)}`)
      for (const { member, changes } of changed) lines.push(`~ ${member.userName}: ${changes.join(', ')}`)
      if (remove) for (const { userName } of absent) lines.push(`- ${userName}`)
      else if (absent.length > 0) {
        const names = absent.map(({ userName }) => userName).join(', ')
        lines.push(`Not in the file: ${names}. They stay; --remove removes them.`)
      }
      const removed = remove ? absent.map(({ id }) => id) : []
      const stay = before.filter(({ id }) => !removed.includes(id))
      const after = stay.map((kept) => changed.find(({ member }) => member.id === kept.id)?.member ?? kept)
      if (leavesNoAdmin(before, [...after, ...added])) throw refusalError('LAST_ADMIN')
      if (added.length + changed.length + removed.length === 0) {
        leaveUnrecorded()
        return { lines: [...lines, 'The members are as in the file.'] }
      }
      const fresh = added.map(({ teamShortName: _, ...member }) => member)
      await changeMembers(queries, { added: fresh, changed: changed.map(({ member }) => member), removed })
      note({
        added: added.map(({ userName }) => userName),
        changed: changed.map(({ member }) => member.userName),
        removed: remove ? absent.map(({ userName }) => userName) : [],
      })
      const done = `${added.length} added, ${changed.length} changed, ${removed.length} removed.`
      return { lines: [...lines, isDryRun ? DRY_RUN : done] }
    },
  })
}

function refuseNewTeam(
  { team: short, line }: FileMember,
  teams: readonly TeamOfFile[],
  kept: readonly KeptTeam[],
): void {
  if (short === null || teams.some(({ team, kept }) => team.shortName === short && kept)) return
  const sentence = `The league has no team ${short} yet; its teams are ${kept.map(describeTeam).join(', ')}. A new one comes with npm run league -- season FILE; one that has been renamed is found by its id in the file.`
  throw refusedBecause(problemLine({ line, sentence }))
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
