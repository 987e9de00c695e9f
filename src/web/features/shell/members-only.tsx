import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hasRole } from '#rules/roles'
import { currentUser } from '../../data/user.ts'
import { Loading } from '../../ui/loading/loading.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { loginHref } from './navigation.ts'

const PleaseLogIn = () => {
  const here = useLocation({ select: (location) => location.href })
  return (
    <div className="page">
      <h1 tabIndex={-1}>Please log in</h1>
      <p className="page-text">This page is for members of the league.</p>
      <a className="button" href={loginHref(here)}>
        Login
      </a>
    </div>
  )
}

const AdminsOnly = () => (
  <div className="page">
    <h1 tabIndex={-1}>Draft Administration</h1>
    <p className="page-text">Access Denied - Admin role required to access this page</p>
    <Notice kind="error">Access denied. Admin role required.</Notice>
  </div>
)

interface MembersOnlyProps {
  readonly role?: 'admin'
  readonly children: ReactNode
}

/** A page behind the login. The server guards what it shows; this tells why there is nothing. */
export function MembersOnly({ role, children }: MembersOnlyProps) {
  const { data: user, isPending } = useQuery(currentUser())
  if (isPending) return <Loading />
  if (!user) return <PleaseLogIn />
  if (role && !hasRole(user, role)) return <AdminsOnly />
  return children
}
