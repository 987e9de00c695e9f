import { createApp } from './app.ts'
import { type Context, createContext } from './context.ts'
import { readEnv } from './env.ts'
import { prepareLeague } from './prepare-league.ts'
import { listen, stopOnSignal } from './process.ts'
import { StartRefusal } from './start-refusal.ts'

try {
  const env = readEnv()
  const context: Context = await createContext(env)
  const app = await createApp(context)
  stopOnSignal(app, context)
  await listen(app, env)
  await prepareLeague(context)
  context.log.info(`Hockey Pool is ready at ${env.publicUrl}`)
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
