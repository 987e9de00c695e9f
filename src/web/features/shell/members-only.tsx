import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { accessTexts } from '#contract/refusal-texts'
import { type Feature, hasFeature, type User } from '#contract/user'
import { hasRole, type Role } from '#rules/roles'
import { currentUser } from '../../data/user.ts'
import { isOffline } from '../../net/call-error.ts'
import { Loading } from '../../ui/lazy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { UnavailableOffline } from '../data-screen/data-screen.tsx'
import { loginHref } from './navigation.ts'

export const NotFound = () => (
  <div className="page">
    <h1 tabIndex={-1}>Page not found</h1>
    <p className="page-text">There is nothing at this address.</p>
    <Link className="button" to="/">
      Go to Home
    </Link>
  </div>
)

const PleaseLogIn = ({ sentence }: { readonly sentence: string }) => {
  const here = useLocation({ select: (location) => location.href })
  return (
    <div className="page">
      <h1 tabIndex={-1}>Please log in</h1>
      <p className="page-text">{sentence}</p>
      <a className="button" href={loginHref(here)}>
        Login
      </a>
    </div>
  )
}

/** A page for some of the members: the role by name, and the page's title for those who lack it. */
interface Restriction {
  readonly role: Role
  readonly title: string
  /** In the place of the specification's, which are for its pages. */
  readonly sentence?: string
}

const roleNames: Record<Role, string> = { admin: 'Admin', premium: 'Premium' }

const AccessDenied = ({ role, title, sentence }: Restriction) => (
  <div className="page">
    <h1 tabIndex={-1}>{title}</h1>
    <p className="page-text">{sentence ?? accessTexts.roleOnlyPage.replace('{role}', roleNames[role])}</p>
    {/* The specification wants a second sentence of the admin's page; elsewhere one says it. */}
    {role === 'admin' && sentence === undefined && (
      <Notice kind="error">{accessTexts.roleOnly.replace('{role}', roleNames[role])}</Notice>
    )}
  </div>
)

/** The server cannot say who is logged in, and this device has not saved it. */
const NotKnown = ({ query }: Parameters<typeof UnavailableOffline>[0]) => (
  <div className="page">
    <h1 tabIndex={-1}>No connection</h1>
    <UnavailableOffline query={query} />
  </div>
)

interface Admission {
  readonly only?: Restriction
  /** Where the server does not offer it there is no such page. */
  readonly needs?: Feature
  /** Shown to visitors who are not logged in. */
  readonly sentence?: string
}

export interface MemberProps {
  readonly user: User
}

/** A page behind the login. The server guards the data; this only explains why there is none. */
export function members<Props extends object>(
  Page: ComponentType<Props & MemberProps> & { readonly preload?: () => Promise<void> },
  { only, needs, sentence = 'This page is for members of the league.' }: Admission = {},
) {
  function MembersOnly(props: Props) {
    const query = useQuery(currentUser())
    const { data: user, isPending } = query
    if (isPending) return <Loading />
    if (user === undefined && isOffline(query.error)) return <NotKnown query={query} />
    if (!user) return <PleaseLogIn sentence={sentence} />
    if (needs && !hasFeature(user, needs)) return <NotFound />
    if (only && !hasRole(user, only.role)) return <AccessDenied {...only} />
    return <Page {...props} user={user} />
  }
  return Object.assign(MembersOnly, { preload: Page.preload })
}
