import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/office'
import type { TeamNames } from '#contract/stats'
import { checkTeamNames } from '#rules/names'
import { listed } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import { lockDraft, lockTeam, lockTeamNames } from '../../db/locks.ts'
import { refusalError, unwrapOrThrow } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { serveQuery } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { currentLeague, lockLeague } from '../league.ts'
import { enterTeam, insertTeam } from '../moving-in/setup-league.ts'
import { allTeams, onTeamNameTaken, refuseUnknownTeam, renamed, renameTeam } from '../teams.ts'
import { changeMembers, listMembers } from './members.ts'
import { findMember } from './members-calls.ts'
import { canTeamsJoin, markRetiring, officeTeams } from './office-teams.ts'

async function answer(queries: Queries) {
  const { seasonId } = await currentLeague(queries)
  return { teams: await officeTeams(queries, seasonId), canAdd: await canTeamsJoin(queries, seasonId) }
}

const areSame = (one: TeamNames, other: TeamNames): boolean =>
  one.name === other.name && one.shortName === other.shortName

export function registerTeams(app: FastifyInstance, context: Context): void {
  serveQuery(app, context, contract.getOfficeTeams, { access: 'admin' }, answer)

  serveChange(app, context, contract.addTeam, {
    access: 'admin',
    record: (_, __, body) =>
      body && `added the team ${body.name} (${body.shortName}) with ${body.cash.toFixed(2)} in cash`,
    lock: async (queries) => {
      await lockLeague(queries)
      await lockDraft(queries)
      await lockTeamNames(queries)
    },
    locksSeason: true,
    invalidates: 'answers',
    onUniqueViolation: onTeamNameTaken,
    handle: async ({ queries, body: { cash, ...names } }) => {
      const { seasonId } = await currentLeague(queries)
      if (!(await canTeamsJoin(queries, seasonId))) throw refusalError('SEASON_HAS_PLAYERS')
      const kept = await allTeams(queries)
      const id = Math.max(0, ...kept.map((team) => team.id)) + 1
      await insertTeam(queries, { id, ...unwrapOrThrow(checkTeamNames(names, kept)) })
      await enterTeam(queries, seasonId, { teamId: id, cashCents: Math.round(cash * 100) })
      return answer(queries)
    },
  })

  serveChange(app, context, contract.renameAnyTeam, {
    access: 'admin',
    record: (kept, _, body) => body && renamed(kept, body),
    lock: async (queries, { params }) => {
      await lockTeam(queries, params.teamId)
      await lockTeamNames(queries)
    },
    invalidates: 'answers',
    onUniqueViolation: onTeamNameTaken,
    handle: async ({ queries, params: { teamId }, body: { from, ...to }, note }) => {
      const all = await allTeams(queries)
      const present = all.find(({ id }) => id === teamId)
      if (!present) throw refusalError('TEAM_NOT_FOUND')
      const others = all.filter((each) => each !== present)
      const names = unwrapOrThrow(checkTeamNames(to, others))
      note({ was: present })
      // Another admin has done the same already.
      if (areSame(names, present)) return answer(queries)
      if (!areSame(from, present)) throw refusalError('CHANGED_MEANWHILE')
      await renameTeam(queries, teamId, names)
      return answer(queries)
    },
  })

  serveChange(app, context, contract.handOverTeam, {
    access: 'admin',
    record: ({ teamId }, names, body) => {
      if (!body) return null
      const { memberId, from } = body
      const before = from.length === 0 ? '' : ` from ${listed(from.map(names.member))}`
      return memberId === null
        ? `took the team ${names.team(teamId)}${before || ' from its members'}`
        : `handed the team ${names.team(teamId)} over${before} to ${names.member(memberId)}`
    },
    lock: lockLeague,
    changesUsers: true,
    handle: async ({ queries, params: { teamId }, body: { memberId, from } }) => {
      await refuseUnknownTeam(queries, teamId)
      if (memberId !== null) await findMember(queries, memberId)
      const members = await listMembers(queries)
      const owners = members.filter((member) => member.teamId === teamId)
      const isDone = owners.every(({ id }) => id === memberId) && owners.length === (memberId === null ? 0 : 1)
      // Another admin has done the same already.
      if (isDone) return answer(queries)
      if (owners.length !== from.length || owners.some(({ id }) => !from.includes(id))) {
        throw refusalError('CHANGED_MEANWHILE')
      }
      const changed = members
        .filter(({ id }) => id === memberId || owners.some((owner) => owner.id === id))
        .map(({ teamShortName: _, ...member }) => ({ ...member, teamId: member.id === memberId ? teamId : null }))
      await changeMembers(queries, { added: [], changed, removed: [] })
      return answer(queries)
    },
  })

  serveChange(app, context, contract.retireTeam, {
    access: 'admin',
    record: ({ teamId }, names, body) => {
      if (body?.isRetiring) return `marked the team ${names.team(teamId)} to retire after the season`
      return body && `took back that the team ${names.team(teamId)} retires after the season`
    },
    lock: lockLeague,
    handle: async ({ queries, now, params: { teamId }, body: { isRetiring } }) => {
      await refuseUnknownTeam(queries, teamId)
      await markRetiring(queries, teamId, isRetiring, new Date(now))
      return answer(queries)
    },
  })
}
