import type { Context } from './context.ts'
import { forgetOldAnswers } from './forget-answers.ts'

/** Without an identity provider of its own this is a demo, and a demo has a league that goes on day by day. */
export async function prepareLeague(context: Context): Promise<void> {
  if (!context.env.oidc) await prepareDemo(context)
  context.whenClosing(forgetOldAnswers(context))
  context.readiness.ready = true
}

async function prepareDemo({ database, clock, log, whenClosing }: Context): Promise<void> {
  const { ensureDemoLeague } = await import('./demo/ensure-demo-league.ts')
  const { keepDemoLeague } = await import('./demo/keep-demo-league.ts')
  const report = (done: number, what: string) => log.info(`${what} (${Math.floor(done * 100)} %)`)
  await ensureDemoLeague({ database, clock, report })
  const goOn = { database, clock, report: () => {} }
  whenClosing(keepDemoLeague(goOn, (error) => log.error({ err: error }, 'The demo league could not go on')))
}
