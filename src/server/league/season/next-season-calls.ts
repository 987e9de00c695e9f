import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/next-season'
import { seasonAfter, seasonName } from '#rules/calendar'
import { toWire } from '#rules/money'
import { listed } from '#rules/words'
import type { Queries } from '../../db/engine/database.ts'
import { readOnly } from '../../db/queries.ts'
import { HttpError, refusalError } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { serve, serveQuery } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { currentLeague, datesOnWire, lockLeague } from '../league.ts'
import { retiringTeams } from '../office/office-teams.ts'
import {
  daysOfNextSeason,
  isSeasonOver,
  planNextSeason,
  planUndo,
  type SeasonRequest,
  startPlanned,
  undoRefusal,
} from './next-season.ts'
import { teamsWithMembers } from './season-start.ts'

/** The step to the next season: what the command `season` does with a file, for the league as it is. */
export function registerNextSeason(app: FastifyInstance, context: Context): void {
  const { database, clock, env } = context
  const admin = { access: 'admin' } as const

  serve(app, context, contract.getNextSeason, admin, async () => {
    const { league, teams, retiring, undo } = await readOnly(database, async (queries) => {
      const league = await currentLeague(queries)
      return {
        league,
        teams: await teamsWithMembers(queries, league.seasonId),
        retiring: await retiringTeams(queries),
        undo: await planUndo(queries, league),
      }
    })
    const { id, ...days } = await daysOfNextSeason(league, env.nhlApi)
    return {
      seasonId: league.seasonId,
      firstDay: league.firstDay,
      lastDay: league.lastDay,
      isOver: isSeasonOver(league, clock()),
      teams: teams.map(({ cashCents, members, ...team }) => ({
        ...team,
        cash: toWire(cashCents),
        members: members.map(({ displayName }) => displayName),
        isRetiring: retiring.has(team.id),
      })),
      next: { seasonId: id, ...days },
      ...(undo
        ? {
            start: {
              previousId: undo.previousId,
              startedAt: undo.startedAt.toISOString(),
              by: undo.byName,
              done: [...undo.done],
              lines: [...undo.lines],
            },
          }
        : {}),
    }
  })

  const planned = async (queries: Queries, requested: SeasonRequest) =>
    planNextSeason(queries, await currentLeague(queries), requested, clock())

  serveQuery(app, context, contract.getSeasonPlan, { ...admin, isSnapshot: true }, async (queries, { query }) => {
    const { firstDay, lastDay, retire } = query
    const retired = retire?.split(',').map(Number) ?? []
    const { starting, lines, fingerprint } = await planned(queries, { firstDay, lastDay, retired })
    const { id, dates } = starting.file.season
    return { seasonId: id, ...datesOnWire(dates), lines: [...lines], fingerprint }
  })

  const alone = {
    access: 'admin',
    lock: lockLeague,
    isAlone: true,
    locksSeason: true,
    invalidates: 'answers',
    changesUsers: true,
  } as const

  serveChange(app, context, contract.startSeason, {
    ...alone,
    record: (_, names, body) => {
      if (!body) return null
      const without = body.retire.length === 0 ? '' : ` without ${listed(body.retire.map(names.team))}`
      return `started the season ${seasonName(body.seasonId)}${without}`
    },
    handle: async ({ queries, user, body }) => {
      const { seasonId, firstDay, lastDay, retire: retired, fingerprint } = body
      // Somebody else has started it.
      if (seasonAfter((await currentLeague(queries)).seasonId) !== seasonId) throw refusalError('SEASON_PLAN_CHANGED')
      const plan = await planned(queries, { firstDay, lastDay, retired })
      if (plan.fingerprint !== fingerprint) throw refusalError('SEASON_PLAN_CHANGED')
      await startPlanned(queries, plan, user.name)
      await database.announce(queries, 'league', '')
      return { seasonId }
    },
  })

  serveChange(app, context, contract.undoSeason, {
    ...alone,
    record: ({ seasonId }) => `undid the start of the season ${seasonName(seasonId)}`,
    handle: async ({ queries, params: { seasonId } }) => {
      const league = await currentLeague(queries)
      const undo = league.seasonId === seasonId ? await planUndo(queries, league) : null
      if (!undo) throw refusalError('SEASON_NOT_STARTED')
      if (undo.done.length > 0) throw new HttpError(409, 'SEASON_BEGUN', undoRefusal(undo.done))
      await undo.run()
      await database.announce(queries, 'league', '')
      return { seasonId: undo.previousId, lines: [...undo.lines] }
    },
  })
}
