import type { DayTotal } from '#contract/stats'
import { change } from '../../ui/figure.ts'
import { dayText, weekdayLetter } from '../../ui/time/day-text.ts'

export const BARS_HEIGHT = 30
/** Also of a day without points. */
const LEAST = 1

export interface DayBar {
  readonly day: string
  readonly letter: string
  readonly points: number
  /** From the top of the bars' room to the bar's, and its height; a loss hangs below the line of nothing. */
  readonly y: number
  readonly height: number
}

export interface WeekBars {
  readonly bars: readonly DayBar[]
  /** The same for readers. */
  readonly words: string
}

/** What each day has added to the total; null while there are not two totals to compare. */
export const weekBars = (totals: readonly DayTotal[]): WeekBars | null => {
  const days = totals.slice(1).map(({ day, total }, index) => ({ day, points: total - (totals[index]?.total ?? 0) }))
  if (days.length === 0) return null
  const most = Math.max(0, ...days.map(({ points }) => points))
  const least = Math.min(0, ...days.map(({ points }) => points))
  const scale = (BARS_HEIGHT - LEAST) / (most - least || 1)
  const bars = days.map(({ day, points }) => ({
    day,
    points,
    letter: weekdayLetter(day),
    y: (most - Math.max(0, points)) * scale,
    height: Math.abs(points) * scale + LEAST,
  }))
  return {
    bars,
    words: `Points by day: ${days.map(({ day, points }) => `${dayText(day)} ${change(points)}`).join(', ')}`,
  }
}
