import './office.css'
import type { ReactNode } from 'react'
import { offers, type User } from '#contract/user'
import { Notice } from '../../ui/notice/notice.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { NeverSaved } from '../data-screen/failure.tsx'

export const OFFICE = 'League Office'

interface OfficePageProps {
  readonly user: User
  readonly title: string
  /** The index itself leads nowhere back. */
  readonly isIndex?: boolean
  /** Whether what it shows is stored on devices. */
  readonly isKept?: boolean
  readonly children: ReactNode
}

/** A page of the office, where the server has one. */
export const OfficePage = ({ user, title, isIndex = false, isKept = false, children }: OfficePageProps) => (
  <div className="page office">
    {!isIndex && (
      <OwnLink className="office-back" href="/league">
        {OFFICE}
      </OwnLink>
    )}
    <h1 tabIndex={-1}>{title}</h1>
    {offers(user, 'office') ? (
      <NeverSaved value={!isKept}>{children}</NeverSaved>
    ) : (
      <Notice kind="info">This league is not run from the app.</Notice>
    )}
  </div>
)
