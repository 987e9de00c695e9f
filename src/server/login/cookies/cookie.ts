import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { StartRefusal } from '../../settings/start-refusal.ts'
import { isLocal } from '../../settings/variables.ts'

/** One cookie of ours: always HttpOnly, SameSite=Lax, for the whole host. */
export interface Cookie {
  readonly name: string
  read(request: FastifyRequest): string | undefined
  write(reply: FastifyReply, value: string, seconds: number): void
  clear(reply: FastifyReply): void
}

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

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A key for one purpose, made from a random secret. */
export const sealingKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `hockey-pool ${purpose}`, 32))

/** Encrypts and authenticates (AES-256-GCM) what is stored where others may read or change it. */
export const seal = (key: Buffer, value: unknown): string => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** What was sealed, or undefined when the key is another one or a byte was changed. */
export const unseal = (key: Buffer, sealed: string): unknown => {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    return JSON.parse(plain.toString('utf8'))
  } catch {
    return undefined
  }
}
