import type { FastifyRequest } from 'fastify'

/**
 * The path as the router reads it: `/%61pi/` and `http://any.host/api/` are `/api/`, too. Every check
 * of a path prefix uses this; otherwise writing the address differently would get around it.
 */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const written = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*/i, '')
  const path = written.split(/[?#]/, 1)[0] ?? ''
  // The router has already refused what cannot be decoded.
  return path.includes('%') ? decodeURI(path) : path
}
