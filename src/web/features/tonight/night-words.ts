import type { GameTonight, LineTonight, TeamTonight, Tonight } from '#contract/tonight'
import { isAhead, isCalledOff, isOver } from '#rules/tonight'
import { change, ordinal } from '../../ui/figure.ts'
import { dayName } from '../../ui/time/day-text.ts'
import { clockText } from '../../ui/time/relative-time.ts'

/** Of a period, always in four figures, so that nothing beside it moves. */
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

/** How a game stands, its clock as it was read: `19:00`, `Pre-game`, `2nd 12:34`, `1st intermission`, `Final (OT)`. */
export const stateText = (game: GameTonight): string => {
  const { state, start } = game
  if (state === 'FUT') return clockText(new Date(start))
  if (state === 'PRE') return 'Pre-game'
  return calledOff[state] ?? (isOver(state) ? finalText(game) : onText(game))
}

/** Being played, an intermission included. */
export const isOn = ({ state }: GameTonight): boolean =>
  !isAhead(state) && !isOver(state) && !isCalledOff(state) && state !== 'SUSP'

/** `TOR 3, BOS 2`, or without a score `TOR @ BOS`: the visitors first, as everywhere. */
export const scoreText = ({ away, home }: GameTonight): string =>
  away.score == null || home.score == null
    ? `${away.club} @ ${home.club}`
    : `${away.club} ${away.score}, ${home.club} ${home.score}`

const deeds = [
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
export const deedsText = (line: LineTonight): string =>
  deeds.flatMap(([kind, unit]) => (line[kind] ? [`${line[kind]} ${unit}`] : [])).join(', ')

/** Whether there are games tonight, be they over or still to come. */
export const isGameNight = ({ today, date, games }: Tonight): boolean =>
  date === today && games.some(({ state }) => !isCalledOff(state))

/** Whether nothing is left of the night: what is called off is not waited for. */
export const hasEnded = ({ games }: Tonight): boolean => games.every(({ state }) => isOver(state) || isCalledOff(state))

/** Above the standings that the night makes. */
export const standingsTitle = (night: Tonight): string => (hasEnded(night) ? 'After tonight' : 'If it ended now')

/** Why nothing is played tonight, and when there is something next. */
export const quietNightText = ({ today, date, games }: Tonight): string => {
  if (games.length === 0) return 'No games are scheduled.'
  return date === today ? "Tonight's games are called off." : `No games tonight. Next on ${dayName(date, today)}.`
}

/** How many of the players who play tonight are not done: `4 of 9 still to play`. */
const leftText = ({ done, playing, toPlay }: TeamTonight): string => {
  const all = done + playing + toPlay
  if (all === 0) return 'nobody plays'
  if (toPlay > 0) return `${toPlay} of ${all} still to play`
  return playing > 0 ? `${playing} of ${all} still playing` : all === 1 ? 'the only one is done' : `all ${all} are done`
}

const rankText = (night: Tonight, { rank }: TeamTonight): string =>
  `${ordinal(rank)} ${hasEnded(night) ? 'after tonight' : 'if it ended now'}`

/** After the points: `4 of 9 still to play`, `3rd if it ended now (was 5th)`. */
export const nightParts = (night: Tonight, team: TeamTonight): readonly string[] => {
  const rank = rankText(night, team)
  return [leftText(team), team.rank === team.officialRank ? rank : `${rank} (was ${ordinal(team.officialRank)})`]
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** The night in a line, for other screens: `Tonight: +7, 3rd if it ended now`. */
export const nightLine = (night: Tonight, teamId: number | null | undefined): string => {
  if (!isGameNight(night)) return quietNightText(night)
  const games = night.games.filter(({ state }) => !isCalledOff(state))
  const team = night.teams.find((each) => each.teamId === teamId)
  const first = games.map(({ start }) => start).sort()[0]
  if (first !== undefined && games.every(({ state }) => isAhead(state))) {
    const who = team?.toPlay ? `${team.toPlay} of your players` : counted(games.length, 'game')
    return `Tonight: ${who}, from ${clockText(new Date(first))}`
  }
  if (team) return `Tonight: ${change(team.points)}, ${rankText(night, team)}`
  const on = games.filter(isOn).length
  return `Tonight: ${counted(games.length, 'game')}${on > 0 ? `, ${on} under way` : ''}`
}
