import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from './accept-encoding.ts'
import { isKnownTag } from './conditional.ts'
import { HttpError } from './http-error.ts'

/** The built app; the same place from src/server and from dist/server. */
export const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url))

const SUFFIXES: readonly [Encoding, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]
const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}
/** Addresses of the server and hashed files: a missing one is missing, not a page of the app. */
const NEVER_A_PAGE = /^\/(api|auth|idp|ws|assets)(\/|$)|^\/(healthz|readyz)$/

interface StaticFile {
  type: string
  cacheControl: string
  modified: Date
  variants: Map<Encoding | null, { path: string; etag: string; bytes?: Promise<Buffer> }>
}

/** Serves the built app: hashed files for ever, all else checked at each use, and index.html for the app's own pages. */
export async function registerStaticFiles(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  const files = await readFiles(folder)
  app.get('/*', async (request, reply) => {
    const path = decodedPath(request.url)
    const file = files.get(path) ?? (isPage(request, path) ? files.get('/index.html') : undefined)
    if (!file) throw new HttpError(404, 'NOT_FOUND')
    return sendFile(request, reply, file)
  })
}

/** The folder as it is at the start: what is not in this list cannot be asked for, whatever the path looks like. */
async function readFiles(folder: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const known = new Set(paths)
  const isVariant = (path: string) =>
    SUFFIXES.some(([, suffix]) => path.endsWith(suffix) && known.has(path.slice(0, -suffix.length)))
  const files = new Map<string, StaticFile>()
  for (const path of paths.filter((candidate) => !isVariant(candidate))) {
    const url = `/${relative(folder, path).split(sep).join('/')}`
    files.set(url, await describe(path, url, known))
  }
  return files
}

async function describe(path: string, url: string, known: ReadonlySet<string>): Promise<StaticFile> {
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('base64url')
    .slice(0, 27)
  const variants: StaticFile['variants'] = new Map([[null, { path, etag: `"${hash}"` }]])
  for (const [encoding, suffix] of SUFFIXES) {
    if (known.has(path + suffix)) variants.set(encoding, { path: path + suffix, etag: `"${hash}-${encoding}"` })
  }
  return {
    type: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    cacheControl: url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    modified: (await stat(path)).mtime,
    variants,
  }
}

function decodedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A navigation to one of the app's own pages; the page itself decides what the address means. */
function isPage({ headers }: FastifyRequest, path: string): boolean {
  const takesHtml = /text\/html|\*\/\*/.test(headers.accept ?? '*/*')
  return takesHtml && !NEVER_A_PAGE.test(path) && extname(path) === ''
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): Promise<FastifyReply> {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const used = file.variants.has(encoding) ? encoding : null
  const variant = file.variants.get(used)
  if (!variant) throw new HttpError(404, 'NOT_FOUND')
  reply.headers({
    'cache-control': file.cacheControl,
    etag: variant.etag,
    'last-modified': file.modified.toUTCString(),
    vary: 'Accept-Encoding',
  })
  if (isUnchanged(request, variant.etag, file.modified)) return reply.code(304).send()
  variant.bytes ??= readFile(variant.path)
  reply.type(file.type)
  if (used) reply.header('content-encoding', used)
  return reply.send(await variant.bytes)
}

/** If-None-Match wins over If-Modified-Since (RFC 9110, 13.2.2). */
function isUnchanged({ headers }: FastifyRequest, etag: string, modified: Date): boolean {
  if (headers['if-none-match'] !== undefined) return isKnownTag(headers['if-none-match'], etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(modified.getTime() / 1000) * 1000 <= since
}
