import { expect, test } from 'vitest'
import { daysLater } from '#rules/calendar'
import { arrival, changeLineup, dressedCount, type RosterSpot } from '#rules/lineup'
import {
  buyPrice,
  type Cents,
  commission,
  type Interval,
  type PlayedGame,
  scratchPoints,
  sellPrice,
} from '#rules/money'
import type { Dice } from '#rules/pick-sequence'
import { POSITIONS, type Position } from '#rules/positions'
import { projection } from '#rules/projections'
import { isRefusal } from '#rules/refusal'
import { teamScore } from '#rules/standings'
import { addToCart, type CartLine, executeCart } from '#rules/trading'
import { between, expectSame, forSeeds, oneOf, SEEDS, SLOW } from '../support/random.ts'
import { drafted, league } from '../support/season.ts'

const { constants, dates } = league

interface NhlPlayer {
  readonly playerId: number
  readonly position: Position
  readonly games: PlayedGame[]
  points: number
}

interface PoolTeam {
  readonly teamId: number
  cash: Cents
  roster: readonly RosterSpot[]
  /** By player: when they were scratched, and their sale price. */
  readonly scratched: Map<number, Interval[]>
  readonly soldPrice: Map<number, Cents>
}

interface Season {
  readonly players: readonly NhlPlayer[]
  readonly teams: readonly PoolTeam[]
  day: number
  now: number
}

const newSeason = (dice: Dice): Season => {
  const count = between(2, 3, dice)
  const wanted: Record<Position, number> = { LW: 4, C: 4, RW: 4, LD: 3, RD: 3, G: 2 }
  const players = POSITIONS.flatMap((position, group) =>
    Array.from({ length: wanted[position] * count + 4 }, (_, index) => ({
      playerId: 100 * (group + 1) + index,
      position,
      games: [],
      points: dice(40),
    })),
  )
  const teams = Array.from({ length: count }, (_, index) => {
    const spots: RosterSpot[] = []
    // Goalies and defenders first: the nineteen dressed are a legal lineup.
    for (const position of POSITIONS.toReversed()) {
      const own = players.filter((player) => player.position === position)
      const some = own.slice(index * wanted[position], (index + 1) * wanted[position])
      for (const player of some) spots.push(arrival(spots, player, drafted, constants))
    }
    const scratched = spots.filter((spot) => spot.scratched)
    return {
      teamId: index + 1,
      cash: dice(6_000),
      roster: spots,
      scratched: new Map(scratched.map(({ playerId }) => [playerId, [{ from: drafted, until: null }]])),
      soldPrice: new Map<number, Cents>(),
    }
  })
  return { players, teams, day: 0, now: dates.tradingStartTime - 3 * 86_400_000 }
}

const playerOf = (season: Season, playerId: number): NhlPlayer => {
  const player = season.players.find((each) => each.playerId === playerId)
  if (!player) throw new Error(`no player ${playerId}`)
  return player
}

const ownerOf = (season: Season, playerId: number): number | null =>
  season.teams.find(({ roster }) => roster.some((spot) => spot.playerId === playerId && !spot.sold))?.teamId ?? null

const entryOf = (season: Season, team: PoolTeam, playerId: number) => {
  const { points, games } = playerOf(season, playerId)
  return {
    points,
    scratchPoints: scratchPoints(games, team.scratched.get(playerId) ?? []),
    soldPrice: team.soldPrice.get(playerId) ?? null,
  }
}

const totalOf = (season: Season, team: PoolTeam): Cents =>
  teamScore(
    team.roster.map(({ playerId }) => entryOf(season, team, playerId)),
    team.cash,
  ).totalScore

const expectLegal = (season: Season): void => {
  const owned = season.teams.flatMap(({ roster }) => roster.filter(({ sold }) => !sold).map(({ playerId }) => playerId))
  expectSame(new Set(owned).size, owned.length)
  for (const { cash, roster } of season.teams) {
    const facts = {
      cash: Number.isInteger(cash) && cash >= 0,
      eachOnce: new Set(roster.map(({ playerId }) => playerId)).size === roster.length,
      size: roster.filter(({ sold }) => !sold).length <= 22,
      dressed: dressedCount(roster) <= 19,
      defenders: dressedCount(roster, 'defender') >= 4,
      goalies: dressedCount(roster, 'goalie') >= 1,
    }
    expectSame(facts, { cash: true, eachOnce: true, size: true, dressed: true, defenders: true, goalies: true })
  }
}

/** Every total grows by the points of the dressed players and nothing else. */
const playGames = (season: Season, dice: Dice): void => {
  const totals = season.teams.map((team) => totalOf(season, team))
  const made = season.teams.map(() => 0)
  for (const player of season.players) {
    if (dice(2) === 0) continue
    const points = dice(6)
    player.games.push({ startsAt: season.now, points })
    player.points += points
    season.teams.forEach(({ roster }, index) => {
      const spot = roster.find(({ playerId }) => playerId === player.playerId)
      if (spot && !spot.sold && !spot.scratched) made[index] = (made[index] ?? 0) + points
    })
  }
  expectSame(
    season.teams.map((team) => totalOf(season, team)),
    totals.map((total, index) => total + (made[index] ?? 0) * 100),
  )
}

const follow = (team: PoolTeam, before: RosterSpot | undefined, after: RosterSpot, now: number): void => {
  const intervals = team.scratched.get(after.playerId) ?? []
  const plays = after.sold || !after.scratched
  if (!plays && !before?.scratched) intervals.push({ from: now, until: null })
  const last = intervals.pop()
  if (last) intervals.push(plays && last.until === null ? { ...last, until: now } : last)
  team.scratched.set(after.playerId, intervals)
}

const tryLineup = (season: Season, team: PoolTeam, dice: Dice): boolean => {
  const { playerId } = oneOf(team.roster, dice)
  const before = team.roster.find((spot) => spot.playerId === playerId)
  const after = changeLineup(team.roster, playerId, dice(2) === 0 ? 'scratched' : 'dressed', season.now, league)
  if (isRefusal(after)) return false
  const total = totalOf(season, team)
  team.roster = team.roster.map((spot) => (spot.playerId === playerId ? after : spot))
  follow(team, before, after, season.now)
  expectSame(totalOf(season, team), total)
  return true
}

const projectionOf = (season: Season, { points }: NhlPlayer) => projection({ points, teamGamesPlayed: 20 + season.day })

const randomCart = (season: Season, team: PoolTeam, dice: Dice): readonly CartLine[] => {
  let cart: readonly CartLine[] = []
  for (let lines = between(1, 4, dice); lines > 0; lines--) {
    const buys = dice(2) === 0
    const player = buys ? oneOf(season.players, dice) : playerOf(season, oneOf(team.roster, dice).playerId)
    const { playerId, position, points } = player
    const added = addToCart(
      cart,
      {
        tradeAction: buys ? 'BUY' : 'SELL',
        playerId,
        position,
        price: buys ? buyPrice(points, projectionOf(season, player)) : sellPrice(entryOf(season, team, playerId)),
        ownerId: ownerOf(season, playerId),
      },
      team,
    )
    if (!isRefusal(added)) cart = added
  }
  return cart
}

/** A trade costs the commissions on the players bought and nothing else. */
const tryTrade = (season: Season, team: PoolTeam, dice: Dice): boolean => {
  const cart = randomCart(season, team, dice)
  const result = executeCart(cart, team, season.now, league)
  if (isRefusal(result)) return false
  const total = totalOf(season, team)
  const commissions = cart
    .filter(({ tradeAction }) => tradeAction === 'BUY')
    .map(({ playerId }) => playerOf(season, playerId))
    .reduce((sum, player) => sum + commission(player.points, projectionOf(season, player)), 0)
  for (const { tradeAction, playerId, price } of cart) if (tradeAction === 'SELL') team.soldPrice.set(playerId, price)
  const former = team.roster
  team.roster = result.roster
  team.cash = result.cash
  for (const spot of result.roster) {
    follow(
      team,
      former.find(({ playerId }) => playerId === spot.playerId),
      spot,
      season.now,
    )
  }
  expectSame(totalOf(season, team), total - commissions)
  expectSame(result.trades.length, cart.length)
  return true
}

test('in random seasons every roster stays legal and money goes to commissions alone', SLOW, () => {
  let lineups = 0
  let trades = 0
  forSeeds((dice) => {
    const season = newSeason(dice)
    expectLegal(season)
    for (season.day = 1; season.day <= 6; season.day++) {
      season.now = daysLater(season.now, 1, constants.timeZone)
      playGames(season, dice)
      season.now += 3_600_000
      for (const team of season.teams) {
        if (tryLineup(season, team, dice)) lineups++
        if (tryTrade(season, team, dice)) trades++
      }
      expectLegal(season)
    }
  })
  // Guards against seasons in which nearly everything is refused.
  if (!process.env.SEED) expect(Math.min(lineups, trades)).toBeGreaterThan(SEEDS.length)
})
