import type { ReactNode } from 'react'
import { type DraftNow, nextPicks, onTheClock } from '../../data/draft-admin.ts'
import { turnNotice } from '../draft/turn.ts'
import { TurnClock } from '../draft/turn-clock.tsx'

const NEXT_PICKS = 3

const clockText = ({ picks }: DraftNow): string => {
  const turn = onTheClock(picks)
  if (turn) return `On the clock: ${turn.teamShortName}, round ${turn.round}, pick ${turn.pickOrder}`
  return turnNotice(picks, null)?.text ?? 'No one is on the clock yet.'
}

interface OnTheClockProps {
  readonly now: DraftNow
  readonly hasRoom: boolean
  /** What can be done about it. */
  readonly children?: ReactNode
}

/** What a director of the draft looks for first. */
export const OnTheClock = ({ now, hasRoom, children }: OnTheClockProps) => {
  const { picks, last } = now
  const next = nextPicks(picks).slice(0, NEXT_PICKS)
  return (
    <section className="card clock" aria-labelledby="on-the-clock">
      <div className="clock-head">
        <h2 id="on-the-clock" aria-live="polite">
          {clockText(now)}
        </h2>
        {hasRoom && <TurnClock />}
      </div>
      <dl>
        <dt>Last pick</dt>
        <dd>
          {last ? (
            <>
              {last.teamShortName}, {last.draftBox}, <strong>{last.name}</strong>
            </>
          ) : (
            '-'
          )}
        </dd>
        {next.length > 0 && (
          <>
            <dt>Next</dt>
            <dd>{next.map(({ teamShortName }) => teamShortName).join(', ')}</dd>
          </>
        )}
      </dl>
      {children}
    </section>
  )
}
