import type { GameTonight, TeamTonight, Tonight } from '#contract/tonight'
import { isAhead, isCalledOff, isOver } from '#rules/tonight'
import { change, ordinal } from '../../ui/figure.ts'
import { dayName } from '../../ui/time/day-text.ts'
import { clockText } from '../../ui/time/relative-time.ts'
import { isGameNight, isOn } from './night-words.ts'

/** `TOR 3, BOS 2`, or without a score `TOR @ BOS`: the visitors first, as everywhere. */
export const scoreText = ({ away, home }: GameTonight): string =>
  away.score == null || home.score == null
    ? `${away.club} @ ${home.club}`
    : `${away.club} ${away.score}, ${home.club} ${home.score}`

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
  if (all === 0) return 'no one plays'
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
