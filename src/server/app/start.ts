import type { FastifyInstance } from 'fastify'
import { refuseOthersFolder } from '../db/engine/data-folder.ts'
import { DatabaseUnavailable, storageSentence } from '../db/engine/database-errors.ts'
import { hasCode } from '../db/engine/folder-lock.ts'
import { ANSWERING_MS } from '../http/connections.ts'
import type { Context } from '../http/context.ts'
import { readArguments, usage } from '../settings/arguments.ts'
import { type Env, readEnv } from '../settings/env.ts'
import { announce, outliveOutput } from '../settings/logging.ts'
import { StartRefusal } from '../settings/start-refusal.ts'
import { version } from '../settings/version.ts'
import { createApp } from './app.ts'
import { closeAll, createContext } from './create-context.ts'
import { prepareLeague } from './prepare-league.ts'
import { startWarnings, welcome } from './welcome.ts'

/**
 * Then the database is closed, or the process ends without: before a supervisor kills it (deploy/hockey-pool.service).
 */
const LONGEST_STOP_MS = ANSWERING_MS + 10_000
const LOOK_FOR_NPM_MS = 1_000

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

async function listen(app: FastifyInstance, { host, port }: Env): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: () => `Listening on ${host}, port ${port}` })
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE'))
      throw new StartRefusal(`PORT ${port} is in use by another process; set PORT to a free one.`)
    if (hasCode(error, 'EACCES'))
      throw new StartRefusal(`PORT ${port} needs more rights than this process has; set PORT above 1023.`)
    if (hasCode(error, 'EADDRNOTAVAIL', 'ENOTFOUND')) {
      throw new StartRefusal(`HOST ${host} is not an address of this machine.`)
    }
    throw error
  }
}

/**
 * npm hands no signal on to what its shell has started: `npm start` would be gone, and the server would still hold the
 * data folder and the port.
 */
function whenNpmIsGone(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, LOOK_FOR_NPM_MS).unref()
}

/**
 * The first signal lets running requests finish and the preparation of the league break off, and closes the database
 * after them; the second ends at once. The answer is aborted by the first.
 */
function stopOnSignal(app: FastifyInstance, context: Context, preparing: () => Promise<void> | undefined): AbortSignal {
  const stopping = new AbortController()
  const stop = async (reason: string) => {
    if (stopping.signal.aborted) process.exit(1)
    stopping.abort()
    context.log.info(`Stopping after ${reason}`)
    context.readiness.ready = false
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
    // Whether the preparation fails is reported by the start.
    await closeAll([() => app.close(), () => Promise.allSettled([preparing()])], [() => context.close()])
    process.exit(0)
  }
  const begin = (reason: string) => {
    stop(reason).catch((error) => {
      context.log.error({ err: error }, 'Stopping failed')
      process.exit(1)
    })
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => begin(signal))
  whenNpmIsGone(() => begin('the end of npm'))
  return stopping.signal
}
