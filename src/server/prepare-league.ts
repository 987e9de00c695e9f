import type { Context } from './context.ts'
import { openControl } from './control/open-control.ts'
import { forgetOldAnswers } from './forget-answers.ts'
import { findLeague } from './store/league.ts'

/** Without an identity provider of its own this is a demo, and a demo has a league that goes on day by day. */
export async function prepareLeague(context: Context): Promise<void> {
  if (context.env.demoLeague && (await isDemoOrNone(context))) await prepareDemo(context)
  await openControl(context)
  context.whenClosing(forgetOldAnswers(context))
  context.readiness.ready = true
}

/** A league that was set up by hand is left alone. */
async function isDemoOrNone({ database }: Context): Promise<boolean> {
  const league = await database.transaction(findLeague)
  return league === null || league.demoSeed !== null
}

async function prepareDemo({ database, clock, log, whenClosing }: Context): Promise<void> {
  const { ensureDemoLeague } = await import('./demo/ensure-demo-league.ts')
  const { keepDemoLeague } = await import('./demo/keep-demo-league.ts')
  const report = (done: number, what: string) => log.info(`${what} (${Math.floor(done * 100)} %)`)
  await ensureDemoLeague({ database, clock, report })
  const goOn = { database, clock, report: () => {} }
  whenClosing(keepDemoLeague(goOn, (error) => log.error({ err: error }, 'The demo league could not go on')))
}
