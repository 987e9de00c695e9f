import { isIPv6 } from 'node:net'

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

/** By what limits count a client: its IPv4 address, or the /64 of its IPv6 address, of which it has all the addresses. */
export function addressGroup(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address.slice(0, LONGEST_ADDRESS)
  const groups = groupsOf(bare)
  if (IPV4_PREFIXES.includes(groups.slice(0, 6).join(':'))) return ipv4Of(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}
