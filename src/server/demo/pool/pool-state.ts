import type { Instant } from '#rules/calendar'
import type { League } from '#rules/league'
import { changeLineup, type RosterSpot } from '#rules/lineup'
import { buyPrice, type Cents, type Interval, type PlayedGame, scratchPoints, teamPoints } from '#rules/money'
import { projection } from '#rules/projections'
import { isRefusal } from '#rules/refusal'
import { type HeldEntry, newEntry } from '#rules/roster-history'
import { type CartLine, executeCart } from '#rules/trading'
import type { SimPlayer } from '../simulation/players.ts'

export interface DemoTeam {
  readonly name: string
  readonly shortName: string
  readonly owner: { readonly userName: string; readonly displayName: string; readonly roles: readonly string[] }
  /** Days between its trades, and how well its owner judges players: smaller is better. */
  readonly tradesEvery: number
  readonly judgement: number
}

const team = (
  name: string,
  shortName: string,
  userName: string,
  displayName: string,
  tradesEvery: number,
  judgement: number,
  roles: readonly string[] = [],
): DemoTeam => ({ name, shortName, owner: { userName, displayName, roles }, tradesEvery, judgement })

/** The twelve teams of the demo league and whose they are. Ids are their places in this list, from 1. */
export const demoTeams: readonly DemoTeam[] = [
  team('Commissioner Chaos', 'CHAOS', 'admin', 'admin', 9, 0.2, ['admin']),
  team('Premium Pucks', 'PREMIUM', 'premium', 'premium', 6, 0.14, ['premium']),
  team('Thursday Night Skate', 'THU', 'member', 'member', 11, 0.24),
  team('Frozen Assets', 'FROZEN', 'tuula', 'Tuula', 8, 0.18),
  team('Five Hole Philosophers', '5HOLE', 'bertrand', 'Bertrand', 13, 0.28),
  team('The Zamboni Union', 'ZAMBONI', 'wilma', 'Wilma', 7, 0.3),
  team('Sudden Death Knitters', 'KNIT', 'odile', 'Odile', 10, 0.16),
  team('Backcheck to the Future', 'BTTF', 'emmerich', 'Emmerich', 12, 0.34),
  team('Penalty Box Poets', 'POETS', 'salvatore', 'Salvatore', 5, 0.22),
  team('Hartmouth Harbour Seals', 'SEALS', 'ines', 'Ines', 14, 0.26),
  team('Old Ice, New Tricks', 'OLDICE', 'gottfried', 'Gottfried', 20, 0.2),
  team('Empty Netters Anonymous', 'ENA', 'yasmin', 'Yasmin', 9, 0.38),
]

export const newcomer = { userName: 'newcomer', displayName: 'newcomer' }

/** A player's time with a team, as it is going to be written. */
export interface Entry extends HeldEntry {
  readonly teamId: number
  readonly playerId: number
  soldAt: Instant | null
  soldPrice: Cents | null
  readonly scratched: { from: Instant; until: Instant | null }[]
}

export interface PoolTeam {
  readonly id: number
  cash: Cents
  roster: readonly RosterSpot[]
}

/** The pool's season in the making, before any of it is stored. */
export interface Pool {
  readonly league: League
  readonly players: ReadonlyMap<number, SimPlayer>
  readonly teams: readonly PoolTeam[]
  readonly entries: Entry[]
  /** Published games of each player, the latest last. */
  readonly games: Map<number, PlayedGame[]>
  readonly clubGames: Map<string, number>
}

export const pointsOf = (pool: Pool, playerId: number, since: Instant = Number.NEGATIVE_INFINITY): number =>
  (pool.games.get(playerId) ?? []).reduce((sum, game) => sum + (game.startsAt >= since ? game.points : 0), 0)

export const entryOf = (pool: Pool, teamId: number, playerId: number): Entry | undefined =>
  pool.entries.find((entry) => entry.teamId === teamId && entry.playerId === playerId)

export const ownerOf = (pool: Pool, playerId: number): number | null =>
  pool.entries.find((entry) => entry.playerId === playerId && entry.soldAt === null)?.teamId ?? null

export const worthOf = (pool: Pool, entry: Entry): Cents => {
  const intervals: Interval[] = entry.scratched
  return teamPoints({
    points: pointsOf(pool, entry.playerId),
    scratchPoints: intervals.length === 0 ? 0 : scratchPoints(pool.games.get(entry.playerId) ?? [], intervals),
    soldPrice: entry.soldPrice,
  })
}

export function priceOf(pool: Pool, playerId: number): Cents {
  const points = pointsOf(pool, playerId)
  const club = pool.players.get(playerId)?.club ?? ''
  const teamGamesPlayed = pool.clubGames.get(club) ?? 0
  return buyPrice(points, projection({ points, teamGamesPlayed }, pool.league.constants), pool.league.constants)
}

/** Sells one player and buys another when the rules allow it. Returns whether it happened. */
export function swap(pool: Pool, team: PoolTeam, sell: number, buy: number, at: Instant): boolean {
  const selling = entryOf(pool, team.id, sell)
  const line = (tradeAction: CartLine['tradeAction'], playerId: number, price: Cents): CartLine[] => {
    const position = pool.players.get(playerId)?.position
    return position ? [{ tradeAction, playerId, position, price, ownerId: ownerOf(pool, playerId) }] : []
  }
  if (!selling) return false
  const cart = [...line('SELL', sell, worthOf(pool, selling)), ...line('BUY', buy, priceOf(pool, buy))]
  const done = executeCart(cart, { teamId: team.id, cash: team.cash, roster: team.roster }, at, pool.league)
  if (isRefusal(done)) return false
  team.cash = done.cash
  team.roster = done.roster
  for (const { tradeAction, playerId, price } of done.trades) {
    if (tradeAction === 'SELL') {
      selling.soldAt = at
      selling.soldPrice = price
      continue
    }
    const spot = done.roster.find((each) => each.playerId === playerId)
    const bought = spot && newEntry(spot, { acquired: 'trade', boughtPrice: price })
    if (bought) pool.entries.push({ teamId: team.id, playerId, ...bought })
  }
  return true
}

/** Scratches or dresses when the rules allow it. Returns whether it happened. */
export function setLineup(
  pool: Pool,
  team: PoolTeam,
  playerId: number,
  to: 'dressed' | 'scratched',
  at: Instant,
): boolean {
  const changed = changeLineup(team.roster, playerId, to, at, pool.league)
  const entry = entryOf(pool, team.id, playerId)
  if (isRefusal(changed) || !entry) return false
  team.roster = team.roster.map((spot) => (spot.playerId === playerId ? changed : spot))
  const open = entry.scratched.find(({ until }) => until === null)
  if (to === 'scratched') entry.scratched.push({ from: at, until: null })
  else if (open) open.until = at
  return true
}
