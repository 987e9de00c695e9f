import type { CartEntry, ShoppingCart } from '#contract/trading'

/** What becomes of a request: `lost before` and `lost after` the server acted, or an answer with a status. */
export type Fault = 'lost before' | 'lost after' | 'late' | 401 | 408 | 429 | 500 | '500 after' | 502

/** A server's cart as the outbox meets it, with every misfortune to be had for the asking. */
export interface CartServer {
  fetch(address: string, init?: RequestInit): Promise<Response>
  /** Whose session it is; null: no one's. */
  user: { id?: string; name: string; teamId: number } | null
  /** False: neither the key nor what is there already means anything to this server. */
  knowsKeys: boolean
  /** Refuses to add what is there, to remove what is not, and to empty what is empty. */
  isStrict: boolean
  isReachable: boolean
  /** One for each of the next changes; then all is well. */
  faults: (Fault | null)[]
  /** Players that cannot be bought, with the code and the sentence. */
  refused: Map<number, { code: string; message: string }>
  retryAfter: string | null
  entries(teamId?: number): readonly string[]
  setEntries(...playerIds: number[]): void
  /** Each change that was carried out, such as `add 3 BUY`. */
  readonly carriedOut: string[]
  /** The keys of what was carried out, in the same order. */
  readonly carriedOutKeys: (string | null)[]
  /** Each change that was asked for, with its key. */
  readonly asked: { text: string; key: string | null }[]
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export const entryOf = (playerId: number, tradeAction: CartEntry['tradeAction'] = 'BUY'): CartEntry => ({
  playerId,
  name: `Player ${playerId}`,
  position: 'C',
  nhlTeam: 'TOR',
  points: 10,
  price: 10,
  tradeAction,
})

const CASH = 100
const OWN_TEAM = 3

export const cartServer = (): CartServer => {
  const carts = new Map<number, CartEntry[]>()
  const kept = new Map<string, { status: number; body: unknown }>()
  const entriesOf = (teamId: number) => carts.get(teamId) ?? []
  const cartOf = (teamId: number): ShoppingCart => {
    const cartEntries = entriesOf(teamId)
    const spent = cartEntries.reduce(
      (sum, { price, tradeAction }) => sum + (price ?? 0) * (tradeAction === 'BUY' ? 1 : -1),
      0,
    )
    return { cartEntries, tradeBalance: CASH - spent, status: cartEntries.length === 0 ? 'CART_EMPTY' : 'CART_OK' }
  }

  const carryOut = (method: string, teamId: number, playerId: number | null, action: CartEntry['tradeAction']) => {
    const before = entriesOf(teamId)
    const without = before.filter((entry) => entry.playerId !== playerId)
    const conflict = { status: 409, body: { code: 'CONFLICT', message: 'Nothing to do.' } }
    if (method === 'POST' && playerId !== null) {
      const refusal = server.refused.get(playerId)
      if (refusal) return { status: 409, body: refusal }
      const same = before.some((entry) => entry.playerId === playerId && entry.tradeAction === action)
      if (same && server.isStrict) return conflict
      if (!same) carts.set(teamId, [...without, entryOf(playerId, action)])
      server.carriedOut.push(`add ${playerId} ${action}`)
    } else if (playerId !== null) {
      if (without.length === before.length && server.isStrict) return conflict
      carts.set(teamId, without)
      server.carriedOut.push(`remove ${playerId}`)
    } else {
      if (before.length === 0 && server.isStrict) return conflict
      carts.set(teamId, [])
      server.carriedOut.push('empty')
    }
    return { status: 200, body: cartOf(teamId) }
  }

  const decide = (method: string, url: URL, key: string | null) => {
    const [, team = '', player] = /teams\/(\d+)\/shopping-cart(?:\/players\/(\d+))?$/.exec(url.pathname) ?? []
    const teamId = Number(team)
    if (server.user?.teamId !== teamId) return { status: 403, body: { code: 'FORBIDDEN', message: 'No.' } }
    if (method === 'GET') return { status: 200, body: cartOf(teamId) }
    const known = server.knowsKeys && key !== null ? kept.get(key) : undefined
    if (known) return known
    const playerId = player === undefined ? null : Number(player)
    const decided = carryOut(method, teamId, playerId, url.searchParams.get('action') === 'sell' ? 'SELL' : 'BUY')
    if (decided.status === 200) server.carriedOutKeys.push(key)
    if (key !== null) kept.set(key, decided)
    return decided
  }

  const server: CartServer = {
    user: { name: 'Ada', teamId: OWN_TEAM },
    knowsKeys: true,
    isStrict: false,
    isReachable: true,
    faults: [],
    refused: new Map(),
    retryAfter: null,
    carriedOut: [],
    carriedOutKeys: [],
    asked: [],
    entries: (teamId = OWN_TEAM) => entriesOf(teamId).map(({ playerId, tradeAction }) => `${tradeAction} ${playerId}`),
    setEntries: (...playerIds) =>
      void carts.set(
        OWN_TEAM,
        playerIds.map((id) => entryOf(id)),
      ),
    fetch: async (address, init = {}) => {
      const url = new URL(address, 'https://pool.example')
      const method = init.method ?? 'GET'
      const key = new Headers(init.headers).get('Idempotency-Key')
      if (!server.isReachable) throw new TypeError('Failed to fetch')
      if (url.pathname === '/api/v1/user') {
        return server.user ? json(200, { ...server.user, roles: [] }) : json(401, { code: 'UNAUTHENTICATED' })
      }
      if (!url.pathname.includes('shopping-cart')) return json(404, { code: 'NOT_FOUND' })
      if (!server.user) return json(401, { code: 'UNAUTHENTICATED' })
      const isChange = method !== 'GET'
      const fault = isChange ? (server.faults.shift() ?? null) : null
      if (isChange)
        server.asked.push({ text: `${method} ${url.pathname.replace(/.*\/teams\//, '')}${url.search}`, key })
      if (fault === 'late') await pause(20)
      if (fault === 'lost before') throw new TypeError('Failed to fetch')
      if (typeof fault === 'number') {
        const headers: Record<string, string> = server.retryAfter === null ? {} : { 'Retry-After': server.retryAfter }
        return json(fault, { message: 'Something is wrong.' }, headers)
      }
      const { status, body } = decide(method, url, key)
      if (fault === 'lost after') throw new TypeError('Failed to fetch')
      if (fault === '500 after') return json(500, { message: 'Something broke.' })
      return json(status, body)
    },
  }
  return server
}
