import type { FastifyInstance } from 'fastify'
import { getLastUpdated, getTeam, getTeams } from '#contract/stats'
import type { Context } from '../context.ts'
import { HttpError } from '../http-error.ts'
import type { Queries } from '../store/database.ts'
import { currentLeague } from '../store/league.ts'
import { lastUpdate, standings } from '../store/standings.ts'
import { serve, servePrepared } from './serve.ts'

export function registerStats(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  const teams = async (queries: Queries) => standings(queries, await currentLeague(queries), clock().getTime())

  servePrepared(app, context, getTeams, { access: 'member', key: () => '' }, teams)

  servePrepared(app, context, getLastUpdated, { access: 'member', key: () => '' }, async (queries) => {
    const update = await lastUpdate(queries, (await currentLeague(queries)).seasonId)
    if (!update) throw new HttpError(404, 'NOT_FOUND', 'No statistics have been published yet.')
    return { modifiedAt: update.publishedAt.toISOString() }
  })

  serve(app, context, getTeam, { access: 'member' }, async ({ params: { teamId } }) => {
    const team = (await database.transaction(teams)).find(({ id }) => id === teamId)
    if (!team) throw new HttpError(404, 'TEAM_NOT_FOUND')
    return team
  })
}
