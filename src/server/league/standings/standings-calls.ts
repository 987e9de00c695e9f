import type { FastifyInstance } from 'fastify'
import { getLeagueSettings } from '#contract/league'
import { getLastUpdated, getRecentPoints, getTeam, getTeams, patchTeam } from '#contract/stats'
import { checkTeamNames } from '#rules/names'
import type { Queries } from '../../db/engine/database.ts'
import { lockTeamNames } from '../../db/locks.ts'
import { HttpError, unwrapOrThrow } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { servePrepared } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { currentLeague, datesOnWire, lastUpdate } from '../league.ts'
import { allTeams, onTeamNameTaken, ownTeam, refuseUnknownTeam, renamed, renameTeam } from '../teams.ts'
import { hasPublishedPlayers, recentPoints, standings } from './standings.ts'

export function registerStandings(app: FastifyInstance, context: Context): void {
  const { clock } = context
  const teams = async (queries: Queries) => standings(queries, await currentLeague(queries), clock().getTime())
  const oneTeam = async (queries: Queries, teamId: number) => {
    // Checked before everybody's score is worked out: refusals are not cached.
    await refuseUnknownTeam(queries, teamId)
    const team = (await teams(queries)).find(({ id }) => id === teamId)
    if (!team) throw new HttpError(404, 'TEAM_NOT_FOUND')
    return team
  }

  servePrepared(app, context, getTeams, { access: 'member' }, teams)

  servePrepared(app, context, getTeam, { access: 'member' }, (queries, { params: { teamId } }) =>
    oneTeam(queries, teamId),
  )

  servePrepared(app, context, getRecentPoints, { access: 'member' }, async (queries, { params: { teamId } }) => {
    await refuseUnknownTeam(queries, teamId)
    return recentPoints(queries, (await currentLeague(queries)).seasonId, teamId)
  })

  serveChange(app, context, patchTeam, {
    access: 'member',
    ...ownTeam,
    record: (kept, _, body) => body && renamed(kept, body),
    lock: async (queries, asking) => {
      await ownTeam.lock(queries, asking)
      await lockTeamNames(queries)
    },
    invalidates: 'answers',
    onUniqueViolation: onTeamNameTaken,
    handle: async ({ queries, params: { teamId }, body, note }) => {
      const all = await allTeams(queries)
      const others = all.filter(({ id }) => id !== teamId)
      note({ was: all.find(({ id }) => id === teamId) })
      await renameTeam(queries, teamId, unwrapOrThrow(checkTeamNames(body, others)))
      return oneTeam(queries, teamId)
    },
  })

  servePrepared(app, context, getLastUpdated, { access: 'member' }, async (queries) => {
    const { seasonId } = await currentLeague(queries)
    const update = await lastUpdate(queries, seasonId)
    if (!update || !(await hasPublishedPlayers(queries, seasonId)))
      throw new HttpError(404, 'NOT_FOUND', 'No statistics have been published yet.')
    return { modifiedAt: update.publishedAt.toISOString() }
  })
}

export function registerLeague(app: FastifyInstance, context: Context): void {
  servePrepared(app, context, getLeagueSettings, { access: 'member' }, async (queries) => {
    const {
      constants: { timeZone, ...constants },
      dates,
    } = await currentLeague(queries)
    return { ...datesOnWire(dates), timeZone, constants }
  })
}
