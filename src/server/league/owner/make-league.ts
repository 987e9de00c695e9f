import type { FastifyInstance } from 'fastify'
import type { Answer } from '#contract/call'
import * as contract from '#contract/command'
import { seasonName } from '#rules/calendar'
import type { Queries } from '../../db/engine/database.ts'
import type { Context } from '../../http/context.ts'
import { serveChange } from '../../http/serve-change.ts'
import { invite } from '../../login/store/accounts.ts'
import { resolveLoginMethod } from '../../settings/login.ts'
import { auditCommand } from '../audit.ts'
import type { LeagueFile } from '../file/league-file.ts'
import { findLeague, lockLeague } from '../league.ts'
import { fileOfLeague } from '../moving-in/file-of-league.ts'
import { COMMAND, nextLines } from '../moving-in/next-steps.ts'
import { refuseFuture } from '../moving-in/season-to-date.ts'
import { enterTeam, insertTeam, keepLeagueFile, saveFileSeason, saveLeagueRow } from '../moving-in/setup-league.ts'
import { DRY_RUN, refusedBecause } from '../moving-in/step.ts'
import { teamsOfFile } from '../moving-in/teams-of-file.ts'
import { changeMembers, listMembers } from '../office/members.ts'
import { invitationLink } from '../office/members-calls.ts'
import { publish } from '../standings/publish.ts'

/** What of a file waits for its players. */
const readLater = ({ lastSeason, soFar, season }: LeagueFile): string[] => [
  ...(lastSeason ? [`the rosters of ${seasonName(lastSeason.id)}`] : []),
  ...(soFar ? [`${seasonName(season.id)} so far`] : []),
]

async function refuseLeagueThere(queries: Queries): Promise<void> {
  const league = await findLeague(queries)
  if (league) {
    const which = league.demoSeed === null ? `the league "${league.name}"` : 'the demo league'
    throw refusedBecause(
      `This database already holds ${which}. Set DATA_DIR to a new folder or DATABASE_URL to an empty database.`,
    )
  }
  if ((await listMembers(queries)).length > 0) {
    throw refusedBecause('This database already has members. Set DATA_DIR or DATABASE_URL to an empty one.')
  }
}

async function inviteAdmins(queries: Queries, at: Date, publicUrl: string) {
  const invitations: Answer<typeof contract.init>['invitations'] = []
  for (const { id, userName, displayName, roles } of await listMembers(queries)) {
    if (!roles.includes('admin')) continue
    const { token, expiresAt } = await invite(queries, id, at)
    await auditCommand(queries, at, 'accounts.invite', { user: userName })
    invitations.push({
      name: displayName,
      link: invitationLink(publicUrl, token),
      expiresAt: expiresAt.toISOString(),
    })
  }
  return invitations
}

/** Makes the league of the file in a database that has none: all of it or nothing. */
export function registerMakeLeague(app: FastifyInstance, context: Context): void {
  const { database, env } = context

  serveChange(app, context, contract.init, {
    access: 'admin',
    record: ({ name }) => `made the league ${name}`,
    lock: lockLeague,
    changesUsers: true,
    handle: async ({ queries, now, body: { file: text }, note, isDryRun }) => {
      const file = fileOfLeague(text)
      const planned = teamsOfFile(file, [])
      const waiting = readLater(file)
      if (file.soFar) refuseFuture(file.soFar, file.timeZone, now)
      await refuseLeagueThere(queries)
      const at = new Date(now)
      const ids = new Map(planned.map(({ team, id }) => [team.shortName, id]))
      await saveFileSeason(queries, file.season)
      await saveLeagueRow(queries, file)
      for (const { team, id } of planned) {
        await insertTeam(queries, { ...team, id })
        await enterTeam(queries, file.season.id, { teamId: id, cashCents: team.cashCents })
      }
      const added = file.members.map(({ team, line: _, ...member }) => ({
        ...member,
        roles: [...member.roles],
        teamId: team === null ? null : (ids.get(team) ?? null),
      }))
      await changeMembers(queries, { added, changed: [], removed: [] })
      if (waiting.length > 0) await keepLeagueFile(queries, text)
      // The first update: everybody has nothing yet.
      await publish(queries, file.season.id, at)
      note({ name: file.name })
      await database.announce(queries, 'league', '')
      const { name, season, members } = file
      const made = [
        `${isDryRun ? 'Would make' : 'Made'} the league "${name}", season ${seasonName(season.id)}:`,
        `  ${planned.length} teams (id, short name): ${planned.map(({ team, id }) => `${id} ${team.shortName}`).join(', ')}`,
        `  ${members.length} members: ${members.map(({ userName }) => userName).join(', ')}`,
      ]
      if (isDryRun) return { lines: [...made, DRY_RUN], invitations: [] }
      const hasAccounts = resolveLoginMethod(env, true) === 'accounts'
      const invitations = hasAccounts ? await inviteAdmins(queries, at, env.publicUrl) : []
      const others = file.members.filter(({ roles }) => hasAccounts && !roles.includes('admin'))
      const steps = [
        `${COMMAND} import${waiting.length === 0 ? '' : `, which takes over ${waiting.join(' and ')}`}`,
        // The season so far comes with a separate update.
        ...(file.soFar ? [] : [`${COMMAND} publish`]),
        ...(others.length > 0 ? [`${COMMAND} invite ${others.map(({ userName }) => userName).join(' ')}`] : []),
        'start the server with the same settings: npm start, or its service (docs/install/debian.md); it also imports and publishes by itself, unless SCHEDULE=off',
        ...(invitations.length > 0 ? ['open the link below in a browser'] : []),
      ]
      return { lines: [...made, ...nextLines(steps)], invitations }
    },
  })
}
