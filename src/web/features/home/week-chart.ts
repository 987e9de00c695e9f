import type { DayTotal } from '#contract/stats'
import { figure } from '../../ui/figure.ts'
import { dayText } from '../../ui/time/day-text.ts'

const WIDTH = 100
const HEIGHT = 30
/** Keeps the line's ends whole. */
const MARGIN = 2

export interface Chart {
  readonly viewBox: string
  /** Of a polyline. */
  readonly points: string
  /** The same for readers. */
  readonly words: string
}

/** A line through the totals; null while there are not two to draw one between. */
export const weekChart = (totals: readonly DayTotal[]): Chart | null => {
  if (totals.length < 2) return null
  const values = totals.map(({ total }) => total)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const x = (index: number) => MARGIN + (index * (WIDTH - 2 * MARGIN)) / (totals.length - 1)
  const y = (total: number) =>
    most === least ? HEIGHT / 2 : HEIGHT - MARGIN - ((total - least) * (HEIGHT - 2 * MARGIN)) / (most - least)
  return {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    points: totals.map(({ total }, index) => `${x(index).toFixed(1)},${y(total).toFixed(1)}`).join(' '),
    words: `Total by day: ${totals.map(({ day, total }) => `${dayText(day)} ${figure(total)}`).join(', ')}`,
  }
}
