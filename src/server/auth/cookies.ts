import { fastifyCookie } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { StartRefusal } from '../start-refusal.ts'

/** One cookie of ours: always HttpOnly, SameSite=Lax, for the whole host. */
export interface Cookie {
  readonly name: string
  read(request: FastifyRequest): string | undefined
  write(reply: FastifyReply, value: string, seconds: number): void
  clear(reply: FastifyReply): void
}

const LOCAL_HOST = /^(([^.]+\.)*localhost|127\.0\.0\.1|\[::1\])$/

/**
 * With https the name is bound to the host (`__Host-`) and the cookie Secure. Plain http is for this machine only:
 * anywhere else the cookie would travel readable.
 */
export const createCookie = (publicUrl: URL, plainName: string): Cookie => {
  const secure = publicUrl.protocol === 'https:'
  if (!secure && !LOCAL_HOST.test(publicUrl.hostname))
    throw new StartRefusal(
      `PUBLIC_URL must be https, or http://localhost: login over ${publicUrl.origin} would not be safe.`,
    )
  const name = secure ? `__Host-${plainName}` : plainName
  const write = (reply: FastifyReply, value: string, seconds: number) => {
    const options = { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: seconds } as const
    reply.header('set-cookie', fastifyCookie.serialize(name, value, options))
  }
  return {
    name,
    read: (request) => fastifyCookie.parse(request.headers.cookie ?? '')[name],
    write,
    clear: (reply) => write(reply, '', 0),
  }
}
