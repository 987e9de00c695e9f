import { OwnLink } from '../../ui/own-link.tsx'
import { OFFICE, OfficePage } from './office-page.tsx'

/** A place of the office, with what one does there. */
interface OfficePlace {
  readonly href: string
  readonly title: string
  readonly hint: string
}

/** In the order of the index. */
const officePages: readonly OfficePlace[] = [
  { href: '/league/members', title: 'Members', hint: 'Add, invite, rename, roles, logins' },
  { href: '/league/teams', title: 'Teams', hint: 'Add, rename, hand over, retire' },
  { href: '/league/corrections', title: 'Corrections', hint: 'Correct trades, rosters, lineups, cash' },
  { href: '/league/statistics', title: 'Statistics', hint: 'Import, official update, refused lines' },
  { href: '/league/message', title: 'Message', hint: 'Announcements to all members' },
  { href: '/league/settings', title: 'Season Settings', hint: 'Dates, and constants until the first pick' },
  { href: '/league/season', title: 'Next Season', hint: 'Close this one and start the next, or go back' },
  { href: '/league/records', title: 'Records', hint: 'Who changed what, and when' },
  { href: '/league/backup', title: 'Backup', hint: 'Download one, and when the last one was made' },
]

/** Where an admin runs the league: a row for each place. */
export const OfficeView = () => (
  <OfficePage title={OFFICE} isIndex>
    <ul className="fields ruled office-rows">
      {officePages.map(({ href, title, hint }) => (
        <li key={href}>
          <OwnLink className="beside press-row opens" href={href}>
            <span>
              <strong>{title}</strong> <span className="muted own-line">{hint}</span>
            </span>
          </OwnLink>
        </li>
      ))}
    </ul>
  </OfficePage>
)
