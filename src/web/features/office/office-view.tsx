import type { User } from '#contract/user'
import { OwnLink } from '../../ui/own-link.tsx'
import { OFFICE, OfficePage } from './office-page.tsx'
import { officePages } from './office-pages.ts'

/** Where an admin runs the league: a row for each place. */
export const OfficeView = ({ user }: { readonly user: User }) => (
  <OfficePage user={user} title={OFFICE} isIndex>
    <ul className="office-index">
      {officePages.map(({ href, title, hint }) => (
        <li key={href}>
          <OwnLink href={href}>
            <strong>{title}</strong>
            <span>{hint}</span>
          </OwnLink>
        </li>
      ))}
    </ul>
  </OfficePage>
)
