import type { GameState } from '#contract/tonight'
import type { Instant, LeagueDay } from '#rules/calendar'
import { isCalledOff, isOver } from '#rules/tonight'

/** A game as far as it is known. */
export interface FollowedGame {
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

export interface ScoresDue {
  /** The days whose pages are due now. */
  readonly days: readonly LeagueDay[]
  /** When to look again. */
  readonly inMs: number
}

/** `tonight`: the night's date, whose page is read on a day with games to come as well. */
export function scoresDue(
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
export const waitAfterFailure = (failures: number, retryAfterMs: number | null): number =>
  Math.max(retryAfterMs ?? 0, Math.min(WHILE_ON_MS * 2 ** failures, LONGEST_BACK_OFF_MS))
