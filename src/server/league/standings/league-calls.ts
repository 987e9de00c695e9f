import type { FastifyInstance } from 'fastify'
import { getLeagueSettings } from '#contract/league'
import type { Context } from '../../http/context.ts'
import { servePrepared } from '../../http/serve.ts'
import { currentLeague } from '../league.ts'

export function registerLeague(app: FastifyInstance, context: Context): void {
  servePrepared(app, context, getLeagueSettings, { access: 'member' }, async (queries) => {
    const {
      constants: { timeZone, ...constants },
      dates,
    } = await currentLeague(queries)
    return {
      rosterHoldStartDate: dates.rosterHoldStartDate,
      tradingStartTime: new Date(dates.tradingStartTime).toISOString(),
      tradingEndTime: new Date(dates.tradingEndTime).toISOString(),
      keeperLastBuyDate: dates.keeperLastBuyDate,
      timeZone,
      constants,
    }
  })
}
