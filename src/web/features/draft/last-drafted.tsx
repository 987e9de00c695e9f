import type { DraftedPlayer } from '#contract/draft'

const localTime = (at: string): string => {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleTimeString(undefined, { timeStyle: 'short' })
}

/** The strip of the latest pick; a screen reader hears each one. */
export const LastDrafted = ({ last }: { readonly last: DraftedPlayer | null }) => (
  <div className="last-drafted" aria-live="polite" aria-atomic="true">
    <h2>Last Drafted Player</h2>
    {last ? (
      <p>
        <span className="last-team">{last.teamShortName}</span> <span className="last-box">{last.draftBox}</span>{' '}
        <strong>{last.name}</strong> {last.position ?? '-'} {last.nhlTeam ?? '-'}{' '}
        <time dateTime={last.draftedAt}>{localTime(last.draftedAt)}</time>
      </p>
    ) : (
      <p>Nobody yet</p>
    )}
  </div>
)
