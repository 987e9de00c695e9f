import type { FastifyRequest } from 'fastify'

/**
 * The path as the router reads it: `/%61pi/` and `http://any.host/api/` are `/api/`, too. Whatever goes by the beginning
 * of an address asks here, or it could be passed by writing the address another way.
 */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const written = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*/i, '')
  const path = written.split(/[?#]/, 1)[0] ?? ''
  // The router has refused what cannot be decoded before anybody asks.
  return path.includes('%') ? decodeURI(path) : path
}
