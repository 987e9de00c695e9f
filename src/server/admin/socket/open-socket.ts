import { rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import { Value } from 'typebox/value'
import type { Env } from '../../settings/env.ts'
import type { Database } from '../../store/engine/database.ts'
import { copyDatabase, NoCopy } from '../../store/engine/read-copy.ts'
import { storageSentence } from '../../store/engine/storage-sentence.ts'
import { type JobContext, JobRefusal } from '../jobs/job-context.ts'
import { perform } from '../jobs/perform.ts'
import { type ControlMessage, ControlRequest } from './messages.ts'
import { controlPath } from './socket-path.ts'

interface SocketGiven {
  readonly env: Pick<Env, 'databaseUrl' | 'dataDir' | 'nhlApi'> & JobContext['env']
  readonly database: Database
  readonly clock: () => Date
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/**
 * The embedded database belongs to one process, so while the server runs, commands are done by it. They come through a
 * socket in the data folder that only the server's own user can open: anyone who can write to it could just as well
 * open the database itself. With a PostgreSQL server commands need no help.
 */
export async function openControl(given: SocketGiven, whenClosing: (stop: () => void) => void): Promise<void> {
  const { env, log } = given
  const path = env.databaseUrl ? null : controlPath(env.dataDir)
  if (path === null) return
  // Left by a process that was killed: the folder is ours, or the database would not be open.
  // If it cannot be removed, listening fails below.
  await rm(path, { force: true }).catch(() => {})
  const stopping = new AbortController()
  const server = createServer((socket) => {
    serve(socket, given, stopping.signal).catch((error: unknown) => log.error({ err: error }, 'A command failed'))
  })
  server.on('error', (error) => log.warn({ err: error }, 'Commands cannot reach this server'))
  // `listen` creates the socket at once, with the mode in force now.
  const mask = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(mask)
  }
  server.unref()
  whenClosing(() => {
    stopping.abort()
    server.close()
  })
}

/** One request per connection: a line of JSON, answered by messages. */
async function serve(socket: Socket, given: SocketGiven, stopping: AbortSignal): Promise<void> {
  const gone = new AbortController()
  socket.on('close', () => gone.abort())
  socket.on('error', () => gone.abort())
  const send = (message: ControlMessage): void => {
    if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`)
  }
  try {
    await answer(socket, given, AbortSignal.any([stopping, gone.signal]), send)
    send({ done: true })
  } catch (error) {
    const told = error instanceof JobRefusal || error instanceof NoCopy
    send({
      refused: told ? error.message : (storageSentence(error) ?? 'The server could not do it; its log says why.'),
    })
    if (!told && !gone.signal.aborted) throw error
  } finally {
    socket.end()
  }
}

async function answer(
  socket: Socket,
  { database, clock, env, log }: SocketGiven,
  signal: AbortSignal,
  send: (message: ControlMessage) => void,
): Promise<void> {
  const request = await readRequest(socket)
  if (!Value.Check(ControlRequest, request)) {
    throw new JobRefusal('The server is of another version than this command; restart it.')
  }
  log.info(`Doing the command ${request.do}`)
  if (request.do === 'copy') return copyDatabase(env.dataDir)
  await perform(request, {
    database,
    clock,
    nhlApi: env.nhlApi,
    env,
    signal,
    say: (text) => send({ say: text }),
    progress: (done, what) => send({ progress: done, what }),
    // Only jobs that read make files, and no server does those.
    put: () => {},
  })
}

async function readRequest(socket: Socket): Promise<unknown> {
  for await (const line of createInterface({ input: socket })) {
    // Keeps reading: otherwise it would not be noticed that the other side has ended.
    socket.resume()
    return JSON.parse(line)
  }
  return null
}
