import { Navigate } from '@tanstack/react-router'
import type { User } from '#contract/user'
import { NotFound } from '../shell/members-only.tsx'

/** Leads on to the member's own team. */
export const MyTeam = ({ user: { teamId } }: { readonly user: User }) =>
  teamId == null ? <NotFound /> : <Navigate to="/teams/$teamId" params={{ teamId: String(teamId) }} replace />
