import { Link } from '@tanstack/react-router'
import type { CSSProperties, MouseEventHandler, ReactNode } from 'react'

interface OwnLinkProps {
  readonly href: string
  readonly className?: string
  readonly style?: CSSProperties
  /** Its name, where that says more than its words. */
  readonly name?: string | undefined
  readonly onClick?: MouseEventHandler
  /** Where it leads to is fetched at once, and not only when it is touched. */
  readonly isLikely?: boolean
  /** Where it does not lead to this very page, but to the place that it belongs to. */
  readonly current?: 'page' | 'true' | undefined
  readonly children: ReactNode
}

const none = {}
// The state of a table in the address does not make it another page.
const samePage = { exact: true, includeSearch: false }

/** A link to an address of the app that comes as data; the same element that the first frame draws. */
export const OwnLink = ({ href, className, style, name, onClick, isLikely, current, children }: OwnLinkProps) => (
  <Link
    to={href}
    className={className}
    style={style}
    aria-label={name}
    onClick={onClick}
    activeOptions={samePage}
    activeProps={none}
    {...(isLikely ? { preload: 'render' } : {})}
    {...(current ? { 'aria-current': current } : {})}
  >
    {children}
  </Link>
)
