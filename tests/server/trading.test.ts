import { and, eq } from 'drizzle-orm'
import { Value } from 'typebox/value'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RosterItem } from '#contract/roster'
import type { Player } from '#contract/stats'
import { ShoppingCart, Trade } from '#contract/trading'
import { cartEntry, league, rosterEntry, teamSeason } from '#server/db/tables/tables'
import { currentLeague } from '#server/league/league'
import { demoServer, type Request } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { refusal } from '../support/preseason-server.ts'
import { readTables } from '../support/recompute.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-11-21T13:00:00Z')
/** The team of `member`. */
const OWN = 3

let now = NOW
const server = duringTests(() => demoServer({ clock: () => now }))

const ask = (member: string, path: string, request?: Request) => server.ask(member, `/trading${path}`, request)
const add = (playerId: number, action: string, member = 'member', teamId = OWN) =>
  ask(member, `/teams/${teamId}/shopping-cart/players/${playerId}?action=${action}`, { method: 'POST' })
const remove = (playerId: number) =>
  ask('member', `/teams/${OWN}/shopping-cart/players/${playerId}`, { method: 'DELETE' })
const empty = () => ask('member', `/teams/${OWN}/shopping-cart`, { method: 'DELETE' })
const execute = (member = 'member', teamId = OWN) => ask(member, `/teams/${teamId}/execute-trade`, { method: 'POST' })
const cart = async (member = 'member', teamId = OWN): Promise<ShoppingCart> =>
  (await ask(member, `/teams/${teamId}/shopping-cart`)).body
const trades = async (): Promise<Trade[]> => (await ask('member', '/trades')).body
const roster = async (teamId = OWN, current = true): Promise<RosterItem[]> =>
  (await server.ask('member', `/roster/teams/${teamId}/players?current=${current}`)).body
const teamNow = async (teamId = OWN) => (await server.ask('member', `/stats/teams/${teamId}`)).body

const isGoalie = ({ player: { position } }: RosterItem): boolean => position === 'G'
const isDefender = ({ player: { position } }: RosterItem): boolean => position === 'LD' || position === 'RD'
const isForward = (item: RosterItem): boolean => !isGoalie(item) && !isDefender(item)

/** Free agents, the dearest first. */
const free = async (type = 'skater'): Promise<Player[]> =>
  (await server.ask('member', `/stats/players?type=${type}`)).body.filter(({ team }: Player) => !team)
const freeForward = async (): Promise<Player> => {
  const [found] = (await free()).filter(({ position }) => ['LW', 'C', 'RW'].includes(position ?? ''))
  if (!found) throw new Error('No one is free')
  return found
}
/** The team's player who brings most. */
const best = async (which = isForward): Promise<RosterItem> => {
  const [found] = (await roster()).filter(which)
  if (!found) throw new Error('No one is on the team')
  return found
}
const setCash = async (cashCents: number, teamId = OWN) => {
  await server.database.transaction((queries) =>
    queries.update(teamSeason).set({ cashCents }).where(eq(teamSeason.teamId, teamId)),
  )
  // No call of the league's did this, so none has announced it.
  server.context.prepared.forget()
}
const setConstants = (constants: Record<string, number>) =>
  server.database.transaction((queries) => queries.update(league).set({ constants }))
const cents = (amount: number): number => Math.round(amount * 100)

beforeEach(async () => {
  now = NOW
  await setConstants({})
  await setCash(5_000)
  await server.database.transaction((queries) => queries.delete(cartEntry))
})

describe('the shopping cart', () => {
  it('is empty at first, and holds purchases and sales with their prices, in the order they came', async () => {
    const { cash } = await teamNow()
    const first = await cart()
    expect(Value.Check(ShoppingCart, first)).toBe(true)
    expect(first).toEqual({ cartEntries: [], tradeBalance: cash, status: 'CART_EMPTY' })
    const mine = await best()
    const wanted = await freeForward()
    await add(mine.player.id, 'sell')
    const { status, body } = await add(wanted.id, 'buy')
    expect(status).toBe(200)
    const sale = mine.rosterEntry.sellPrice ?? 0
    const { id, name, position, nhlTeam, points, buyPrice } = wanted
    expect(await cart()).toEqual({
      cartEntries: [
        expect.objectContaining({ playerId: mine.player.id, tradeAction: 'SELL', price: sale }),
        { playerId: id, name, position, nhlTeam, points, price: buyPrice, tradeAction: 'BUY' },
      ],
      tradeBalance: (cents(cash) + cents(sale) - cents(buyPrice ?? 0)) / 100,
      status: 'CART_OK',
    })
    expect(body).toEqual(await cart())
    expect((await remove(mine.player.id)).body).toEqual(await cart())
    expect((await cart()).cartEntries.map(({ playerId }) => playerId)).toEqual([id])
    expect((await remove(mine.player.id)).status).toBe(200)
    await empty()
    expect((await cart()).status).toBe('CART_EMPTY')
  })

  it('holds a player once, however often he is added', async () => {
    const { id } = await freeForward()
    for (let time = 0; time < 3; time += 1) expect((await add(id, 'buy')).status).toBe(200)
    await Promise.all(Array.from({ length: 10 }, () => add(id, 'buy')))
    expect((await cart()).cartEntries).toHaveLength(1)
  })

  it('refuses at once what can never be', async () => {
    const [other] = await roster(1)
    const mine = await best()
    const [sold] = await roster(1, false)
    const refused = async (playerId: number | undefined, action: string, member = 'member', teamId = OWN) =>
      refusal(await add(playerId ?? 0, action, member, teamId))
    expect(await refused(other?.player.id, 'buy')).toEqual([409, 'PLAYER_NOT_AVAILABLE'])
    expect(await refused(mine.player.id, 'buy')).toEqual([409, 'PLAYER_NOT_AVAILABLE'])
    expect(await refused(other?.player.id, 'sell')).toEqual([409, 'PLAYER_NOT_ON_TEAM'])
    expect(await refused((await freeForward()).id, 'sell')).toEqual([409, 'PLAYER_NOT_ON_TEAM'])
    expect(await refused(sold?.player.id, 'sell', 'admin', 1)).toEqual([409, 'PLAYER_ALREADY_SOLD'])
    const back = (await roster(1, false)).find(({ player }) => !player.team)
    expect(await refused(back?.player.id, 'buy', 'admin', 1)).toEqual([409, 'PLAYER_BUY_BACK'])
    expect(await refused(7, 'buy')).toEqual([404, 'PLAYER_NOT_FOUND'])
    expect(await refused(mine.player.id, 'swap')).toEqual([400, 'BAD_REQUEST'])
    expect(await cart()).toMatchObject({ cartEntries: [] })
  })
})

describe('the status of a cart', () => {
  /** What stands in the way, as the cart says it and as executing says it, with nothing changed. */
  const status = async (): Promise<string> => {
    const before = [await teamNow(), await roster(), await cart(), await trades()]
    const shown = (await cart()).status
    const { status: answered, body } = await execute()
    expect([answered, body.code]).toEqual([409, shown])
    expect([await teamNow(), await roster(), await cart(), await trades()]).toEqual(before)
    return shown
  }

  it('TRADING_CLOSED before trading opens and after it closes', async () => {
    const { dates } = await server.database.transaction(currentLeague)
    await add((await best()).player.id, 'sell')
    for (const at of [dates.tradingStartTime - 1, dates.tradingEndTime]) {
      now = new Date(at)
      expect(await status()).toBe('TRADING_CLOSED')
    }
    now = new Date(dates.tradingEndTime - 1)
    expect((await cart()).status).toBe('CART_OK')
  })

  it('PLAYER_NOT_AVAILABLE when another team was faster', async () => {
    const wanted = await freeForward()
    const [worst] = (await roster(2)).filter(isForward)
    await setCash(100_000, 2)
    await add(wanted.id, 'buy')
    await add(worst?.player.id ?? 0, 'sell', 'premium', 2)
    await add(wanted.id, 'buy', 'premium', 2)
    expect((await execute('premium', 2)).status).toBe(200)
    expect(await status()).toBe('PLAYER_NOT_AVAILABLE')
  })

  it('PLAYER_HELD_TOO_SHORT within 21 days', async () => {
    const { player } = await best()
    const mine = and(eq(rosterEntry.teamId, OWN), eq(rosterEntry.playerId, player.id))
    const held = (days: number) => {
      const boughtAt = new Date(NOW.getTime() - days * DAY_MS)
      return server.database.transaction((queries) => queries.update(rosterEntry).set({ boughtAt }).where(mine))
    }
    await add(player.id, 'sell')
    await held(20.9)
    expect(await status()).toBe('PLAYER_HELD_TOO_SHORT')
    await held(21.1)
    expect((await cart()).status).toBe('CART_OK')
  })

  it('INSUFFICIENT_CASH below zero, and not at zero; MIN_DEFENDERS when too few would stay dressed', async () => {
    const mine = (await roster()).filter(isForward).at(-1)
    const wanted = await freeForward()
    await add(mine?.player.id ?? 0, 'sell')
    await add(wanted.id, 'buy')
    const missing = cents(wanted.buyPrice ?? 0) - cents(mine?.rosterEntry.sellPrice ?? 0)
    expect(missing).toBeGreaterThan(0)
    await setCash(missing - 1)
    expect((await cart()).tradeBalance).toBe(-0.01)
    expect(await status()).toBe('INSUFFICIENT_CASH')
    await setCash(missing)
    expect(await cart()).toMatchObject({ tradeBalance: 0, status: 'CART_OK' })
    // The constants are those of the league.
    await setConstants({ minDefenders: 19 })
    expect(await status()).toBe('MIN_DEFENDERS')
  })
})

describe('executing a cart', () => {
  it('sells first, then buys, and costs the commission alone', async () => {
    const before = await teamNow()
    const mine = await best()
    const wanted = await freeForward()
    await add(wanted.id, 'buy')
    await add(mine.player.id, 'sell')
    const { status, body } = await execute()
    expect(status).toBe(200)

    const after = await teamNow()
    const [sale, price] = [cents(mine.rosterEntry.sellPrice ?? 0), cents(wanted.buyPrice ?? 0)]
    const commission = price - cents(wanted.points ?? 0)
    expect(commission).toBeGreaterThan(0)
    expect(body).toEqual({ cartEntries: [], tradeBalance: after.cash, status: 'CART_EMPTY' })
    expect(cents(after.cash)).toBe(cents(before.cash) + sale - price)
    expect(cents(after.totalScore)).toBe(cents(before.totalScore) - commission)
    // Last night was played with the old roster.
    expect(after.pointsDiffPrevious).toBe(before.pointsDiffPrevious)
    const { pointsDiffPrevious = 0 } = mine
    const now = [...(await roster()), ...(await roster(OWN, false))]
    expect(now.find(({ player }) => player.id === mine.player.id)?.pointsDiffPrevious).toBe(pointsDiffPrevious)
    expect(now.find(({ player }) => player.id === wanted.id)?.pointsDiffPrevious).toBe(0)
    expect(now.reduce((sum, item) => sum + (item.pointsDiffPrevious ?? 0), 0)).toBe(after.pointsDiffPrevious)
    expect((await trades()).filter(({ team }) => team.id === OWN).slice(0, 2)).toMatchObject([
      { tradeAction: 'SELL', price: sale / 100, team: { id: OWN }, player: { id: mine.player.id } },
      { tradeAction: 'BUY', price: price / 100, team: { id: OWN }, player: { id: wanted.id } },
    ])
    const bought = (await roster()).find(({ player }) => player.id === wanted.id)
    expect(bought?.rosterEntry).toMatchObject({ boughtAt: NOW.toISOString(), boughtPrice: price / 100, sold: false })
    expect(bought?.rosterEntry.teamPoints).toBe(wanted.points)
    const sold = (await roster(OWN, false)).find(({ player }) => player.id === mine.player.id)
    expect(sold?.rosterEntry).toMatchObject({ sold: true, soldPrice: sale / 100, soldAt: NOW.toISOString() })
    // The lists that everybody sees say so at once.
    const { body: players } = await server.ask('premium', '/stats/players?type=skater')
    expect(players.find(({ id }: Player) => id === wanted.id).team).toMatchObject({ id: OWN })
    expect(players.find(({ id }: Player) => id === mine.player.id).team).toBeUndefined()
    // He is not bought back.
    expect((await add(mine.player.id, 'buy')).body.code).toBe('PLAYER_BUY_BACK')
  })

  it('dresses the arriving while there is room, else they sit out', async () => {
    const room = async () => (await roster()).filter(({ rosterEntry }) => !rosterEntry.scratched).length
    const sitting = (await roster()).find((item) => isForward(item) && item.rosterEntry.scratched)
    const [cheap] = (await free()).filter(({ position, points }) => position === 'C' && (points ?? 0) < 5)
    await setCash(100_000)
    expect(await room()).toBe(19)
    await add(sitting?.player.id ?? 0, 'sell')
    await add(cheap?.id ?? 0, 'buy')
    expect((await execute()).status).toBe(200)
    const arrived = (await roster()).find(({ player }) => player.id === cheap?.id)
    expect(arrived?.rosterEntry).toMatchObject({ scratched: true, scratchedAt: NOW.toISOString() })
    expect(await room()).toBe(19)
  })

  it('lists every trade of the season, the latest first', async () => {
    const { entries } = await readTables(server.database)
    const all = await trades()
    for (const trade of all) expect(Value.Check(Trade, trade)).toBe(true)
    const times = all.map(({ tradedAt }) => tradedAt)
    expect(times).toEqual(times.toSorted().reverse())
    expect(all.filter(({ tradeAction }) => tradeAction === 'BUY')).toHaveLength(
      entries.filter(({ acquired }) => acquired === 'trade').length,
    )
    expect(all.filter(({ tradeAction }) => tradeAction === 'SELL')).toHaveLength(
      entries.filter(({ soldAt }) => soldAt !== null).length,
    )
  })
})
