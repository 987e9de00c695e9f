import { type RefObject, useEffect, useRef, useState } from 'react'
import { CHART } from '#contract/limits'
import type { SeasonDay } from './season-days.ts'

// However large the letters, the numbers fit into the margins.
const writing = { fill: 'var(--pool-muted)', fontSize: 'min(0.75rem, 15px)', fontFamily: 'var(--pool-font-body)' }

export const chartTheme = {
  text: writing,
  axis: { ticks: { text: writing, line: { stroke: 'var(--pool-line-strong)' } } },
  grid: { line: { stroke: 'var(--pool-line)' } },
}

/** The values that are marked, or about how many. */
export const axisMarks = (marked: readonly number[] | number) => ({
  tickValues: typeof marked === 'number' ? marked : [...marked],
  tickSize: 0,
  tickPadding: 6,
})

/** A line of a chart, as the library takes it. */
export interface Series {
  readonly id: string
  readonly data: readonly { readonly x: number; readonly y: number | null }[]
}

/** How wide an element is, in pixels; 0 before it is drawn. */
export function useWidth(): readonly [frame: RefObject<HTMLDivElement | null>, width: number] {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)
    observer?.observe(element)
    measure()
    return () => observer?.disconnect()
  }, [])
  return [frame, width]
}

// The axes of the season chart, and the days that get a mark on them. Lengths in pixels.

const { gamePointsMax, projectedPointsMax } = CHART

/** Marks of the left axis; those of the right one are at the same heights. */
export const POINT_TICKS: readonly number[] = [0, 4, 8, 12, 16, 20]
export const PROJECTED_TICKS: readonly number[] = [0, 50, 100, 150, 200, 250]

/** The gap between two bars, as a share of what a day takes; half of one is left at either end, too. */
export const BAR_GAP = 0.28

/** Where a day's slot begins, as a share of the plot's width. The days stand in the middle of their slots. */
export const slotStart = (index: number, count: number): number => (index + BAR_GAP / 2) / (count + BAR_GAP)

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
