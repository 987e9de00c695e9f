import type { FastifyInstance } from 'fastify'
import { ANSWERING_MS } from '../http/connections.ts'
import type { Context } from '../http/context.ts'
import type { Env } from '../settings/env.ts'
import { StartRefusal } from '../settings/start-refusal.ts'
import { closeAll } from './close-all.ts'

/** Then the database is closed, or the process ends without: before a supervisor kills it (deploy/hockey-pool.service). */
const LONGEST_STOP_MS = ANSWERING_MS + 10_000

export async function listen(app: FastifyInstance, { host, port }: Env): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: () => `Listening on ${host}, port ${port}` })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new StartRefusal(`PORT ${port} is in use by another process; set PORT to a free one.`)
    if (code === 'EACCES')
      throw new StartRefusal(`PORT ${port} needs more rights than this process has; set PORT above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartRefusal(`HOST ${host} is not an address of this machine.`)
    }
    throw error
  }
}

const LOOK_FOR_NPM_MS = 1_000

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
export function stopOnSignal(
  app: FastifyInstance,
  context: Context,
  preparing: () => Promise<void> | undefined,
): AbortSignal {
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
