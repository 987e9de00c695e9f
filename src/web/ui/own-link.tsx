import { Link } from '@tanstack/react-router'
import type { MouseEventHandler, ReactNode } from 'react'

interface OwnLinkProps {
  readonly href: string
  readonly className?: string
  readonly onClick?: MouseEventHandler
  /** Where it leads to is fetched at once, and not only when it is touched. */
  readonly isLikely?: boolean
  readonly children: ReactNode
}

const none = {}
// The state of a table in the address does not make it another page.
const samePage = { exact: true, includeSearch: false }

/** A link to an address of the app that comes as data; the same element that the first frame draws. */
export const OwnLink = ({ href, className, onClick, isLikely, children }: OwnLinkProps) => (
  <Link
    to={href}
    className={className}
    onClick={onClick}
    activeOptions={samePage}
    activeProps={none}
    {...(isLikely ? { preload: 'render' } : {})}
  >
    {children}
  </Link>
)
