import type { Page } from 'playwright-core'
import type { CartEntry, ShoppingCart } from '#contract/trading'
import { type CartChange, newRow, type OutboxRow } from '#web/outbox/row'

// What waits in the outbox of a browser, looked at and put there behind the app's back.

export interface Trader {
  readonly name: string
  readonly teamId: number
  /** Nine free agents. */
  readonly players: readonly Omit<CartEntry, 'tradeAction'>[]
}

/** Who is logged in on this page, and whom they could buy. */
export const traderOf = (page: Page): Promise<Trader> =>
  page.evaluate(async () => {
    const ask = async (path: string) => (await fetch(`/api/v1${path}`)).json()
    const { name, teamId } = await ask('/user')
    const skaters: { id: number; name: string; position: string; team?: object | null; buyPrice: number }[] =
      await ask('/stats/players?type=skater')
    // A team cannot buy back whom it has sold.
    const sold: { player: { id: number } }[] = await ask(`/roster/teams/${teamId}/players?current=false`)
    const barred = new Set(sold.map(({ player }) => player.id))
    const free = skaters.filter(({ id, team }) => !team && !barred.has(id)).slice(0, 9)
    const players = free.map(({ id, name, position, buyPrice }) => ({ playerId: id, name, position, price: buyPrice }))
    return { name, teamId, players }
  })

export const cartOfServer = (page: Page, { teamId }: Trader): Promise<number[]> =>
  page.evaluate(async (team) => {
    const answer = await fetch(`/api/v1/trading/teams/${team}/shopping-cart`)
    const cart: ShoppingCart = await answer.json()
    return cart.cartEntries.map(({ playerId }) => playerId)
  }, teamId)

/** As `+0` for buying the first of the free agents, `-0` for taking him out again, and `empty`. */
const changesOf = ({ players }: Trader, words: string): CartChange[] =>
  words.split(' ').map((word) => {
    const player = players[Number(word.slice(1))]
    if (word === 'empty' || !player) return { kind: 'empty' }
    const kind = word.startsWith('+') ? ('add' as const) : ('remove' as const)
    return kind === 'add' ? { kind, player, action: 'BUY', wasOut: true } : { kind, player, action: 'BUY' }
  })

/** Adds the rows, and answers with all that are stored then. */
const rowsWith = async (page: Page, rows: readonly object[]): Promise<OutboxRow[]> =>
  page.evaluate(async (given) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await settled(indexedDB.open('pool-outbox'))
    const store = database.transaction('rows', 'readwrite').objectStore('rows')
    for (const row of given) await settled(store.add(row))
    const stored: OutboxRow[] = await settled(store.getAll())
    database.close()
    return stored
  }, rows)

/** As if the member had tapped them, before the server announced ids: the member who sends them takes them over. */
export const putChanges = async (page: Page, trader: Trader, words: string): Promise<void> => {
  const lane = { owner: `${trader.teamId}/${trader.name}`, teamId: trader.teamId }
  const now = Date.now()
  await rowsWith(
    page,
    changesOf(trader, words).map((change) => newRow(lane, change, crypto.randomUUID(), now)),
  )
}

export const waitingChanges = (page: Page): Promise<OutboxRow[]> => rowsWith(page, [])
