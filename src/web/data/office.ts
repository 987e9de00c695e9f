import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import * as calls from '#contract/office'
import type { TeamNames } from '#contract/stats'
import { CallError } from '../net/call-error.ts'
import { requestOnline } from '../net/request.ts'
import { callQuery } from './call-query.ts'

// What an admin sees is fetched each time: another admin may be at it, too.

export const officeMembers = () => callQuery(['office-members'], calls.getOfficeMembers, {}, 0)
export const officeTeams = () => callQuery(['office-teams'], calls.getOfficeTeams, {}, 0)

/** What else shows members and teams; one's own roles and team may be among it. */
const forget = (client: QueryClient, subjects: readonly string[]): void => {
  for (const subject of subjects) void client.invalidateQueries({ queryKey: [subject] })
}

const keepMembers = async (client: QueryClient, saved: calls.OfficeMembers): Promise<void> => {
  const { queryKey } = officeMembers()
  // A request from before the change must not overwrite it.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, saved)
  forget(client, ['office-teams', 'user'])
}

const keepTeams = async (client: QueryClient, saved: calls.OfficeTeams): Promise<void> => {
  const { queryKey } = officeTeams()
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, saved)
  forget(client, ['office-members', 'user', 'teams', 'team', 'draft-teams'])
}

/** A refusal often means that something is no longer as it is shown. */
const lookAgain = (client: QueryClient): void => forget(client, ['office-members', 'office-teams'])

export const addMember = () =>
  mutationOptions({
    mutationKey: ['add-member'],
    mutationFn: (body: calls.NewMember) => requestOnline(calls.addMember, { body }),
    onSuccess: (saved, _body, _before, { client }) => keepMembers(client, saved),
    onError: (_error, _body, _before, { client }) => lookAgain(client),
  })

export const changeMember = (memberId: number) =>
  mutationOptions({
    mutationKey: ['change-member', memberId],
    mutationFn: (body: calls.MemberChange) => requestOnline(calls.changeMember, { params: { memberId }, body }),
    onSuccess: (saved, _body, _before, { client }) => keepMembers(client, saved),
    onError: (_error, _body, _before, { client }) => lookAgain(client),
  })

export const removeMember = ({ id, userName, version }: calls.OfficeMember) =>
  mutationOptions({
    mutationKey: ['remove-member', id],
    /** Null: another admin has removed them already. */
    mutationFn: async () => {
      try {
        return await requestOnline(calls.removeMember, { params: { memberId: id }, query: { userName, version } })
      } catch (error) {
        if (error instanceof CallError && error.code === 'MEMBER_NOT_FOUND') return null
        throw error
      }
    },
    onSuccess: (saved, _nothing, _before, { client }) => (saved ? keepMembers(client, saved) : lookAgain(client)),
    onError: (_error, _nothing, _before, { client }) => lookAgain(client),
  })

export const endLogins = (memberId: number) =>
  mutationOptions({
    mutationKey: ['end-logins', memberId],
    mutationFn: () => requestOnline(calls.endLogins, { params: { memberId } }),
    onSuccess: (saved, _nothing, _before, { client }) => keepMembers(client, saved),
  })

/** The link stays with the admin who requested it, and is stored nowhere. */
export const inviteMember = (memberId: number) =>
  mutationOptions({
    mutationKey: ['invite-member', memberId],
    gcTime: 0,
    mutationFn: (body: { lost: boolean }) => requestOnline(calls.inviteMember, { params: { memberId }, body }),
    onSuccess: (_made, _body, _before, { client }) => forget(client, ['office-members']),
  })

export const addTeam = () =>
  mutationOptions({
    mutationKey: ['add-team'],
    mutationFn: (body: { name: string; shortName: string; cash: number }) => requestOnline(calls.addTeam, { body }),
    onSuccess: (saved, _body, _before, { client }) => keepTeams(client, saved),
  })

export const renameAnyTeam = ({ id, name, shortName }: calls.OfficeTeam) =>
  mutationOptions({
    mutationKey: ['rename-any-team', id],
    mutationFn: (to: TeamNames) =>
      requestOnline(calls.renameAnyTeam, { params: { teamId: id }, body: { ...to, from: { name, shortName } } }),
    onSuccess: (saved, _to, _before, { client }) => keepTeams(client, saved),
    onError: (_error, _to, _before, { client }) => lookAgain(client),
  })

export const handOverTeam = ({ id, owners }: calls.OfficeTeam) =>
  mutationOptions({
    mutationKey: ['hand-over-team', id],
    mutationFn: (memberId: number | null) =>
      requestOnline(calls.handOverTeam, {
        params: { teamId: id },
        body: { memberId, from: owners.map((owner) => owner.id) },
      }),
    onSuccess: (saved, _memberId, _before, { client }) => keepTeams(client, saved),
    onError: (_error, _memberId, _before, { client }) => lookAgain(client),
  })

export const retireTeam = (teamId: number) =>
  mutationOptions({
    mutationKey: ['retire-team', teamId],
    mutationFn: (isRetiring: boolean) => requestOnline(calls.retireTeam, { params: { teamId }, body: { isRetiring } }),
    onSuccess: (saved, _isRetiring, _before, { client }) => keepTeams(client, saved),
  })
