import { CHART } from '#contract/limits'
import type { SeasonDay } from './season-days.ts'

// Where the chart draws what: every day has a slot of the same width, and both axes start at the bottom. Lengths in pixels.

const { gamePointsMax, projectedPointsMax } = CHART

/** Marks of the left axis; the right one has its own numbers at the same heights. */
export const TICKS = [0, 4, 8, 12, 16, 20] as const
export const projectedAt = (tick: number): number => (tick / gamePointsMax) * projectedPointsMax

export interface Plane {
  readonly width: number
  readonly height: number
}

/** Above the scale a value is drawn at its upper end; `cutDays` tells where. */
const top = (value: number, max: number, height: number) => height * (1 - Math.min(Math.max(value / max, 0), 1))

const BAR_SHARE = 0.72

export interface Bar {
  readonly game: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A bar for each day; one without points has no height. */
export function bars(days: readonly SeasonDay[], { width, height }: Plane): Bar[] {
  const slot = width / days.length
  return days.map(({ game, gamePoints }, index) => {
    const y = top(gamePoints, gamePointsMax, height)
    return { game, x: slot * (index + (1 - BAR_SHARE) / 2), y, width: slot * BAR_SHARE, height: height - y }
  })
}

const round = (length: number) => Math.round(length * 10) / 10

/** From the middle of each day to the next; a day without a projection interrupts the line. */
export function projectedLine(days: readonly SeasonDay[], { width, height }: Plane): string {
  const slot = width / days.length
  let pen = 'M'
  let path = ''
  days.forEach(({ projectedPoints }, index) => {
    if (projectedPoints === null) {
      pen = 'M'
      return
    }
    path += `${pen}${round(slot * (index + 0.5))} ${round(top(projectedPoints, projectedPointsMax, height))}`
    pen = 'L'
  })
  return path
}

/** Steps between 1 and 0 of the left axis, from the left edge of a day to its right edge. */
export function playedLine(days: readonly SeasonDay[], { width, height }: Plane): string {
  const slot = width / days.length
  return days
    .map(({ played }, index) => {
      const y = round(top(played ? 1 : 0, gamePointsMax, height))
      return `${index === 0 ? 'M0 ' : 'V'}${y}H${round(slot * (index + 1))}`
    })
    .join('')
}

/** Days with something above a scale: each such bar, and where the line leaves the scale. */
export const cutDays = (days: readonly SeasonDay[]): number[] => {
  const isAbove = (day: SeasonDay | undefined) => (day?.projectedPoints ?? 0) > projectedPointsMax
  return days.flatMap((day, index) => {
    const leaves = isAbove(day) && !isAbove(days[index - 1])
    return leaves || day.gamePoints > gamePointsMax ? [index] : []
  })
}

/** Room that a date needs below the axis. */
const DATE_PX = 58

/** Which days carry their date: evenly spread, as many as have room. */
export function datedDays(count: number, width: number): number[] {
  const most = Math.max(1, Math.floor(width / DATE_PX))
  const step = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
}

/** The day at a distance from the left edge. */
export const dayAt = (x: number, width: number, count: number): number =>
  Math.min(Math.max(Math.floor((x / width) * count), 0), count - 1)
