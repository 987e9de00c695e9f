import type { KeeperStatus } from '#contract/draft'
import './boxes.css'

/** Which teams have chosen a keeper, by tick or cross. */
export const KeeperBadges = ({ statuses }: { readonly statuses: readonly KeeperStatus[] }) => (
  <ul className="wrap" aria-label="Team Keeper Status">
    {statuses.map(({ teamId, teamShortName, hasKeeper }) => (
      <li key={teamId} className={hasKeeper ? 'badge tone success' : 'badge'}>
        {teamShortName} <span aria-hidden="true">{hasKeeper ? '\u2713' : '\u2717'}</span>
        <span className="quiet">{hasKeeper ? 'has a keeper' : 'has no keeper'}</span>
      </li>
    ))}
  </ul>
)
