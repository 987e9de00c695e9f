import type { FastifyReply, FastifyRequest } from 'fastify'
import { StartRefusal } from '../../settings/start-refusal.ts'

/** One cookie of ours: always HttpOnly, SameSite=Lax, for the whole host. */
export interface Cookie {
  readonly name: string
  read(request: FastifyRequest): string | undefined
  write(reply: FastifyReply, value: string, seconds: number): void
  clear(reply: FastifyReply): void
}

/** This very machine. */
export const isLocal = ({ hostname }: URL): boolean => /^(([^.]+\.)*localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/**
 * With https the name is bound to the host (`__Host-`) and the cookie Secure. Plain http is for this machine only:
 * anywhere else the cookie would travel readable.
 */
export const createCookie = (publicUrl: URL, plainName: string): Cookie => {
  const secure = publicUrl.protocol === 'https:'
  if (!secure && !isLocal(publicUrl))
    throw new StartRefusal(
      `PUBLIC_URL must be https, or http://localhost: login over ${publicUrl.origin} would not be safe.`,
    )
  const name = secure ? `__Host-${plainName}` : plainName
  // One search, since every request of the app asks.
  const written = new RegExp(`(?:^|;)\\s*${name}=([^;\\s]*)`)
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; ')
  const write = (reply: FastifyReply, value: string, seconds: number) => {
    // Values are base64url, which needs no quoting.
    reply.header('set-cookie', `${name}=${value}; ${attributes}; Max-Age=${seconds}`)
  }
  return {
    name,
    read: (request) => written.exec(request.headers.cookie ?? '')?.[1],
    write,
    clear: (reply) => write(reply, '', 0),
  }
}
