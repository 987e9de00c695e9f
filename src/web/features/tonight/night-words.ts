import type { GameTonight, LineTonight, Tonight } from '#contract/tonight'
import { isAhead, isCalledOff, isOver } from '#rules/tonight'
import { change, ordinal } from '../../ui/figure.ts'
import { clockText } from '../../ui/time/relative-time.ts'

/** Of a period, always in four figures: nothing beside it moves. */
const periodClock = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')

const finalText = ({ periodType }: GameTonight): string =>
  periodType === 'OT' || periodType === 'SO' ? `Final (${periodType})` : 'Final'

/** Which period is played: the first overtime is the fourth, and long nights have more. */
const periodText = ({ period, periodType }: GameTonight): string => {
  if (periodType === 'SO') return 'SO'
  if (period == null) return ''
  if (periodType !== 'OT') return ordinal(period)
  return period > 4 ? `${ordinal(period - 3)} OT` : 'OT'
}

const onText = (game: GameTonight): string => {
  const period = periodText(game)
  if (!period) return 'Under way'
  if (game.intermission) return `${period} intermission`
  return game.secondsLeft == null || game.periodType === 'SO' ? period : `${period} ${periodClock(game.secondsLeft)}`
}

const calledOff: Partial<Record<GameTonight['state'], string>> = {
  PPD: 'Postponed',
  SUSP: 'Suspended',
  CNCL: 'Cancelled',
}

/** A game's state, its clock as it was read: `19:00`, `Pre-game`, `2nd 12:34`, `1st intermission`, `Final (OT)`. */
export const stateText = (game: GameTonight): string => {
  const { state, start } = game
  if (state === 'FUT') return clockText(new Date(start))
  if (state === 'PRE') return 'Pre-game'
  return calledOff[state] ?? (isOver(state) ? finalText(game) : onText(game))
}

/** Being played, an intermission included. */
export const isOn = ({ state }: GameTonight): boolean =>
  !isAhead(state) && !isOver(state) && !isCalledOff(state) && state !== 'SUSP'

const stats = [
  ['goals', 'G'],
  ['assists', 'A'],
  ['powerPlayGoals', 'PPG'],
  ['shortHandedGoals', 'SHG'],
  ['gameWinningGoals', 'GWG'],
  ['wins', 'W'],
  ['overtimeLosses', 'OTL'],
  ['shutouts', 'SO'],
] as const

/** What a player did, such as `2 G, 1 A`; empty for nothing that counts. */
export const statsText = (line: LineTonight): string =>
  stats.flatMap(([kind, unit]) => (line[kind] ? [`${line[kind]} ${unit}`] : [])).join(', ')

/** The same, marked when it counts for no team. */
export const didText = (line: LineTonight): string =>
  [statsText(line), line.scratched && 'scratched'].filter(Boolean).join(' · ')

export const hasBegun = ({ state }: GameTonight): boolean => !isAhead(state) && !isCalledOff(state)

/** Of a player in a line: `2nd 12:34 · 1 G, +2`. */
export const liveText = ({ line, game }: { readonly line: LineTonight; readonly game: GameTonight }): string => {
  if (!hasBegun(game)) return stateText(game)
  const stats = statsText(line)
  return [stateText(game), stats ? `${stats}, ${change(line.points)}` : 'no points', line.scratched && 'scratched']
    .filter(Boolean)
    .join(' · ')
}

/** Whether there are games tonight, be they over or still to come. */
export const isGameNight = ({ today, date, games }: Tonight): boolean =>
  date === today && games.some(({ state }) => !isCalledOff(state))
