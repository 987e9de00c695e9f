import { lockDraft } from '../db/locks.ts'
import { startRetention } from '../db/retention.ts'
import type { Scenario } from '../demo/scenario.ts'
import type { Context } from '../http/context.ts'
import { clockOfSeconds, saveClock } from '../league/draft/sequence.ts'
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
  if (rehearsal) {
    const { draftNight } = await import('../demo/draft-night.ts')
    await prepareDemo(context, signal, { name: 'draft-night', scenario: draftNight })
  } else if (gameNight) {
    const { gameNight: scenario } = await import('../demo/game-night.ts')
    await prepareDemo(context, signal, { name: 'game-night', scenario })
  } else if (context.env.demoLeague && (await isDemoOrNone(context))) await prepareDemo(context, signal)
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

/** A night has a league of its scenario; without one it is the league in mid-season. */
async function prepareDemo(
  context: Context,
  signal: AbortSignal,
  night?: { readonly name: 'game-night' | 'draft-night'; readonly scenario: Scenario },
): Promise<void> {
  const { ensureDemoLeague, refuseOtherLeague } = await import('../demo/ensure-demo-league.ts')
  if (night) await context.database.transaction((queries) => refuseOtherLeague(queries, night.name, night.scenario))
  await ensureDemoLeague({ ...context, signal, report: progressOf(context.log), scenario: night?.scenario })
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
    await saveClock(queries, seasonId, await clockOfSeconds(queries, seasonId, seconds, clock().getTime()))
  })
}
