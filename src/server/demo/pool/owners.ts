import { type Instant, tradingIsOpen } from '#rules/calendar'
import { positionGroup } from '#rules/positions'
import { sellableAt } from '#rules/trading'
import type { Dice } from '../simulation/dice.ts'
import { ownerOf, type Pool, type PoolTeam, pointsOf, priceOf, setLineup, swap, worthOf } from './pool-state.ts'
import { demoTeams } from './pool-teams.ts'

const DAY_MS = 86_400_000
const FORM_DAYS = 21
const HOURS_BEFORE_THE_GAMES = 4

/** What the owners do on a day between the morning's update and the evening's games. */
export function actOnDay(pool: Pool, noon: Instant, throws: Dice): void {
  for (const team of throws.shuffle(pool.teams)) {
    const { tradesEvery } = demoTeams[team.id - 1] ?? { tradesEvery: 10 }
    const at = noon + Math.floor(throws.next() * HOURS_BEFORE_THE_GAMES * 3_600_000)
    if (throws.chance(0.2)) rest(pool, team, at)
    if (tradingIsOpen(pool.league.dates, at) && throws.chance(1 / tradesEvery)) trade(pool, team, at, throws)
  }
}

const form = (pool: Pool, playerId: number, at: Instant): number => pointsOf(pool, playerId, at - FORM_DAYS * DAY_MS)

/** Sits the dressed player in the worst form for the scratched one in a better one who may dress. */
function rest(pool: Pool, team: PoolTeam, at: Instant): void {
  const unsold = team.roster.filter(({ sold }) => !sold)
  const by = (scratched: boolean) =>
    unsold
      .filter((spot) => spot.scratched === scratched && spot.position !== 'G')
      .map(({ playerId }) => ({ playerId, form: form(pool, playerId, at) }))
      .sort((one, other) => one.form - other.form)
  const worst = by(false)[0]
  const best = by(true).at(-1)
  if (!worst || !best || best.form <= worst.form) return
  const sat = team.roster
  if (!setLineup(pool, team, worst.playerId, 'scratched', at)) return
  if (setLineup(pool, team, best.playerId, 'dressed', at + 60_000)) return
  // The other has not sat out long enough, so take the scratch back.
  team.roster = sat
  pool.entries.find((entry) => entry.teamId === team.id && entry.playerId === worst.playerId)?.scratched.pop()
}

/** Sells a player the team no longer believes in and buys a free agent of the same position in better form. */
function trade(pool: Pool, team: PoolTeam, at: Instant, throws: Dice): void {
  const held = pool.entries
    .filter(
      (entry) => entry.teamId === team.id && entry.soldAt === null && sellableAt(entry, pool.league.constants) <= at,
    )
    .map((entry) => ({ entry, form: form(pool, entry.playerId, at) }))
    .sort((one, other) => one.form - other.form)
  const { entry } = held[throws.int(5)] ?? {}
  const group = entry ? pool.players.get(entry.playerId)?.position : undefined
  if (!entry || !group) return
  const budget = team.cash + worthOf(pool, entry)
  const wanted = [...pool.players.values()]
    .filter(({ id, position }) => positionGroup(position) === positionGroup(group) && ownerOf(pool, id) === null)
    .map(({ id }) => ({ id, form: form(pool, id, at) }))
    .sort((one, other) => other.form - one.form)
    .slice(0, 40)
    .filter(({ id }) => priceOf(pool, id) <= budget)
  const own = form(pool, entry.playerId, at)
  for (const { id } of wanted.filter((free) => free.form > own).slice(0, 3)) {
    if (swap(pool, team, entry.playerId, id, at)) return
  }
}
