import type { CSSProperties, PointerEvent } from 'react'
import { dayWords, type SeasonDay } from './season-days.ts'
import { PLOT_MARGIN } from './season-margin.ts'
import { dayAt, slotStart } from './season-scale.ts'

interface DaySliderProps {
  readonly days: readonly SeasonDay[]
  readonly at: number
  readonly onMove: (at: number) => void
}

/** Lies over the plot: a finger, a pointer and the arrow keys pick the day that is read out. */
export function DaySlider({ days, at, onMove }: DaySliderProps) {
  const day = days[at]
  const count = days.length
  const { top, right, bottom, left } = PLOT_MARGIN
  const style: CSSProperties & Record<`--${string}`, string> = {
    inset: `${top}px ${right}px ${bottom}px ${left}px`,
    '--slot': `${100 / count}%`,
    '--edge': `${100 * slotStart(0, count)}%`,
    '--at': `${100 * slotStart(at + 0.5, count)}%`,
  }
  const onPointerMove = ({ pointerType, nativeEvent, currentTarget }: PointerEvent<HTMLInputElement>) => {
    if (pointerType === 'mouse') onMove(dayAt(nativeEvent.offsetX, currentTarget.clientWidth, count))
  }
  return (
    <div className="day-slider" style={style}>
      <input
        type="range"
        min={0}
        max={count - 1}
        value={at}
        aria-label="Game day"
        aria-valuetext={day && dayWords(day)}
        onChange={(event) => onMove(event.target.valueAsNumber)}
        onPointerMove={onPointerMove}
      />
    </div>
  )
}
