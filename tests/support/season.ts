import { LEAGUE_DEFAULTS } from '#contract/limits'
import { defaultSeasonDates } from '#rules/calendar'
import type { League } from '#rules/league'
import type { RosterSpot } from '#rules/lineup'
import type { Position } from '#rules/positions'

/** An instant that shows a reader the league's time: '2026-12-01T18:30-05:00'. */
export const at = (text: string): number => {
  const instant = Date.parse(text)
  if (Number.isNaN(instant)) throw new Error(`not an instant: ${text}`)
  return instant
}

/** Trading is open from 17 November 2026 to 18 March 2027; the roster hold starts on 6 October. */
export const league: League = { constants: LEAGUE_DEFAULTS, dates: defaultSeasonDates('2026-10-06', '2027-04-15') }

/** When every player of a made-up roster came. */
export const drafted = at('2026-09-27T12:00-04:00')

export const spot = (playerId: number, position: Position, changes: Partial<RosterSpot> = {}): RosterSpot => ({
  playerId,
  position,
  boughtAt: drafted,
  sold: false,
  scratched: false,
  scratchedAt: null,
  ...changes,
})

export interface Lines {
  readonly forwards: number
  readonly defenders: number
  readonly goalies: number
}

/** Dressed players, numbered from 101 (forwards), 201 (defenders) and 301 (goalies); wings and sides in turn. */
export const roster = ({ forwards, defenders, goalies }: Lines): RosterSpot[] => {
  const wings = ['LW', 'C', 'RW'] as const
  const sides = ['LD', 'RD'] as const
  return [
    ...Array.from({ length: forwards }, (_, index) => spot(101 + index, wings[index % 3] ?? 'C')),
    ...Array.from({ length: defenders }, (_, index) => spot(201 + index, sides[index % 2] ?? 'LD')),
    ...Array.from({ length: goalies }, (_, index) => spot(301 + index, 'G')),
  ]
}
