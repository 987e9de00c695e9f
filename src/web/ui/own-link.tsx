import { Link } from '@tanstack/react-router'
import type { MouseEventHandler, ReactNode } from 'react'

interface OwnLinkProps {
  readonly href: string
  readonly className?: string
  readonly onClick?: MouseEventHandler
  readonly children: ReactNode
}

const none = {}
// The state of a table in the address does not make it another page.
const samePage = { exact: true, includeSearch: false }

/** A link to an address of the app that comes as data; the same element that the first frame draws. */
export const OwnLink = ({ href, className, onClick, children }: OwnLinkProps) => (
  <Link to={href} className={className} onClick={onClick} activeOptions={samePage} activeProps={none}>
    {children}
  </Link>
)
