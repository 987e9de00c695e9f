import { addDays, dayStart, type Instant, type LeagueDay, tradingIsOpen } from '#rules/calendar'
import type { Keeper } from '#rules/draft'
import type { BoxCandidate } from '#rules/draft-boxes'
import type { League } from '#rules/league'
import type { PlayedGame } from '#rules/money'
import { positionGroup } from '#rules/positions'
import { gamePoints } from '#rules/scoring'
import type { PastUpdate } from '#rules/standings'
import { sellableAt } from '#rules/trading'
import { type Dice, dice } from '../simulation/dice.ts'
import type { SimGame } from '../simulation/game.ts'
import { publishedAt, startOf } from '../simulation/game-calendar.ts'
import type { SimPlayer } from '../simulation/players.ts'
import { correctedGame, DAYS_LATE, lateCorrectedGame, type SimSeason } from '../simulation/season.ts'
import { type DraftDay, holdDraft } from './draft-day.ts'
import {
  demoTeams,
  type Entry,
  ownerOf,
  type Pool,
  type PoolTeam,
  pointsOf,
  priceOf,
  setLineup,
  swap,
  worthOf,
} from './pool-state.ts'

export interface History {
  readonly draft: DraftDay
  readonly entries: readonly Entry[]
  readonly cash: ReadonlyMap<number, number>
  readonly updates: readonly PastUpdate[]
}

const HOUR_MS = 3_600_000

/** The pool's season from the draft through the games of `lastDay`, by the rules of the league. */
export function playHistory(given: {
  seed: number
  league: League
  players: readonly SimPlayer[]
  season: SimSeason
  /** As the draft's boxes rank them. */
  candidates: readonly BoxCandidate[]
  keepers: readonly Keeper[]
  lastDay: LeagueDay
}): History {
  const { league, season, lastDay } = given
  const { timeZone } = league.constants
  const pool: Pool = {
    league,
    players: new Map(given.players.map((player) => [player.id, player])),
    teams: demoTeams.map((_, index) => ({ id: index + 1, cash: 0, roster: [] })),
    entries: [],
    games: new Map(),
    clubGames: new Map(),
  }
  const updates: PastUpdate[] = []
  const publish = (throughDay: LeagueDay, at: Instant) => {
    const scores = pool.teams.map(({ id, cash }) => ({
      teamId: id,
      cash,
      points: pool.entries
        .filter(({ teamId, soldAt }) => teamId === id && soldAt === null)
        .reduce((sum, entry) => sum + worthOf(pool, entry), 0),
    }))
    updates.push({ at, throughDay, scores })
  }

  const draftStarts = dayStart(addDays(season.firstDay, -2), timeZone) + 13 * HOUR_MS
  const throws = dice(given.seed, season.id, 'draft')
  const draft = holdDraft(pool, given.candidates, given.keepers, draftStarts, throws)
  const dayBefore = addDays(season.firstDay, -1)
  publish(dayBefore, publishedAt(dayBefore, timeZone))
  let throughDay = dayBefore
  for (let day = season.firstDay; day <= lastDay; day = addDays(day, 1)) {
    actOnDay(pool, dayStart(day, timeZone) + 8 * HOUR_MS, dice(given.seed, season.id, day, 'owners'))
    const games = season.played(day)
    for (const game of games) count(pool, season, game)
    for (const game of season.played(addDays(day, -1))) correct(pool, season, correctedGame(game))
    for (const game of season.played(addDays(day, -DAYS_LATE))) correct(pool, season, lateCorrectedGame(game))
    if (games.length > 0) throughDay = day
    publish(throughDay, publishedAt(day, timeZone))
  }
  return { draft, entries: pool.entries, cash: new Map(pool.teams.map(({ id, cash }) => [id, cash])), updates }
}

function count(pool: Pool, season: SimSeason, game: SimGame): void {
  const fixture = season.fixtures.find(({ id }) => id === game.id)
  if (!fixture) return
  const startsAt = startOf(fixture).getTime()
  for (const { abbrev } of [fixture.home, fixture.away]) {
    pool.clubGames.set(abbrev, (pool.clubGames.get(abbrev) ?? 0) + 1)
  }
  for (const line of [...game.home.lines, ...game.away.lines]) {
    const played: PlayedGame = { startsAt, points: gamePoints(line) }
    const known = pool.games.get(line.playerId)
    if (known) known.push(played)
    else pool.games.set(line.playerId, [played])
  }
}

/** The correction of a game comes in during a day, and is published with that day's games. */
function correct(pool: Pool, season: SimSeason, corrected: SimGame | null): void {
  const fixture = season.fixtures.find(({ id }) => id === corrected?.id)
  if (!fixture || !corrected) return
  const startsAt = startOf(fixture).getTime()
  for (const line of [...corrected.home.lines, ...corrected.away.lines]) {
    const known = pool.games.get(line.playerId) ?? []
    pool.games.set(
      line.playerId,
      known.map((played) => (played.startsAt === startsAt ? { startsAt, points: gamePoints(line) } : played)),
    )
  }
}

const DAY_MS = 86_400_000
const FORM_DAYS = 21
const HOURS_BEFORE_THE_GAMES = 4

/** What the owners do on a day between the morning's update and the evening's games. */
function actOnDay(pool: Pool, noon: Instant, throws: Dice): void {
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
