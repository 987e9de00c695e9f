import { setSeconds } from '#rules/draft-clock'
import { lockDraft } from '../db/locks.ts'
import { startRetention } from '../db/retention.ts'
import type { Context } from '../http/context.ts'
import { findClock, findDraft, saveClock } from '../league/draft/sequence.ts'
import { currentLeague, findLeague, isOwnLeague } from '../league/league.ts'
import { takeOverFile } from '../league/moving-in/take-over.ts'
import { startPicking } from '../league/pick-list/pick-by-list.ts'
import { startPush } from '../push/push-sender.ts'
import { startFollowing } from '../schedule/follow-scores.ts'
import { startRequestedImports } from '../schedule/requested-import.ts'
import { startSchedule } from '../schedule/scheduled-work.ts'
import type { Rehearsal } from '../settings/arguments.ts'
import { progressOf } from '../settings/logging.ts'
import { leagueSources, leagueStatistics } from './league-statistics.ts'
import { openControl } from './owner-app.ts'

/**
 * Without an identity provider this is a demo, and a demo has a league from the start. Rejects when it is broken off.
 */
export async function prepareLeague(context: Context, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { rehearsal, gameNight } = context.env
  if (rehearsal) await prepareRehearsal(context, signal)
  else if (gameNight) await prepareGameNight(context, signal)
  else if (context.env.demoLeague && (await isDemoOrNone(context))) await prepareDemo(context, signal)
  await openControl(context)
  context.whenClosing(startRetention(context))
  context.whenClosing(await startPush(context))
  const { env, clock } = context
  const sources = leagueSources(env.nhlApi, clock)
  const afterwards = takeOverFile({ ...context, say: (line) => context.log.info(line) })
  context.whenClosing(await startRequestedImports({ ...context, statistics: sources, afterwards }))
  if (env.schedule) {
    const statistics = leagueStatistics(sources, env.schedule)
    context.whenClosing(startSchedule({ ...context, statistics, afterwards }))
    context.whenClosing(startFollowing({ ...context, statistics }))
  }
  context.readiness.ready = true
  if (rehearsal) await beginRehearsal(context, rehearsal)
  context.whenClosing(await startPicking(context))
}

/** A league that was set up by hand is left alone. */
async function isDemoOrNone({ database }: Context): Promise<boolean> {
  return !isOwnLeague(await database.transaction(findLeague))
}

async function prepareDemo(context: Context, signal: AbortSignal): Promise<void> {
  const { ensureDemoLeague } = await import('../demo/ensure-demo-league.ts')
  await ensureDemoLeague({ ...context, signal, report: progressOf(context.log) })
}

async function prepareGameNight(context: Context, signal: AbortSignal): Promise<void> {
  const { ensureDemoLeague, refuseOtherLeague } = await import('../demo/ensure-demo-league.ts')
  const { gameNight } = await import('../demo/game-night.ts')
  await context.database.transaction((queries) => refuseOtherLeague(queries, 'game-night', gameNight))
  await ensureDemoLeague({ ...context, signal, report: progressOf(context.log), scenario: gameNight })
}

async function prepareRehearsal(context: Context, signal: AbortSignal): Promise<void> {
  const { ensureDemoLeague, refuseOtherLeague } = await import('../demo/ensure-demo-league.ts')
  const { draftNight } = await import('../demo/draft-night.ts')
  await context.database.transaction((queries) => refuseOtherLeague(queries, 'draft-night', draftNight))
  await ensureDemoLeague({ ...context, signal, report: progressOf(context.log), scenario: draftNight })
}

async function beginRehearsal(context: Context, rehearsal: Rehearsal): Promise<void> {
  const { clockSeconds } = rehearsal
  if (clockSeconds !== null) await setClock(context, clockSeconds)
  const { startRehearsal } = await import('../demo/rehearsal/start-rehearsal.ts')
  context.whenClosing(await startRehearsal(context, rehearsal))
}

/** As the admin would set it, before anybody picks. */
async function setClock({ database, clock }: Context, seconds: number): Promise<void> {
  await database.transaction(async (queries) => {
    await lockDraft(queries)
    const { seasonId } = await currentLeague(queries)
    const draft = await findDraft(queries, seasonId)
    const before = draft?.clock ?? (await findClock(queries, seasonId))
    await saveClock(queries, seasonId, setSeconds(before, seconds, draft?.sequence ?? null, clock().getTime()))
  })
}
