import type { Pick } from '#contract/draft'
import { ADMIN_LIST_PICKS } from '#contract/limits'
import { pickColour, pickStatusText } from '../draft/turn.ts'

/** The first picks of the sequence, and how many follow. */
export const SequenceCard = ({ picks }: { readonly picks: readonly Pick[] }) => (
  <section className="card" aria-labelledby="current-sequence">
    <h2 id="current-sequence">Current Pick Sequence</h2>
    {picks.length === 0 ? (
      <p>No pick sequence available</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <section className="sequence" aria-label="Picks" tabIndex={0}>
        <ol>
          {picks.slice(0, ADMIN_LIST_PICKS).map((pick) => (
            <li key={pick.sequenceNr}>
              <span>{`Round ${pick.round}, Pick ${pick.pickOrder}`}</span>
              <strong>{pick.teamShortName}</strong>
              <span className={`pick ${pickColour(pick)}`}>{pickStatusText(pick)}</span>
            </li>
          ))}
        </ol>
        {picks.length > ADMIN_LIST_PICKS && <p>{`... and ${picks.length - ADMIN_LIST_PICKS} more picks`}</p>}
      </section>
    )}
  </section>
)
