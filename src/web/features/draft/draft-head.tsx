import { useEffect, useRef } from 'react'
import type { DraftedPlayer, Pick } from '#contract/draft'
import { LastDrafted } from './last-drafted.tsx'
import { isOwnTurn, pickColour, pickWords, turnNotice } from './turn.ts'
import { WakeSwitch } from './wake-switch.tsx'
import './pick.css'

interface DraftHeadProps {
  readonly picks: readonly Pick[]
  /** The viewer's team. */
  readonly teamId: number | null | undefined
  readonly last: DraftedPlayer | null
}

/** Brings the pick whose turn it is into view, a little from the left, when the turn goes on. */
function useFollowedTurn(picks: readonly Pick[]) {
  const strip = useRef<HTMLElement>(null)
  const active = picks.find(({ pickStatus }) => pickStatus === 'ACTIVE')?.sequenceNr
  useEffect(() => {
    const badge = strip.current?.querySelector<HTMLElement>(`[data-nr="${active}"]`)
    if (strip.current && badge) strip.current.scrollLeft = badge.offsetLeft - strip.current.clientWidth / 3
  }, [active])
  return strip
}

/** Stays at the top: whose turn it is and the last pick can be read from afar. */
export function DraftHead({ picks, teamId, last }: DraftHeadProps) {
  const strip = useFollowedTurn(picks)
  const notice = turnNotice(picks, teamId)
  return (
    <section className={isOwnTurn(picks, teamId) ? 'draft-head own' : 'draft-head'} aria-labelledby="draft-title">
      <div className="draft-head-inner">
        <div className="draft-title">
          <h1 id="draft-title" tabIndex={-1}>
            Draft Pick Sequence
          </h1>
          <WakeSwitch />
        </div>
        {picks.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <section className="picks" ref={strip} aria-label="Picks" tabIndex={0}>
            <ol>
              {picks.map((pick) => (
                <li
                  key={pick.sequenceNr}
                  data-nr={pick.sequenceNr}
                  className={pick.teamId === teamId ? `pick own ${pickColour(pick)}` : `pick ${pickColour(pick)}`}
                  aria-current={pick.pickStatus === 'ACTIVE' ? 'step' : undefined}
                >
                  <span className="pick-nr">{pick.sequenceNr}</span> {pick.teamShortName}
                  <span className="quiet">, {pickWords(pick)}</span>
                </li>
              ))}
            </ol>
          </section>
        )}
        <p className={notice ? `turn ${notice.kind}` : 'turn'} role="status">
          {notice?.text}
        </p>
        <LastDrafted last={last} />
      </div>
    </section>
  )
}
