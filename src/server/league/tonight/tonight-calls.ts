import type { FastifyInstance } from 'fastify'
import { getSchedule, getTonight } from '#contract/tonight'
import type { Context } from '../../http/context.ts'
import { servePrepared } from '../../http/serve.ts'
import { currentLeague } from '../league.ts'
import { clubSchedules, tonight } from './tonight.ts'

export function registerTonight(app: FastifyInstance, context: Context): void {
  const access = () => (context.tonight.isPremium ? 'premium' : 'member')
  const now = () => context.clock().getTime()

  servePrepared(app, context, getTonight, { access }, async (queries) =>
    tonight(queries, await currentLeague(queries), now()),
  )

  servePrepared(app, context, getSchedule, { access }, async (queries) =>
    clubSchedules(queries, await currentLeague(queries), now()),
  )
}
