import { addDays, dayStart, type Instant, type LeagueDay } from '#rules/calendar'
import type { BoxCandidate } from '#rules/draft-boxes'
import type { Keeper } from '#rules/keepers'
import type { League } from '#rules/league'
import type { PlayedGame } from '#rules/money'
import { gamePoints } from '#rules/scoring'
import type { PastUpdate } from '../../store/subjects/demo-league.ts'
import { correctedGame, DAYS_LATE, lateCorrectedGame } from '../simulation/corrections.ts'
import { dice } from '../simulation/dice.ts'
import { startOf } from '../simulation/game-calendar.ts'
import type { SimGame } from '../simulation/lines.ts'
import { publishedAt } from '../simulation/mornings.ts'
import type { SimPlayer } from '../simulation/players.ts'
import type { SimSeason } from '../simulation/season.ts'
import { type DraftDay, holdDraft } from './draft-day.ts'
import { actOnDay } from './owners.ts'
import { type Entry, type Pool, worthOf } from './pool-state.ts'
import { demoTeams } from './pool-teams.ts'

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
  /** Without the corrections of its games: as the sums and lines of a season that is over have them. */
  isFormer?: boolean
}): History {
  const { league, season, lastDay, isFormer = false } = given
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
    if (!isFormer) {
      for (const game of season.played(addDays(day, -1))) correct(pool, season, correctedGame(game))
      for (const game of season.played(addDays(day, -DAYS_LATE))) correct(pool, season, lateCorrectedGame(game))
    }
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
