import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/office-statistics'
import type { Queries } from '../../db/engine/database.ts'
import { HttpError, refusalError } from '../../http/answers/http-error.ts'
import type { Context } from '../../http/context.ts'
import { serveQuery } from '../../http/serve.ts'
import { serveChange } from '../../http/serve-change.ts'
import { lockImports } from '../../nhl/store/import-days.ts'
import { askForImport, findReport, isUnderWay, reportOnWire, scheduleState } from '../../nhl/store/import-report.ts'
import { ClockBehind, currentLeague, lastUpdate, lockLeague, refuseClockBehind } from '../league.ts'
import { countPending, hasPlayersToPublish } from '../moving-in/setup-league.ts'
import { publish } from '../standings/publish.ts'

/** A sentence, while the machine's clock is behind the last official update. */
async function whyClockBehind(queries: Queries, now: Date): Promise<string | null> {
  try {
    await refuseClockBehind(queries, now)
    return null
  } catch (error) {
    if (error instanceof ClockBehind) return error.message
    throw error
  }
}

/** New players and moves of players are shown without lines too, as long as that takes nothing from anyone. */
async function refuseEmptyUpdate(queries: Queries, seasonId: number): Promise<void> {
  const { hasPlayers, hasLast } = await hasPlayersToPublish(queries, seasonId)
  if (hasPlayers && !hasLast) return
  throw new HttpError(
    409,
    'CHANGED_MEANWHILE',
    'No new lines wait for an official update, and one without them would empty the column Last. Right after an import this means that no game has ended since the last update; otherwise import first: npm run league -- import. Or publish all the same: npm run league -- publish --anyway',
  )
}

export function registerStatistics(app: FastifyInstance, context: Context): void {
  const { database, clock, env } = context

  const answer = async (queries: Queries) => {
    const now = clock()
    const { seasonId, firstDay } = await currentLeague(queries)
    const { importedAt, startedAt } = await scheduleState(queries, seasonId, now.getTime())
    const update = await lastUpdate(queries, seasonId)
    const report = await findReport(queries)
    const isOfSeason = report && (report.beganAt ?? report.requestedAt ?? now).getTime() >= (startedAt ?? 0)
    const behind = await whyClockBehind(queries, now)
    const at = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())
    return {
      isScheduled: env.schedule !== null,
      everythingAt: at(importedAt.everything),
      // An import of everything reads the last days, too.
      gamesAt: at(Math.max(importedAt.games ?? 0, importedAt.everything ?? 0) || null),
      seasonAt: at(importedAt.season),
      ...(update && { publishedAt: update.publishedAt.toISOString() }),
      // An update before the first game goes through the day before the season.
      ...(update && update.throughDay >= firstDay && { throughDay: update.throughDay }),
      pending: await countPending(queries),
      ...(behind !== null && { clockBehind: behind }),
      ...(isOfSeason && { latest: reportOnWire(report, now) }),
    }
  }

  serveQuery(app, context, contract.getOfficeStatistics, { access: 'admin' }, answer)

  serveChange(app, context, contract.importNow, {
    access: 'admin',
    lock: lockLeague,
    record: (_, __, body) => {
      if (body?.readsAll) return 'started an import of every day of the season'
      return body && 'started an import of what is new'
    },
    handle: async ({ queries, now, user, body: { readsAll } }) => {
      const at = new Date(now)
      await refuseClockBehind(queries, at)
      if (isUnderWay(await findReport(queries), at)) throw refusalError('IMPORT_RUNNING')
      await askForImport(queries, { requestedAt: at, requestedBy: user.name, readsAll })
      await database.announce(queries, 'import', '')
      return answer(queries)
    },
  })

  serveChange(app, context, contract.publishNow, {
    access: 'admin',
    record: () => 'made an official update',
    lock: lockImports,
    invalidates: 'answers',
    handle: async ({ queries, now, body: { after, ifNew } }) => {
      const at = new Date(now)
      await refuseClockBehind(queries, at)
      const { seasonId } = await currentLeague(queries)
      if (ifNew && (await countPending(queries)).lines === 0) await refuseEmptyUpdate(queries, seasonId)
      const update = await lastUpdate(queries, seasonId)
      // A second one without lines would take from everybody what they have won since the one before.
      if ((update?.publishedAt.toISOString() ?? null) !== after) throw refusalError('CHANGED_MEANWHILE')
      await publish(queries, seasonId, at)
      return answer(queries)
    },
  })
}
