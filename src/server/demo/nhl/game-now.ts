import type { Instant } from '#rules/calendar'
import { correctedAt, correctedGame, correctedLateAt, lateCorrectedGame } from '../simulation/corrections.ts'
import type { Fixture } from '../simulation/game-calendar.ts'
import { startOf } from '../simulation/game-calendar.ts'
import type { SimGame } from '../simulation/lines.ts'

export type GameState = 'FUT' | 'LIVE' | 'FINAL' | 'OFF'

const MINUTE_MS = 60_000
const PLAYED_AFTER = 155 * MINUTE_MS
/** Until the numbers are official. */
const OFFICIAL_AFTER = 185 * MINUTE_MS

export function stateAt(fixture: Fixture, at: Instant): GameState {
  const since = at - startOf(fixture).getTime()
  if (since < 0) return 'FUT'
  if (since < PLAYED_AFTER) return 'LIVE'
  return since < OFFICIAL_AFTER ? 'FINAL' : 'OFF'
}

export const isOver = (state: GameState): boolean => state === 'FINAL' || state === 'OFF'

/** A game that is over as it is known at that time. */
export const knownGame = (fixture: Fixture, played: SimGame, at: Instant): SimGame =>
  (at >= correctedLateAt(fixture) && lateCorrectedGame(played)) ||
  (at >= correctedAt(fixture) && correctedGame(played)) ||
  played
