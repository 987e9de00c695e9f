import { mutationOptions } from '@tanstack/react-query'
import {
  getRosterChanges,
  getRosterEntry,
  getTeamPlayers,
  putScratchStatus,
  type RosterEntry,
  type ScratchStatus,
} from '#contract/roster'
import { callQuery } from './call-query.ts'
import { requestOnline } from './client.ts'

// Other members change their lineups at any time; the own changes put their answers here themselves.
const FRESH_MS = 60_000

/** Current players, or those sold this season. */
export const teamPlayers = (teamId: number, current: boolean) =>
  callQuery(['team-players', teamId, current], getTeamPlayers, { params: { teamId }, query: { current } }, FRESH_MS)
export const rosterEntry = (teamId: number, playerId: number) =>
  callQuery(['roster-entry', teamId, playerId], getRosterEntry, { params: { teamId, playerId } }, FRESH_MS)
export const rosterChanges = () => callQuery(['roster-changes'], getRosterChanges, {}, FRESH_MS)

/** Scratches or dresses a player. The answer is his entry from then on; the lists that tell of it are asked again. */
export const setScratchStatus = (teamId: number, playerId: number) =>
  mutationOptions({
    mutationKey: ['scratch-status', teamId, playerId],
    mutationFn: (status: ScratchStatus) =>
      requestOnline(putScratchStatus, { params: { teamId, playerId }, query: { 'scratch-status': status } }),
    onSuccess: async (entry: RosterEntry, _status, _before, { client }) => {
      const { queryKey } = rosterEntry(teamId, playerId)
      // One that was asked for before the change must not arrive after it.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, entry)
      // Also what is not on screen: without a connection it would tell of the lineup before the change.
      void client.invalidateQueries({ queryKey: ['team-players', teamId], refetchType: 'all' })
      void client.invalidateQueries({ queryKey: rosterChanges().queryKey, refetchType: 'all' })
    },
    // Refused, or no answer: what the screen tells of him may be out of date.
    onError: (_error, _status, _before, { client }) => {
      void client.invalidateQueries({ queryKey: rosterEntry(teamId, playerId).queryKey })
    },
  })
