import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { RosterItem } from '#contract/roster'
import { CART_OK, type ShoppingCart, type Trade } from '#contract/trading'
import type { Dice } from '#rules/pick-sequence'
import { openEmbedded } from '#server/db/engine/embedded'
import { auditRecord, keptAnswer, rosterEntry } from '#server/db/tables/tables'
import { currentLeague } from '#server/league/league'
import { copyOfLeague, removeFolder } from '../support/demo-league.ts'
import { cookieOf } from '../support/demo-members.ts'
import { type LeagueServer, startLeagueServer } from '../support/league-server.ts'
import { addRacers, FIRST_TEAM, freeAgents } from '../support/races.ts'

// A trade is whole or absent, whenever the server is killed around it.

const TEAM = FIRST_TEAM
const MEMBER = `racer${TEAM}`
const PUBLIC_URL = 'http://localhost:5199'
const BUYS = 3
const SELLS = 2
const LONG_AGO = new Date(Date.now() - 60 * 86_400_000)
const BOUGHT_FOR_CENTS = 1_000

/** Whom the rounds trade away, and whom they buy. */
interface Players {
  readonly own: readonly number[]
  readonly free: readonly number[]
}

interface Client {
  read<T>(path: string): Promise<T>
  change(path: string, key: string): Promise<{ status: number; text: string }>
}

const clientOf = ({ origin }: LeagueServer, cookie: string): Client => {
  const headers = { 'x-requested-with': 'hockey-pool', cookie }
  return {
    read: async (path) => (await fetch(`${origin}/api/v1${path}`, { headers })).json(),
    change: async (path, key) => {
      const answer = await fetch(`${origin}/api/v1${path}`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
      })
      return { status: answer.status, text: await answer.text() }
    },
  }
}

/** A team with plenty of cash, whom to sell, and a member who is logged in. */
const prepare = async (dataDir: string, rounds: number): Promise<{ players: Players; cookie: string }> => {
  const database = await openEmbedded(dataDir)
  try {
    await addRacers([{ database }])
    const agents = await freeAgents([{ database }])
    const own = agents.slice(0, rounds * SELLS)
    const free = agents.slice(own.length, own.length + rounds * BUYS)
    expect(free, 'free agents for so many rounds').toHaveLength(rounds * BUYS)
    await database.transaction(async (queries) => {
      const { seasonId } = await currentLeague(queries)
      await queries.insert(rosterEntry).values(
        own.map((playerId) => ({
          seasonId,
          teamId: TEAM,
          playerId,
          acquired: 'trade' as const,
          boughtAt: LONG_AGO,
          boughtPriceCents: BOUGHT_FOR_CENTS,
        })),
      )
    })
    return { players: { own, free }, cookie: await cookieOf(database, MEMBER, PUBLIC_URL, new Date()) }
  } finally {
    await database.close()
  }
}

/** What a trade touches, as the league tells it. */
interface Standing {
  readonly cart: ShoppingCart
  readonly current: readonly number[]
  readonly sold: readonly number[]
  /** As `BUY 8478402 12.5`. */
  readonly trades: readonly string[]
}

const standingOf = async ({ read }: Client): Promise<Standing> => {
  const ids = async (current: boolean) => {
    const items = await read<RosterItem[]>(`/roster/teams/${TEAM}/players?current=${current}`)
    return items.map(({ player }) => player.id).sort()
  }
  const trades = await read<Trade[]>('/trading/trades')
  return {
    cart: await read<ShoppingCart>(`/trading/teams/${TEAM}/shopping-cart`),
    current: await ids(true),
    sold: await ids(false),
    trades: trades
      .filter(({ team }) => team.id === TEAM)
      .map(({ tradeAction, player, price }) => `${tradeAction} ${player.id} ${price}`)
      .sort(),
  }
}

/** The team once its cart has been executed. */
const executed = ({ cart, current, sold, trades }: Standing): Standing => {
  const of = (action: Trade['tradeAction']) =>
    cart.cartEntries.filter(({ tradeAction }) => tradeAction === action).map(({ playerId }) => playerId)
  return {
    cart: { cartEntries: [], tradeBalance: cart.tradeBalance, status: 'CART_EMPTY' },
    current: [...current.filter((id) => !of('SELL').includes(id)), ...of('BUY')].sort(),
    sold: [...sold, ...of('SELL')].sort(),
    trades: [
      ...trades,
      ...cart.cartEntries.map(({ tradeAction, playerId, price }) => `${tradeAction} ${playerId} ${price}`),
    ].sort(),
  }
}

const fillCart = async (client: Client, { own, free }: Players, round: number): Promise<void> => {
  const put = async (action: 'buy' | 'sell', playerId: number) => {
    const path = `/trading/teams/${TEAM}/shopping-cart/players/${playerId}?action=${action}`
    expect(await client.change(path, `cart ${round} ${playerId}`.replaceAll(' ', '-'))).toMatchObject({ status: 200 })
  }
  for (const playerId of own.slice(round * SELLS, (round + 1) * SELLS)) await put('sell', playerId)
  for (const playerId of free.slice(round * BUYS, (round + 1) * BUYS)) await put('buy', playerId)
}

export interface KillCounts {
  kills: number
  /** The trade was there after the restart; it was not; and how often the client had its answer before the kill. */
  whole: number
  absent: number
  answered: number
  /** How long a trade takes without a kill, ms. */
  tradeMs: number
}

const EXECUTE = `/trading/teams/${TEAM}/execute-trade`

/** So many times: a trade of five players, the server killed around it, started again, and asked again. */
export async function killTrades(demoLeague: string, kills: number, dice: Dice): Promise<KillCounts> {
  const dataDir = await copyOfLeague(demoLeague)
  // The first trade is not cut short: it tells how long one takes.
  const { players, cookie } = await prepare(dataDir, kills + 1)
  const server = await startLeagueServer({ dataDir, env: { PUBLIC_URL, SCHEDULE: 'off', LOGIN: 'trial' } })
  const client = clientOf(server, cookie)
  const counts: KillCounts = { kills, whole: 0, absent: 0, answered: 0, tradeMs: 0 }
  try {
    for (let round = 0; round <= kills; round += 1) {
      const key = `trade-${round}`
      await fillCart(client, players, round)
      const before = await standingOf(client)
      expect(before.cart.status).toBe(CART_OK)
      const after = executed(before)

      const begun = performance.now()
      const asked = client.change(EXECUTE, key).catch(() => null)
      if (round === 0) {
        await asked
        counts.tradeMs = performance.now() - begun
      } else {
        // From before it arrives to after it was answered.
        await new Promise((resolve) => setTimeout(resolve, (dice(1_000) / 1_000) * counts.tradeMs * 1.3))
        await server.kill()
        await server.start()
      }
      const answer = await asked

      const found = await standingOf(client)
      const isWhole = found.cart.cartEntries.length === 0
      expect(found, `round ${round}: whole or absent`).toEqual(isWhole ? after : before)
      // A request with that answer has traded.
      if (answer) expect([answer.status, isWhole]).toEqual([200, true])
      if (round > 0) {
        counts[isWhole ? 'whole' : 'absent'] += 1
        if (answer) counts.answered += 1
      }

      const again = await client.change(EXECUTE, key)
      expect(again).toEqual(answer ?? { status: 200, text: JSON.stringify(after.cart) })
      expect(await client.change(EXECUTE, key)).toEqual(again)
      expect(await standingOf(client)).toEqual(after)
    }
    await server.stop()
    await expectOneRecordEach(dataDir, kills + 1)
    return counts
  } finally {
    await server.kill()
    await removeFolder(dataDir)
  }
}

/** In the books every trade stands once, with the answer that was given. */
async function expectOneRecordEach(dataDir: string, trades: number): Promise<void> {
  const database = await openEmbedded(dataDir)
  try {
    const { records, answers } = await database.transaction(async (queries) => ({
      records: await queries.select().from(auditRecord).where(eq(auditRecord.call, 'trading.executeTrade')),
      answers: await queries.select().from(keptAnswer),
    }))
    expect(records).toHaveLength(trades)
    expect(answers.filter(({ key }) => key.startsWith('trade-'))).toHaveLength(trades)
  } finally {
    await database.close()
  }
}
