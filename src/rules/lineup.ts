import type { RosterItem, ScratchStatus } from '#contract/roster'
import type { LeagueConstants } from '../contract/limits.ts'
import { dayStart, daysLater, type Instant } from './calendar.ts'
import type { League } from './league.ts'
import { type Position, type PositionGroup, parsePosition, positionGroup } from './positions.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'

// League rules, section 5.

/** A player's time on a team. A team never has the same player twice in a season. */
export interface RosterSpot {
  readonly playerId: number
  readonly position: Position
  /** When the player was bought, drafted or kept. */
  readonly boughtAt: Instant
  readonly sold: boolean
  readonly scratched: boolean
  /** Null while dressed. */
  readonly scratchedAt: Instant | null
}

const instant = (text: string | null | undefined): Instant | null => (text ? Date.parse(text) : null)

/** Null when the entry lacks a position or purchase time that the rules understand. */
export const spotOfItem = ({ player, rosterEntry }: RosterItem): RosterSpot | null => {
  const position = parsePosition(player.position)
  const boughtAt = instant(rosterEntry.boughtAt)
  if (position === null || boughtAt === null) return null
  const { sold, scratched, scratchedAt } = rosterEntry
  return {
    playerId: player.id,
    position,
    boughtAt,
    sold: sold === true,
    scratched: scratched === true,
    scratchedAt: instant(scratchedAt),
  }
}

export const dressedCount = (roster: readonly RosterSpot[], group?: PositionGroup): number =>
  roster.filter(
    (spot) => !spot.sold && !spot.scratched && (group === undefined || positionGroup(spot.position) === group),
  ).length

/** A new player is dressed while there is room, otherwise scratched. */
export const arrival = (
  roster: readonly RosterSpot[],
  player: Pick<RosterSpot, 'playerId' | 'position'>,
  now: Instant,
  { maxDressed }: Pick<LeagueConstants, 'maxDressed'>,
): RosterSpot => {
  const scratched = dressedCount(roster) >= maxDressed
  const { playerId, position } = player
  return { playerId, position, boughtAt: now, sold: false, scratched, scratchedAt: scratched ? now : null }
}

/**
 * The first instant, now or later, at which the player has sat out long enough. Before the roster hold, that is now.
 */
export const dressableAt = (
  { scratched, scratchedAt }: Pick<RosterSpot, 'scratched' | 'scratchedAt'>,
  now: Instant,
  { constants, dates }: League,
): Instant => {
  const holdStart = dayStart(dates.rosterHoldStartDate, constants.timeZone)
  if (!scratched || now < holdStart) return now
  const since = Math.max(scratchedAt ?? holdStart, holdStart)
  return Math.max(now, daysLater(since, constants.scratchDays, constants.timeZone))
}

// Counts only the player's own group: a team left short of defenders by a change of position can still scratch a
// forward.
const scratch = (roster: readonly RosterSpot[], spot: RosterSpot, now: Instant, { constants }: League) => {
  const group = positionGroup(spot.position)
  const dressed = dressedCount(roster, group)
  if (group === 'goalie' && dressed <= constants.minGoalies) return refuse('MIN_GOALIES')
  if (group === 'defender' && dressed <= constants.minDefenders) return refuse('MIN_DEFENDERS')
  return { ...spot, scratched: true, scratchedAt: now }
}

const dress = (roster: readonly RosterSpot[], spot: RosterSpot, now: Instant, league: League) => {
  if (dressedCount(roster) >= league.constants.maxDressed) return refuse('MAX_DRESSED')
  if (dressableAt(spot, now, league) > now) return refuse('NOT_DRESSABLE')
  return { ...spot, scratched: false, scratchedAt: null }
}

/** A current player whose state would change. `roster` includes sold players. */
const changing = (roster: readonly RosterSpot[], playerId: number, to: ScratchStatus): RosterSpot | Refusal => {
  const spot = roster.find((each) => each.playerId === playerId)
  if (!spot) return refuse('ROSTER_ENTRY_NOT_FOUND')
  if (spot.sold) return refuse('PLAYER_ALREADY_SOLD')
  return spot.scratched === (to === 'scratched') ? refuse('ROSTER_NO_CHANGE') : spot
}

/** The player's spot after the change, or why it is refused. `roster` includes sold players. */
export const changeLineup = (
  roster: readonly RosterSpot[],
  playerId: number,
  to: ScratchStatus,
  now: Instant,
  league: League,
): RosterSpot | Refusal => {
  const spot = changing(roster, playerId, to)
  if (isRefusal(spot)) return spot
  return to === 'scratched' ? scratch(roster, spot, now, league) : dress(roster, spot, now, league)
}

/** Who goes out and who comes in, by player id. */
export interface Swap {
  readonly scratch: number
  readonly dress: number
}

const withChange = (roster: readonly RosterSpot[], changed: RosterSpot): readonly RosterSpot[] =>
  roster.map((each) => (each.playerId === changed.playerId ? changed : each))

/**
 * Both players' spots after they have changed places, or why neither does. Each is checked in the lineup that has the
 * other's change: the limits hold for the result, and a fourth defender or the only goalie may make way for another.
 */
export const swapLineup = (
  roster: readonly RosterSpot[],
  swap: Swap,
  now: Instant,
  league: League,
): readonly [scratched: RosterSpot, dressed: RosterSpot] | Refusal => {
  const leaving = changing(roster, swap.scratch, 'scratched')
  if (isRefusal(leaving)) return leaving
  const coming = changing(roster, swap.dress, 'dressed')
  if (isRefusal(coming)) return coming
  const scratched = scratch(withChange(roster, { ...coming, scratched: false }), leaving, now, league)
  if (isRefusal(scratched)) return scratched
  const dressed = dress(withChange(roster, scratched), coming, now, league)
  return isRefusal(dressed) ? dressed : [scratched, dressed]
}
