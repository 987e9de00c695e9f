import type { TimeSeriesPoint } from '#contract/stats'
import { figure } from '../figure.ts'
import { dayText } from '../time/day-text.ts'

/** One game of a player's club. */
export interface SeasonDay {
  /** Counts the club's games from 1. */
  readonly game: number
  readonly date: string
  readonly gamePoints: number
  /** Null when the server does not tell. */
  readonly projectedPoints: number | null
  readonly played: boolean
}

export const seasonDays = (points: readonly TimeSeriesPoint[]): SeasonDay[] =>
  points
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map(({ date, gamePoints, projectedPoints, played }, index) => ({
      game: index + 1,
      date,
      gamePoints: gamePoints ?? 0,
      projectedPoints: projectedPoints ?? null,
      played: Boolean(played),
    }))

const counted = (count: number, unit: string) => `${figure(count)} ${unit}${figure(count) === '1' ? '' : 's'}`

export function seasonSummary(days: readonly SeasonDay[]): string {
  const played = days.filter((day) => day.played)
  const points = days.reduce((sum, { gamePoints }) => sum + gamePoints, 0)
  const [first] = played
  const best = first && played.reduce((top, day) => (day.gamePoints > top.gamePoints ? day : top), first)
  const projected = days.at(-1)?.projectedPoints ?? null
  return [
    `${figure(played.length)} of ${counted(days.length, 'game')} played, ${counted(points, 'point')} in all.`,
    best && best.gamePoints > 0 ? ` Best game: ${counted(best.gamePoints, 'point')} on ${dayText(best.date)}.` : '',
    projected === null ? '' : ` Projected for the season: ${counted(projected, 'point')}.`,
  ].join('')
}

export const dayWords = ({ date, gamePoints, projectedPoints, played }: SeasonDay): string =>
  `${dayText(date)}: ${played ? counted(gamePoints, 'point') : 'did not play'}, projected ${figure(projectedPoints)}`
