import type { DraftedPlayer } from '#contract/draft'

const localTime = (at: string): string => {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleTimeString(undefined, { timeStyle: 'short' })
}

interface LastDraftedProps {
  /** Null where nobody has been drafted, undefined where that is not known: it is no figure of the device. */
  readonly last: DraftedPlayer | null | undefined
}

/** The strip of the latest pick; a screen reader hears each one. */
export const LastDrafted = ({ last }: LastDraftedProps) => (
  <div className="last-drafted" aria-live="polite" aria-atomic="true">
    <h2>Last Drafted Player</h2>
    {last ? (
      <p>
        <span className="last-team">{last.teamShortName}</span> <span className="last-box">{last.draftBox}</span>{' '}
        <strong>{last.name}</strong> {last.position ?? '-'} {last.nhlTeam ?? '-'}{' '}
        <time dateTime={last.draftedAt}>{localTime(last.draftedAt)}</time>
      </p>
    ) : (
      <p>{last === null ? 'Nobody yet' : '-'}</p>
    )}
  </div>
)
