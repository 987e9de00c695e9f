import { existsSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from './http-error.ts'

/** The built app; the same place from src/server and from dist/server. */
export const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** Addresses of the server and hashed files: a missing one is missing, not a page of the app. */
const NEVER_A_PAGE = /^\/(api|auth|idp|ws|assets)(\/|$)|^\/(healthz|readyz)$/

/** Serves the built app: hashed files for ever, all else checked at each use, and index.html for the app's own pages. */
export async function registerStaticFiles(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: folder,
    // The files as they are at the start: what is not in this list cannot be asked for, whatever the path looks like.
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = relative(folder, path).startsWith(`assets${sep}`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', async (request, reply) => {
    if (!isPage(request)) throw new HttpError(404, 'NOT_FOUND')
    return reply.sendFile('index.html')
  })
}

/** A navigation to one of the app's own pages; the page itself decides what the address means. */
function isPage({ headers, url }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? ''
  const takesHtml = /text\/html|\*\/\*/.test(headers.accept ?? '*/*')
  return takesHtml && !NEVER_A_PAGE.test(path) && extname(path) === ''
}
