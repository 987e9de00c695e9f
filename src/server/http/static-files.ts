import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Addresses of the server and hashed files: a missing one is a 404, not a page of the app. */
const NEVER_A_PAGE = /^\/(api|auth|idp|ws|assets)(\/|$)|^\/(healthz|readyz)$/

/** Which files of the built app are not there. The worker, which keeps all of them for offline use, lists them. */
export async function missingOfBuild(folder: string): Promise<string[]> {
  const worker = await readFile(join(folder, 'sw.js'), 'utf8').catch(() => '')
  const listed = Array.from(worker.matchAll(/"url":"([^"]+)"/g), ([, name = '']) => name)
  return ['index.html', 'sw.js', ...listed].filter((name) => !existsSync(join(folder, name)))
}

/**
 * Serves the built app: hashed files for ever, all else checked at each use, and index.html for navigations. Files are
 * looked up at each request: a page of a newer build finds its files.
 */
export async function registerStaticFiles(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = relative(folder, path).startsWith(`assets${sep}`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = request.params['*']
    return reply.sendFile(isPage(request, `/${path}`) ? 'index.html' : path)
  })
}

/** A browser's navigation to one of the app's own pages; the page itself decides what the address means. */
function isPage({ headers }: FastifyRequest, path: string): boolean {
  if (path === '/') return true
  const navigates = headers['sec-fetch-mode'] === 'navigate'
  // Older browsers do not send the mode.
  const mayNavigate = headers['sec-fetch-mode'] === undefined && /text\/html/.test(headers.accept ?? '')
  return (navigates || mayNavigate) && !NEVER_A_PAGE.test(path) && !basename(path).includes('.')
}
