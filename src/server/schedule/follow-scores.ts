import { isDeepStrictEqual } from 'node:util'
import { and, between, eq, inArray } from 'drizzle-orm'
import type { GameState } from '#contract/tonight'
import { addDays, type Instant, type LeagueDay } from '#rules/calendar'
import { goalsStanding } from '#rules/notices'
import { type GoalieGame, isCalledOff, isOlder, isOver, namesWinner, nightOf } from '#rules/tonight'
import type { Database, Queries } from '../db/engine/database.ts'
import { DatabaseUnavailable } from '../db/engine/database-errors.ts'
import { shareSeason } from '../db/locks.ts'
import { repeat } from '../db/repeat.ts'
import { game, scoreGame } from '../db/tables/tables.ts'
import { growingWait } from '../http/answers/growing-wait.ts'
import { type CurrentLeague, findLeague } from '../league/league.ts'
import type { ScoreSource } from '../nhl/api/score-source.ts'
import { isOfSource, type SourceRefusal, type SourceUnavailable } from '../nhl/source.ts'
import {
  keptScores,
  noteScoresFailed,
  noteScoresRead,
  noteScoresRequested,
  reportedGames,
  type ScoreGame,
  saveScore,
  scoreReadingNow,
  scoresOf,
  stateOf,
} from '../nhl/store/score-games.ts'
import { type ChangedGame, queueGoalNotices } from '../push/push-notices.ts'
import type { ScheduleGiven } from './scheduled-work.ts'

/** Games of the night and of the days around it, as far as they are known. */
async function followedGames(queries: Queries, seasonId: number, tonight: LeagueDay) {
  const games = await queries
    .select()
    .from(game)
    .where(and(eq(game.seasonId, seasonId), between(game.gameDate, addDays(tonight, -1), addDays(tonight, 1))))
  const scores = await scoresOf(queries, games)
  const reported = await reportedGames(
    queries,
    games.map(({ id }) => id),
  )
  return games.map((each) => {
    const score = scores.get(each.id)
    const state = stateOf(each, score)
    return {
      day: each.gameDate,
      startsAt: each.startTime.getTime(),
      state,
      isAnnounced: score?.state === state,
      isDecided: reported.has(each.id) || namesWinner(score?.goalies ?? []),
    }
  })
}

export interface ScoresSaved {
  /** A game of which the page has announced more before; it stays as it was. */
  readonly stale: number | null
  /** Games that are over and whose winning goalie is not known. */
  readonly withoutGoalies: readonly Pick<ScoreGame, 'id' | 'state'>[]
}

/** Each game of the day is replaced as a whole; one that is not on the page stays. */
export async function saveScores(
  outlet: { readonly database: Pick<Database, 'announce'> },
  queries: Queries,
  { seasonId, day, now }: { readonly seasonId: number; readonly day: LeagueDay; readonly now: Instant },
  read: readonly ScoreGame[],
): Promise<ScoresSaved> {
  const ids = read.map(({ id }) => id)
  const scheduled = await startsOf(queries, seasonId, ids)
  const known = await keptScores(queries, ids)
  const reported = await reportedGames(queries, ids)
  let stale: number | null = null
  const withoutGoalies: Pick<ScoreGame, 'id' | 'state'>[] = []
  const changed: ChangedGame[] = []
  for (const one of read) {
    const startsAt = scheduled.get(one.id)
    // A game that no schedule has is not known to the league.
    if (startsAt === undefined) continue
    const kept = known.get(one.id)
    const before = kept?.day === day ? kept : null
    if (before && isOlder(one, before)) {
      stale = one.id
      continue
    }
    const goalies = isOver(one.state) && before ? before.goalies : []
    const { home: _, away: __, ...facts } = { ...one, goalies }
    // Most games of a night have not begun, or are over.
    if (!isDeepStrictEqual(facts, before)) await saveScore(queries, { ...one, goalies })
    changed.push({ game: one, startsAt, before: before?.goals ?? null })
    if (isOver(one.state) && !namesWinner(goalies) && !reported.has(one.id)) withoutGoalies.push(one)
  }
  await queueGoalNotices(outlet, queries, { seasonId, now }, changed.filter(hasOtherGoals))
  return { stale, withoutGoalies }
}

const hasOtherGoals = ({ game: { id, goals }, before }: ChangedGame): boolean =>
  goalsStanding(id, goals).join() !== goalsStanding(id, before ?? []).join()

async function startsOf(
  queries: Queries,
  seasonId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Instant>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .select({ id: game.id, startTime: game.startTime })
    .from(game)
    .where(and(eq(game.seasonId, seasonId), inArray(game.id, [...ids])))
  return new Map(rows.map(({ id, startTime }) => [id, startTime.getTime()]))
}

export async function saveGoalies(queries: Queries, gameId: number, goalies: readonly GoalieGame[]): Promise<void> {
  await queries
    .update(scoreGame)
    .set({ goalies: [...goalies] })
    .where(eq(scoreGame.gameId, gameId))
}

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

/** Sentences by what they are about. */
type Faults = Map<unknown, string>

/**
 * Asks for the score page when that is due, and keeps what it says. Returns a function that answers when to look again,
 * in ms. What cannot be used, a page or a game of it, changes nothing, and is logged once until everything can be used.
 */
export function followScores(given: ScheduleGiven): () => Promise<number> {
  const { database, clock, log, statistics, signal } = given
  const requests: Instant[] = []
  const tried = new Set<string>()
  /** What could not be used the last time. */
  let known: ReadonlySet<unknown> = new Set()
  const say = (faults: Faults) => {
    for (const [what, sentence] of faults) if (!known.has(what)) log.warn(sentence)
    if (faults.size === 0 && known.size > 0) log.info('The score page can be used again')
    known = new Set(faults.keys())
  }

  /** False: there were enough requests within the hour. */
  const mayAsk = (now: Instant): boolean => {
    while (requests[0] !== undefined && requests[0] <= now - HOUR_MS) requests.shift()
    if (requests.length >= MOST_AN_HOUR) return false
    requests.push(now)
    return true
  }

  async function readDay(source: ScoreSource, { seasonId }: CurrentLeague, day: LeagueDay, faults: Faults) {
    const now = clock().getTime()
    if (!mayAsk(now)) return void faults.set('requests', 'The scores wait: there were enough requests within the hour')
    const { games, odd } = await source.scores(day, seasonId)
    for (const { id, why } of odd) {
      const name = id === null ? 'A game' : `Game ${id}`
      faults.set(id, `${name} of the score page stays as it was: ${why}`)
    }
    const { stale, withoutGoalies } = await database.transaction(async (queries) => {
      // The undone start of a season takes its games with it.
      await shareSeason(queries)
      const outcome = await saveScores({ database }, queries, { seasonId, day, now: clock().getTime() }, games)
      await noteScoresRead(queries, now)
      await database.announce(queries, 'scores', '')
      return outcome
    })
    if (stale !== null)
      faults.set('old', `Game ${stale} of the score page is older than what was read before, so it was left as it was`)
    for (const game of withoutGoalies) await readGoalies(source, game)
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
      if (!isOfSource(error)) throw error
      log.warn(`The goalies of a game are not known yet: ${error.message}`)
    }
  }

  async function ask(league: CurrentLeague, days: readonly LeagueDay[], failures: number): Promise<void> {
    await database.transaction((queries) => noteScoresRequested(queries, clock().getTime()))
    const failed: (SourceRefusal | SourceUnavailable)[] = []
    const faults: Faults = new Map()
    const source = await statistics.scores(league, signal)
    for (const day of days) {
      try {
        await readDay(source, league, day, faults)
      } catch (error) {
        if (signal.aborted) return
        // One day's page costs no other.
        if (!isOfSource(error)) throw error
        failed.push(error)
        faults.set(error.message, `The scores stay as they were: ${error.message}`)
      }
    }
    say(faults)
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

/** A game as far as it is known. */
interface FollowedGame {
  readonly day: LeagueDay
  readonly startsAt: Instant
  readonly state: GameState
  /** The score page has announced this state. */
  readonly isAnnounced: boolean
  /** Who won in goal is known, by the box score or the reports. */
  readonly isDecided: boolean
}

const MINUTE_MS = 60_000
/** How often while a game is on. */
const WHILE_ON_MS = 20_000
/** And so often on a day with games to come: one may be put off, or begin at another time. */
const BEFORE_MS = 10 * MINUTE_MS
const BEFORE_START_MS = 5 * MINUTE_MS
/** A game that is not official after this long is left to the reports. */
const LONGEST_GAME_MS = 18 * 60 * MINUTE_MS
/** Imports may bring other games meanwhile. */
const LOOK_AGAIN_MS = MINUTE_MS

const isOn = ({ startsAt, state, isDecided }: FollowedGame, now: Instant): boolean =>
  startsAt - BEFORE_START_MS <= now &&
  now < startsAt + LONGEST_GAME_MS &&
  // A process may end between the page and the box score.
  (state !== 'OFF' || !isDecided) &&
  state !== 'SUSP' &&
  !isCalledOff(state)

interface ScoresDue {
  /** The days whose pages are due now. */
  readonly days: readonly LeagueDay[]
  /** When to look again. */
  readonly inMs: number
}

/** `tonight`: the night's date, whose page is read on a day with games to come as well. */
function scoresDue(
  games: readonly FollowedGame[],
  tonight: LeagueDay,
  { requestedAt, notBefore }: { readonly requestedAt: Instant | null; readonly notBefore: Instant | null },
  now: Instant,
): ScoresDue {
  const on = [...new Set(games.filter((game) => isOn(game, now)).map(({ day }) => day))].sort()
  const toCome = games.filter(
    ({ day, startsAt, state, isAnnounced }) =>
      // The page has the end of one that ended between two requests.
      day === tonight && (startsAt > now || state === 'SUSP' || (isOver(state) && !isAnnounced)),
  )
  if (on.length === 0 && toCome.length === 0) return { days: [], inMs: LOOK_AGAIN_MS }
  const firstStart = Math.min(...toCome.map(({ startsAt }) => startsAt - BEFORE_START_MS).filter((at) => at > now))
  // A time in the future comes from a clock that was wrong.
  const requested = requestedAt !== null && requestedAt <= now ? requestedAt : Number.NEGATIVE_INFINITY
  const every = on.length > 0 ? WHILE_ON_MS : BEFORE_MS
  const at = Math.min(Math.max(requested + every, notBefore ?? 0), Math.max(firstStart, notBefore ?? 0))
  if (at > now) return { days: [], inMs: Math.min(at - now, LOOK_AGAIN_MS) }
  return { days: on.length > 0 ? on : [tonight], inMs: Math.min(every, LOOK_AGAIN_MS) }
}

const LONGEST_BACK_OFF_MS = 10 * MINUTE_MS

/** How long a page that failed is left alone; `retryAfterMs`: the wait that it requested. */
const waitAfterFailure = (failures: number, retryAfterMs: number | null): number =>
  Math.max(retryAfterMs ?? 0, growingWait(WHILE_ON_MS, failures, LONGEST_BACK_OFF_MS))

const AFTER_FAILURE_MS = 60_000

/** Follows games while they are played. Returns how to stop, which waits for a running step. */
export const startFollowing = (given: Omit<ScheduleGiven, 'signal'>): (() => Promise<void>) =>
  repeat((signal) => {
    const follow = followScores({ ...given, signal })
    return async () => {
      try {
        return await follow()
      } catch (error) {
        if (signal.aborted) return AFTER_FAILURE_MS
        if (error instanceof DatabaseUnavailable) given.log.warn('The scores wait for the database')
        else given.log.error({ err: error }, 'The scores could not be followed')
        return AFTER_FAILURE_MS
      }
    }
  }).stop
