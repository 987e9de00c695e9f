import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { type Refusal, refuse } from '#rules/refusal'

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
