import './turn-clock.css'
import { timeText, useSecondsLeft } from '../turn/time-left.ts'
import { useClock } from './turn.ts'

/** From here on a colour warns that the time runs out. */
const LOW_S = 10

/** The time left of the turn, in the header. A separate component: what ticks draws nothing else. */
export function TurnClock() {
  const clock = useClock()
  const running = useSecondsLeft(clock?.endsAt ?? null)
  if (!clock) return null
  const left = clock.leftMs === null ? running : Math.ceil(clock.leftMs / 1_000)
  if (left === null && !clock.isPaused) return null
  const className = left !== null && left <= LOW_S ? 'beside turn-clock low' : 'beside turn-clock'
  return (
    <p className={className} role="timer" aria-label="Time left">
      {left === null ? 'paused' : timeText(left)}
      {clock.isPaused && left !== null && <span className="turn-clock-state">paused</span>}
    </p>
  )
}
