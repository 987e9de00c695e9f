import type { Instant, LeagueDay } from '#rules/calendar'
import { nightOf } from '#rules/tonight'
import type { OddScore, ScoreSource } from '../nhl/score-source.ts'
import { SourceRefusal, SourceUnavailable } from '../nhl/source-error.ts'
import type { Queries } from '../store/engine/database.ts'
import { followedGames, saveGoalies, saveScores } from '../store/subjects/follow-games.ts'
import { type CurrentLeague, findLeague } from '../store/subjects/league.ts'
import { shareSeason } from '../store/subjects/locks.ts'
import {
  noteScoresFailed,
  noteScoresRead,
  noteScoresRequested,
  scoreReadingNow,
} from '../store/subjects/score-games.ts'
import type { ScheduleGiven } from './scheduled-work.ts'
import { scoresDue, waitAfterFailure } from './scores-due.ts'

const HOUR_MS = 3_600_000
const MOST_AN_HOUR = 200
const NO_LEAGUE_MS = 60_000

async function look(queries: Queries, now: Instant) {
  const league = await findLeague(queries)
  if (!league) return null
  const reading = await scoreReadingNow(queries)
  const tonight = nightOf(now)
  return {
    league,
    reading,
    ...scoresDue(await followedGames(queries, league.seasonId, tonight), tonight, reading, now),
  }
}

/**
 * Asks for the score page when that is due, and keeps what it says. Returns a function that answers when to look again, in
 * ms. What cannot be used changes nothing, and is logged once until it can be used again: a page, or a game of it.
 */
export function followScores(given: ScheduleGiven): () => Promise<number> {
  const { database, clock, log, statistics, signal } = given
  const requests: Instant[] = []
  const tried = new Set<string>()
  let warned: string | null = null
  const say = (sentence: string) => {
    if (warned !== sentence) log.warn(sentence)
    warned = sentence
  }

  /** Games that could not be read the last time, by day and number. */
  const aside = new Map<LeagueDay, ReadonlyMap<number | null, string>>()
  const sayAside = (day: LeagueDay, odd: readonly OddScore[]) => {
    const before = aside.get(day) ?? new Map<number | null, string>()
    const now = new Map(odd.map(({ id, why }) => [id, why]))
    const nameOf = (id: number | null) => (id === null ? 'A game' : `Game ${id}`)
    for (const [id, why] of now) {
      if (!before.has(id)) log.warn(`${nameOf(id)} of the score page stays as it was: ${why}`)
    }
    for (const id of before.keys()) {
      if (!now.has(id)) log.info(`${nameOf(id)} of the score page can be used again`)
    }
    aside.set(day, now)
  }

  /** False: there were enough requests within the hour. */
  const mayAsk = (now: Instant): boolean => {
    while (requests[0] !== undefined && requests[0] <= now - HOUR_MS) requests.shift()
    if (requests.length >= MOST_AN_HOUR) return false
    requests.push(now)
    return true
  }

  async function readDay(source: ScoreSource, { seasonId }: CurrentLeague, day: LeagueDay): Promise<boolean> {
    const now = clock().getTime()
    if (!mayAsk(now)) return false
    const { games, odd } = await source.scores(day, seasonId)
    sayAside(day, odd)
    const { stale, withoutGoalies } = await database.transaction(async (queries) => {
      // The undone start of a season takes its games with it.
      await shareSeason(queries)
      const outcome = await saveScores({ database }, queries, { seasonId, day, now: clock().getTime() }, games)
      await noteScoresRead(queries, now)
      await database.announce(queries, 'scores', '')
      return outcome
    })
    if (stale !== null)
      say(`Game ${stale} of the score page is older than what was read before, so it was left as it was`)
    for (const game of withoutGoalies) await readGoalies(source, game)
    return stale === null
  }

  /** Once for each state of a game that is over, until its box score names a winner. */
  async function readGoalies(source: ScoreSource, { id, state }: { id: number; state: string }): Promise<void> {
    const key = `${id} ${state}`
    if (tried.has(key) || !mayAsk(clock().getTime())) return
    tried.add(key)
    try {
      const goalies = await source.goalies(id, (why) => log.warn(`A goalie of a game is not known yet: ${why}`))
      await database.transaction(async (queries) => {
        await saveGoalies(queries, id, goalies)
        await database.announce(queries, 'scores', '')
      })
    } catch (error) {
      if (!(error instanceof SourceRefusal || error instanceof SourceUnavailable)) throw error
      log.warn(`The goalies of a game are not known yet: ${error.message}`)
    }
  }

  async function ask(league: CurrentLeague, days: readonly LeagueDay[], failures: number): Promise<void> {
    await database.transaction((queries) => noteScoresRequested(queries, clock().getTime()))
    const failed: (SourceRefusal | SourceUnavailable)[] = []
    let isFine = true
    const source = await statistics.scores(league, signal)
    for (const day of days) {
      try {
        isFine = (await readDay(source, league, day)) && isFine
      } catch (error) {
        if (signal.aborted) return
        // One day's page costs no other.
        if (!(error instanceof SourceRefusal || error instanceof SourceUnavailable)) throw error
        failed.push(error)
      }
    }
    for (const { message } of failed) say(`The scores stay as they were: ${message}`)
    if (failed.length === 0 && isFine && warned !== null) {
      log.info('The score page can be used again')
      warned = null
    }
    const retryAfterMs = Math.max(
      0,
      ...failed.map((error) => ('retryAfterMs' in error ? (error.retryAfterMs ?? 0) : 0)),
    )
    if (failed.length < days.length && retryAfterMs === 0) return
    const wait = waitAfterFailure(failures, retryAfterMs)
    await database.transaction((queries) => noteScoresFailed(queries, clock().getTime() + wait))
  }

  return async () => {
    const seen = await database.transaction((queries) => look(queries, clock().getTime()))
    if (!seen) return NO_LEAGUE_MS
    if (seen.days.length === 0) return seen.inMs
    // If another process is at it, it has its answer when this one looks again.
    await database.exclusively(async () => {
      const due = await database.transaction((queries) => look(queries, clock().getTime()))
      if (due && due.days.length > 0) await ask(due.league, due.days, due.reading.failures)
    }, 'scores')
    return seen.inMs
  }
}
