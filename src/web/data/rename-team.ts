import { mutationOptions } from '@tanstack/react-query'
import { patchTeam, type TeamNames } from '#contract/stats'
import { requestOnline } from './request-online.ts'
import { team } from './stats.ts'

/** What shows a team's name. */
const naming = [
  'teams',
  'team',
  'team-players',
  'players',
  'player',
  'trades',
  'roster-changes',
  'draft-teams',
] as const

/** Gives the own team other names. */
export const renameTeam = (teamId: number) =>
  mutationOptions({
    mutationKey: ['rename-team'],
    mutationFn: (names: TeamNames) => requestOnline(patchTeam, { params: { teamId }, body: names }),
    onSuccess: (saved, _names, _result, { client }) => {
      client.setQueryData(team(teamId).queryKey, saved)
      // Also what is not on screen: without a connection it would go on telling the old name.
      for (const name of naming) void client.invalidateQueries({ queryKey: [name], refetchType: 'all' })
    },
  })
