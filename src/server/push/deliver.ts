import { type LookupAddress, lookup } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { type Refusal, refuse } from '#rules/refusal'
import { retryAfterMs } from '../nhl/api/polite-client.ts'

/** How the server gets out to push services. Tests replace it; no setting does. */
export interface Outside {
  resolve(host: string): Promise<readonly LookupAddress[]>
  mayConnect(address: string): boolean
  readonly port: number
  /** Of certificates, beside those that Node knows. */
  readonly ca?: string
}

const addressesOf = promisify(lookup)

export const theInternet: Outside = {
  resolve: (host) => addressesOf(host, { all: true }),
  mayConnect: isPublicAddress,
  port: 443,
}

/**
 * `again`: it surely was not delivered, and may be later. `gone`: the device is no longer known there. `failed`: it was
 * refused, or it is not known whether it arrived.
 */
export type Delivery =
  | { readonly outcome: 'sent' | 'gone' }
  | { readonly outcome: 'again'; readonly why: string; readonly waitMs: number | null }
  | { readonly outcome: 'failed'; readonly why: string }

export interface Sending {
  readonly endpoint: string
  readonly headers: Record<string, string>
  readonly body: Uint8Array | null
}

/**
 * Looks the name up once, right before connecting, and connects to what was found: a name that leads to a private
 * address is refused, and cannot lead elsewhere a moment later.
 */
const pinned = ({ resolve, mayConnect }: Outside): LookupFunction => {
  const find = async (host: string): Promise<[LookupAddress, ...LookupAddress[]]> => {
    const [first, ...others] = await resolve(host)
    if (!first) throw new Error('There is no address by this name.')
    const refused = [first, ...others].some(({ address }) => !mayConnect(address))
    if (refused) throw new Error('The name of the push service leads to a private address.')
    return [first, ...others]
  }
  return (host, { all }, done) => {
    find(host).then(
      (found) => (all ? done(null, found) : done(null, found[0].address, found[0].family)),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), '', 0),
    )
  }
}

/** One POST; redirects are not followed. */
export function deliver(
  { endpoint, headers, body }: Sending,
  outside: Outside,
  signal: AbortSignal,
): Promise<Delivery> {
  return new Promise((resolve) => {
    const { hostname, pathname, search } = new URL(endpoint)
    let isConnected = false
    const sent = request({
      method: 'POST',
      host: hostname,
      servername: hostname,
      port: outside.port,
      path: `${pathname}${search}`,
      headers: { host: hostname, ...headers },
      agent: false,
      lookup: pinned(outside),
      ca: outside.ca,
      signal,
    })
    // Nothing of the message leaves before the connection is secured.
    sent.once('socket', (socket) => socket.once('secureConnect', () => (isConnected = true)))
    const broke = (why: string) =>
      resolve(isConnected ? { outcome: 'failed', why } : { outcome: 'again', why, waitMs: null })
    sent.on('error', ({ message }) => broke(message))
    // Always comes, and alone where the answer is none, such as 101, which leaves HTTP.
    sent.once('close', () => broke('the connection was closed without an answer'))
    sent.once('response', ({ statusCode = 0, headers: answered }) => {
      resolve(deliveryOf(statusCode, answered['retry-after'] ?? null))
      sent.destroy()
    })
    sent.end(body)
  })
}

function deliveryOf(status: number, retryAfter: string | null): Delivery {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  const why = `status ${status}`
  const mayPass = status === 429 || status >= 500
  return mayPass ? { outcome: 'again', why, waitMs: retryAfterMs(retryAfter, Date.now()) } : { outcome: 'failed', why }
}

// The endpoint of a subscription is an address that a client names, and the server goes there.

/** `*.example.org` is any subdomain, and not `example.org` itself. */
const isOf = (host: string, allowed: string): boolean =>
  allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed

/** Null: it is https, without a name or password or a port, at one of these hosts. */
export function cannotPushTo(endpoint: string, hosts: readonly string[]): Refusal | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  return isPlain && hosts.some((each) => isOf(url.hostname, each)) ? null : refuse('PUSH_HOST_REFUSED')
}

// The registries of special-purpose addresses, RFC 6890 and its successors.
const special = new BlockList()
for (const range of [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
  '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24',
  '224.0.0.0/4', '240.0.0.0/4',
]) addTo(special, range, 'ipv4') // biome-ignore format: a table
// All within the addresses that are given out; the last lead into IPv4, wherever that may be.
for (const range of ['2001::/23', '2001:db8::/32', '3fff::/20', '2002::/16']) addTo(special, range, 'ipv6')
const givenOut = new BlockList()
addTo(givenOut, '2000::/3', 'ipv6')

function addTo(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [net = '', prefix] = range.split('/')
  list.addSubnet(net, Number(prefix), family)
}

/** Whether it is an address of the public internet: neither this machine, nor its network, nor a special one. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4')
  return isIPv6(address) && givenOut.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
