import type { LeagueConstants } from '#contract/limits'
import type { RosterItem } from '#contract/roster'
import { type PositionGroup, parsePosition, positionGroup } from '#rules/positions'

export type GroupKey = 'all' | PositionGroup | 'scratched'

/** Which of the team's players are shown, with how many they are and what the rules say of that. */
export interface LineupGroup {
  readonly key: GroupKey
  readonly label: string
  readonly items: readonly RosterItem[]
  readonly hint: string
  /** No more of them may go out. */
  readonly isAtLimit: boolean
}

export const isScratched = ({ rosterEntry }: RosterItem): boolean => rosterEntry.scratched === true

const labels: Record<PositionGroup, string> = { forward: 'Forwards', defender: 'Defence', goalie: 'Goalies' }

type Minima = Record<PositionGroup, number>

const limitHint = (count: number, least: number): string => {
  if (count === least && least > 0) return 'the minimum'
  // Shown while it matters: when one more scratch would reach it, or it is missed.
  return count <= least + 1 && least > 0 ? `at least ${least}` : ''
}

/** Everybody, the dressed by position, and the scratched. `constants` is null while the league's rules are not known. */
export const lineupGroups = (
  items: readonly RosterItem[],
  constants: Pick<LeagueConstants, 'maxDressed' | 'minDefenders' | 'minGoalies'> | null,
): readonly LineupGroup[] => {
  const dressed = items.filter((item) => !isScratched(item))
  const minima: Minima = { forward: 0, defender: constants?.minDefenders ?? 0, goalie: constants?.minGoalies ?? 0 }
  const group = (key: PositionGroup): LineupGroup => {
    const own = dressed.filter(({ player }) => {
      const position = parsePosition(player.position)
      return position !== null && positionGroup(position) === key
    })
    const least = minima[key]
    return {
      key,
      label: labels[key],
      items: own,
      hint: limitHint(own.length, least),
      isAtLimit: least > 0 && own.length <= least,
    }
  }
  return [
    {
      key: 'all',
      label: 'All',
      items,
      hint: constants ? `${dressed.length} of ${constants.maxDressed} dressed` : '',
      isAtLimit: false,
    },
    group('forward'),
    group('defender'),
    group('goalie'),
    { key: 'scratched', label: 'Scratched', items: items.filter(isScratched), hint: '', isAtLimit: false },
  ]
}
