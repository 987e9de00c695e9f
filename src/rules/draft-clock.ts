import type { Instant } from './calendar.ts'
import { latestDone, type PickSequence } from './pick-sequence.ts'
import { type Refusal, refuse } from './refusal.ts'

/** The time that teams have for a pick, all in milliseconds but the setting. */
export interface DraftClock {
  /** 0: no clock. */
  readonly secondsPerPick: number
  /** No one picks until the draft resumes. */
  readonly isPaused: boolean
  /** When the time of the turn ends, or ended; null while no time runs. */
  readonly deadlineAt: Instant | null
  /** What is left of a turn in a pause; null while it runs, and where no time would. */
  readonly leftMs: number | null
}

export const NO_CLOCK: DraftClock = { secondsPerPick: 0, isPaused: false, deadlineAt: null, leftMs: null }

/** The turn of one team alone; none in free picking and once the draft is over. */
const turnOf = ({ mode, entries }: PickSequence) =>
  mode === 'sequence' ? entries.find(({ pickStatus }) => pickStatus === 'ACTIVE') : undefined

const isSameTurn = (one: PickSequence, other: PickSequence): boolean => {
  const before = turnOf(one)
  const after = turnOf(other)
  return (
    before !== undefined &&
    before.teamId === after?.teamId &&
    before.round === after.round &&
    latestDone(one) === latestDone(other)
  )
}

/** A turn's whole time, from now on or, in a pause, for later. */
const wholeTurn = (clock: DraftClock, sequence: PickSequence, now: Instant): DraftClock => {
  const { secondsPerPick, isPaused } = clock
  const whole = secondsPerPick > 0 && turnOf(sequence) ? secondsPerPick * 1_000 : null
  return {
    secondsPerPick,
    isPaused,
    deadlineAt: whole === null || isPaused ? null : now + whole,
    leftMs: isPaused ? whole : null,
  }
}

/** The clock after a change of the sequence: a new turn has its whole time, the same one keeps what it has. */
export const clockAfter = (clock: DraftClock, before: PickSequence, after: PickSequence, now: Instant): DraftClock =>
  isSameTurn(before, after) ? clock : wholeTurn(clock, after, now)

/** A new time for a pick; the turn under way starts over with it. `sequence`: null before the keepers are locked. */
export const setSeconds = (
  clock: DraftClock,
  secondsPerPick: number,
  sequence: PickSequence | null,
  now: Instant,
): DraftClock => (sequence ? wholeTurn({ ...clock, secondsPerPick }, sequence, now) : { ...clock, secondsPerPick })

export const pause = (clock: DraftClock, now: Instant): DraftClock | Refusal => {
  const { isPaused, deadlineAt } = clock
  if (isPaused) return refuse('DRAFT_PAUSED')
  return {
    ...clock,
    isPaused: true,
    deadlineAt: null,
    leftMs: deadlineAt === null ? null : Math.max(0, deadlineAt - now),
  }
}

export const resume = (clock: DraftClock, now: Instant): DraftClock | Refusal => {
  const { isPaused, leftMs } = clock
  if (!isPaused) return refuse('DRAFT_NOT_PAUSED')
  return { ...clock, isPaused: false, deadlineAt: leftMs === null ? null : now + leftMs, leftMs: null }
}

export const isTimeUp = ({ deadlineAt }: DraftClock, now: Instant): boolean => deadlineAt !== null && now >= deadlineAt
