import type { Context } from './context.ts'
import { openControl } from './control/open-control.ts'
import { forgetOldAnswers } from './forget-answers.ts'
import { startSchedule } from './schedule/start-schedule.ts'
import { findLeague } from './store/league.ts'

/** Without an identity provider of its own this is a demo, and a demo has a league from the start. */
export async function prepareLeague(context: Context): Promise<void> {
  if (context.env.demoLeague && (await isDemoOrNone(context))) await prepareDemo(context)
  await openControl(context)
  context.whenClosing(forgetOldAnswers(context))
  if (context.env.schedule) {
    const { env, ...given } = context
    context.whenClosing(startSchedule({ ...given, nhlApi: env.nhlApi, times: context.env.schedule }))
  }
  context.readiness.ready = true
}

/** A league that was set up by hand is left alone. */
async function isDemoOrNone({ database }: Context): Promise<boolean> {
  const league = await database.transaction(findLeague)
  return league === null || league.demoSeed !== null
}

async function prepareDemo({ database, clock, log }: Context): Promise<void> {
  const { ensureDemoLeague } = await import('./demo/ensure-demo-league.ts')
  const report = (done: number, what: string) => log.info(`${what} (${Math.floor(done * 100)} %)`)
  await ensureDemoLeague({ database, clock, report })
}
