import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { FastifyReply } from 'fastify'
import { sendError } from '../answers/error-handler.ts'
import type { Context } from '../http/context.ts'
import { controlPath } from '../store/engine/data-folder.ts'
import { storageSentence } from '../store/engine/storage-sentence.ts'
import { createOwnerApp } from './owner-app.ts'

/**
 * The embedded database belongs to one process, so while the server runs, commands make their calls to it. They come
 * through a socket in the data folder that only the server's own user can open: anyone who can write to it could just as
 * well open the database itself. With a PostgreSQL server commands need no help.
 */
export async function openControl(context: Context): Promise<void> {
  const { env, log } = context
  const path = env.databaseUrl ? null : controlPath(env.dataDir)
  if (path === null) return
  const stopping = new AbortController()
  const onFault = (error: unknown, _: unknown, reply: FastifyReply) => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'A command failed')
    const sentence = storageSentence(error) ?? 'The server could not do it; its log says why.'
    return sendError(reply, 500, 'INTERNAL', sentence)
  }
  const app = createOwnerApp(context, { stopping: stopping.signal, onFault })
  await app.ready()
  // Left by a process that was killed: the folder is ours, or the database would not be open.
  // If it cannot be removed, listening fails below.
  await rm(path, { force: true }).catch(() => {})
  const server = createServer((request, response) => app.routing(request, response))
  server.on('error', (error) => log.warn({ err: error }, 'Commands cannot reach this server'))
  // `listen` creates the socket at once, with the mode in force now.
  const mask = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(mask)
  }
  server.unref()
  context.whenClosing(async () => {
    stopping.abort()
    server.close()
    await app.close()
  })
}
