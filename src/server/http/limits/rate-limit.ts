import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../../settings/env.ts'
import { HttpError } from '../answers/http-error.ts'
import { Allowance } from './allowance.ts'
import { pathOf } from './request-path.ts'

/** Characters: an IPv6 address. If every proxy is trusted, a client may claim any address. */
const LONGEST_ADDRESS = 45

/** IPv4 inside IPv6: as a socket for both shows it (RFC 4291), and behind a translator (RFC 6052). */
const IPV4_PREFIXES = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']

const groupsOf = (address: string): string[] => {
  // The URL parser writes every address in one way, with one run of zeros left out.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [head, tail].map((part) => part.split(':').filter(Boolean))
  const groups = [...(first ?? []), ...(last ?? [])]
  return [...(first ?? []), ...Array.from({ length: 8 - groups.length }, () => '0'), ...(last ?? [])]
}

const ipv4Of = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')

/**
 * By what limits count a client: its IPv4 address, or the /64 of its IPv6 address, of which it has all the addresses.
 */
export function addressGroup(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address.slice(0, LONGEST_ADDRESS)
  const groups = groupsOf(bare)
  if (IPV4_PREFIXES.includes(groups.slice(0, 6).join(':'))) return ipv4Of(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

const MINUTE_MS = 60_000

/** Counted separately, by path prefix, with its share of the limit. */
const KINDS = [
  { of: /^\/api\//, share: 1 },
  // Logging in takes a dozen requests; a script that tries to takes many more.
  { of: /^\/(auth|idp)\//, share: 0.1 },
  // After each event of a draft every client polls again: two hundred in one bar, an event a second.
  { of: /^\/ws\//, share: 10 },
] as const

/**
 * Generous for a family behind one address, and an end to a runaway loop. Counts before any route runs, unknown
 * addresses too, and without a promise, since every prepared answer passes here.
 */
export function registerRateLimit(app: FastifyInstance, { rateLimit }: Pick<Env, 'rateLimit'>): void {
  if (rateLimit === 0) return
  const allowances = KINDS.map(({ of, share }) => {
    const atOnce = Math.ceil(rateLimit * share)
    return { of, allowance: new Allowance({ atOnce, everyMs: MINUTE_MS / atOnce }) }
  })

  app.addHook('onRequest', (request, _reply, done) => {
    const path = pathOf(request)
    // Files of the app and the health pages cost next to nothing and are never refused.
    const allowance = allowances.find(({ of }) => of.test(path))?.allowance
    if (!allowance) return done()
    const client = addressGroup(request.ip)
    const wait = allowance.wait(client)
    if (wait > 0) return done(HttpError.tooMany(wait))
    allowance.take(client)
    done()
  })
}
