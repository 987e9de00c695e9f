import { expect, test } from 'vitest'
import type { RosterSpot } from '#rules/lineup'
import type { Position } from '#rules/positions'
import { type CartLine, type Sale, waysOut } from '#rules/trading'
import { between, expectSame, forSeeds, oneOf, SLOW } from '../support/random.ts'
import { at, league, spot } from '../support/season.ts'

const TEAM = 1
const now = at('2027-01-15T12:00-05:00')
const DAY_MS = 86_400_000
const daysAgo = (days: number) => now - days * DAY_MS

const sale = (playerId: number, position: Position, price: number, pointsLost: number | null): Sale => ({
  line: { tradeAction: 'SELL', playerId, position, price, ownerId: TEAM },
  pointsLost,
})
const buy = (playerId: number, position: Position, price: number): CartLine => ({
  tradeAction: 'BUY',
  playerId,
  position,
  price,
  ownerId: null,
})

/** The rules as the league's page has them, counted on fingers: 22 players, 19 of them dressed, 4 defenders, 1 goalie, 21 days. */
const isAllowed = (players: readonly RosterSpot[], cart: readonly CartLine[], cash: number): boolean => {
  let left = cash
  let own = players.filter(({ sold }) => !sold).map((each) => ({ ...each }))
  for (const { tradeAction, playerId, price } of cart) {
    if (tradeAction === 'BUY') continue
    const gone = own.find((each) => each.playerId === playerId)
    if (!gone || now - gone.boughtAt < 21 * DAY_MS) return false
    own = own.filter((each) => each !== gone)
    left += price
  }
  for (const { tradeAction, playerId, position, price } of cart) {
    if (tradeAction === 'SELL') continue
    if (players.some((each) => each.playerId === playerId)) return false
    const dressed = own.filter(({ scratched }) => !scratched).length
    own.push(spot(playerId, position, { scratched: dressed >= 19 }))
    left -= price
  }
  const dressed = own.filter(({ scratched }) => !scratched).map(({ position }) => position)
  const defenders = dressed.filter((position) => position === 'LD' || position === 'RD').length
  return own.length <= 22 && left >= 0 && defenders >= 4 && dressed.includes('G')
}

/** Who has no projection comes last. */
const lossOf = (each: Sale | null): number => each?.pointsLost ?? Number.POSITIVE_INFINITY

const PER_SEED = 20

test('whom to sell for a cart that is not possible: the same three as found by trying everybody', SLOW, () => {
  let found = 0
  forSeeds((dice) => {
    for (let round = 0; round < PER_SEED; round += 1) {
      const positions: Position[] = [
        ...Array.from({ length: between(3, 6, dice) }, () => oneOf(['LD', 'RD'] as const, dice)),
        ...Array.from({ length: between(1, 2, dice) }, (): Position => 'G'),
      ]
      while (positions.length < between(18, 22, dice)) positions.push(oneOf(['LW', 'C', 'RW'] as const, dice))
      const players = positions.map((position, index) =>
        spot(100 + index, position, {
          boughtAt: dice(3) === 0 ? daysAgo(between(18, 24, dice)) : daysAgo(60),
          scratched: dice(6) === 0,
        }),
      )
      players.push(spot(90, 'C', { sold: true }))
      const sales = players
        .filter(({ sold }) => !sold)
        .map(({ playerId, position }) => {
          const pointsLost = dice(6) === 0 ? null : between(0, 4, dice)
          return sale(playerId, position, between(1, 6, dice) * 5_00, pointsLost)
        })
      const cash = between(0, 20, dice) * 1_00
      const cart = [
        ...Array.from({ length: between(0, 2, dice) }, (_, index) =>
          buy(1 + index, oneOf(['LW', 'C', 'RD', 'G'] as const, dice), between(5, 30, dice) * 1_00),
        ),
        ...(dice(3) === 0 ? [oneOf(sales, dice).line] : []),
      ]

      const left = sales.filter(({ line }) => !cart.some(({ playerId }) => playerId === line.playerId))
      const best: number[] = []
      while (cart.length > 0 && !isAllowed(players, cart, cash) && best.length < 3) {
        let cheapest: Sale | null = null
        for (const each of left) {
          if (best.includes(each.line.playerId) || !isAllowed(players, [...cart, each.line], cash)) continue
          const [loss, most] = [lossOf(each), lossOf(cheapest)]
          if (!cheapest || loss < most || (loss === most && each.line.price < cheapest.line.price)) cheapest = each
        }
        if (!cheapest) break
        best.push(cheapest.line.playerId)
      }
      const ways = waysOut(cart, { teamId: TEAM, cash, roster: players }, sales.toReversed(), now, league)
      expectSame(
        ways.map(({ line }) => line.playerId),
        best,
      )
      for (const { line } of ways) expect(isAllowed(players, [...cart, line], cash)).toBe(true)
      found += best.length
    }
  })
  expect(found).toBeGreaterThan(process.env.SEED ? 0 : 100)
})
