import { useSearch } from '@tanstack/react-router'
import { Id } from '#contract/call'
import type { Pick } from '#contract/draft'
import { offers, type User } from '#contract/user'
import { hasRole } from '#rules/roles'
import { fitsSchema } from '../../net/answer-check.ts'

export interface PickingTeam {
  /** The team that the board is drawn for. */
  readonly teamId: number | null
  /** Its name, where an admin picks for it. */
  readonly forName: string | null
}

/** The viewer's own team, or the one in the address for which an admin picks: `/draft?for=7`. */
export function usePickingTeam(user: User, picks: readonly Pick[]): PickingTeam {
  const { for: asked }: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const own = { teamId: user.teamId ?? null, forName: null }
  if (!hasRole(user, 'admin') || !offers(user, 'draft-room') || !fitsSchema(Id, asked) || asked === own.teamId)
    return own
  const team = picks.find(({ teamId }) => teamId === asked)
  return team ? { teamId: asked, forName: team.teamShortName } : own
}
