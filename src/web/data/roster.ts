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

// Other members change their lineups at any time; one's own changes update the cache themselves.
const FRESH_MS = 60_000

/** Current players, or those sold this season. */
export const teamPlayers = (teamId: number, current: boolean) =>
  callQuery(['team-players', teamId, current], getTeamPlayers, { params: { teamId }, query: { current } }, FRESH_MS)
export const rosterEntry = (teamId: number, playerId: number) =>
  callQuery(['roster-entry', teamId, playerId], getRosterEntry, { params: { teamId, playerId } }, FRESH_MS)
export const rosterChanges = () => callQuery(['roster-changes'], getRosterChanges, {}, FRESH_MS)

/** Scratches or dresses a player. The answer is the player's new entry; the lists that show it are refetched. */
export const setScratchStatus = (teamId: number, playerId: number) =>
  mutationOptions({
    mutationKey: ['scratch-status', teamId, playerId],
    mutationFn: (status: ScratchStatus) =>
      requestOnline(putScratchStatus, { params: { teamId, playerId }, query: { 'scratch-status': status } }),
    onSuccess: async (entry: RosterEntry, _status, _before, { client }) => {
      const { queryKey } = rosterEntry(teamId, playerId)
      // A request from before the change must not overwrite it.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, entry)
      // Unmounted queries too: offline, they would show the lineup from before the change.
      void client.invalidateQueries({ queryKey: ['team-players', teamId], refetchType: 'all' })
      void client.invalidateQueries({ queryKey: rosterChanges().queryKey, refetchType: 'all' })
    },
    // Refused, or no answer: what is on screen may be out of date.
    onError: (_error, _status, _before, { client }) => {
      void client.invalidateQueries({ queryKey: rosterEntry(teamId, playerId).queryKey })
    },
  })
