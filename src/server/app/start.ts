import type { FastifyInstance } from 'fastify'
import { refuseOthersFolder } from '../db/engine/data-folder.ts'
import { DatabaseUnavailable } from '../db/engine/database-unavailable.ts'
import { storageSentence } from '../db/engine/sql-error.ts'
import { readArguments, usage } from '../settings/arguments.ts'
import { type Env, readEnv } from '../settings/env.ts'
import { announce, outliveOutput } from '../settings/logging.ts'
import { StartRefusal } from '../settings/start-refusal.ts'
import { version } from '../settings/version.ts'
import { createApp } from './app.ts'
import { closeAll } from './close-all.ts'
import { createContext } from './create-context.ts'
import { prepareLeague } from './prepare-league.ts'
import { listen, stopOnSignal } from './process.ts'
import { startWarnings } from './start-warnings.ts'
import { welcome } from './welcome.ts'

outliveOutput()
try {
  const given = readArguments(process.argv.slice(2))
  if (given.help) process.stdout.write(`${usage}\n`)
  else if (given.version) process.stdout.write(`${version}\n`)
  else await start(readEnv(process.env, given))
} catch (error) {
  const isRefusal = error instanceof StartRefusal || error instanceof DatabaseUnavailable
  const sentence = storageSentence(error) ?? (isRefusal ? error.message : null)
  if (sentence === null) throw error
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

async function start(env: Env): Promise<void> {
  const words = process.argv.slice(2)
  refuseOthersFolder(env, { command: words.length > 0 ? 'npm start --' : 'npm start', words, mayMake: true })
  const context = await createContext(env)
  let app: FastifyInstance | undefined
  let stopping: AbortSignal | undefined
  let preparing: Promise<void> | undefined
  try {
    for (const warning of await startWarnings(env, context.login)) context.log.warn(warning)
    app = await createApp(context)
    stopping = stopOnSignal(app, context, () => preparing)
    await listen(app, env)
    preparing = prepareLeague(context, stopping)
    await preparing
    announce(context.log, await welcome(context))
  } catch (error) {
    if (stopping?.aborted) {
      // The stop ends the process, and the next start continues.
      context.log.info({ err: error }, 'Stopped before the league was ready')
      return
    }
    // The reason why it did not start is reported; that closing failed as well adds nothing.
    await closeAll([() => app?.close()], [() => context.close()]).catch(() => {})
    throw error
  }
}
