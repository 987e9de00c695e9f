import { createApp } from './app.ts'
import { readArguments, usage } from './arguments.ts'
import { type Context, createContext } from './context.ts'
import { type Env, readEnv } from './env.ts'
import { prepareLeague } from './prepare-league.ts'
import { listen, stopOnSignal } from './process.ts'
import { StartRefusal } from './start-refusal.ts'
import { DatabaseUnavailable } from './store/database-unavailable.ts'

try {
  const given = readArguments(process.argv.slice(2))
  if (given.help) process.stdout.write(`${usage}\n`)
  else await start(readEnv(process.env, given))
} catch (error) {
  if (!(error instanceof StartRefusal || error instanceof DatabaseUnavailable)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

async function start(env: Env): Promise<void> {
  const context: Context = await createContext(env)
  const app = await createApp(context)
  stopOnSignal(app, context)
  await listen(app, env)
  await prepareLeague(context)
  context.log.info(`Hockey Pool is ready at ${env.publicUrl}`)
}
