import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import * as calls from '#contract/office'
import * as recordCalls from '#contract/office-records'
import * as statisticsCalls from '#contract/office-statistics'
import type { TeamNames } from '#contract/stats'
import { CallError } from '../net/call-error.ts'
import { requestOnline } from '../net/request.ts'
import { callQuery, readThrough } from './call-query.ts'

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

/** A page at a time, as far as somebody reads. */
export const audit = (filter: recordCalls.AuditFilter) => {
  const key = ['office-audit', filter] as const
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ client, signal, pageParam }): Promise<recordCalls.AuditPage> =>
      readThrough(client, key, recordCalls.getAudit, { query: { ...filter, before: pageParam } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })
}

/** Made by the server, and saved as the browser saves a download. */
export const auditFile = () =>
  mutationOptions({
    mutationKey: ['audit-file'],
    mutationFn: (filter: recordCalls.AuditFilter) => requestOnline(recordCalls.getAuditFile, { query: filter }),
  })

export const backups = () => callQuery(['office-backups'], recordCalls.getBackups, {}, 0)

/** Polled while an import runs. */
const POLL_EVERY_MS = 2_000

export const isUnderWay = (latest: statisticsCalls.ImportState | null | undefined): boolean =>
  latest?.state === 'waiting' || latest?.state === 'running'

export const pollEvery = (state: statisticsCalls.OfficeStatistics | undefined): number | false =>
  isUnderWay(state?.latest) ? POLL_EVERY_MS : false

export const officeStatistics = () => callQuery(['office-statistics'], statisticsCalls.getOfficeStatistics, {}, 0)

export const officeSeason = () => callQuery(['office-season'], statisticsCalls.getOfficeSeason, {}, 0)

const keepStatistics = async (client: QueryClient, saved: statisticsCalls.OfficeStatistics): Promise<void> => {
  const { queryKey } = officeStatistics()
  // A request from before the change must not overwrite it.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, saved)
}

const refetchStatistics = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: officeStatistics().queryKey })

export const importNow = () =>
  mutationOptions({
    mutationKey: ['import-now'],
    mutationFn: (readsAll: boolean) => requestOnline(statisticsCalls.importNow, { body: { readsAll } }),
    onSuccess: (saved, _readsAll, _before, { client }) => keepStatistics(client, saved),
    onError: (_error, _readsAll, _before, { client }) => refetchStatistics(client),
  })

/** Every figure of the app is another one then. */
export const publishNow = (after: string | null) =>
  mutationOptions({
    mutationKey: ['publish-now'],
    mutationFn: () => requestOnline(statisticsCalls.publishNow, { body: { after } }),
    onSuccess: async (saved, _nothing, _before, { client }) => {
      await keepStatistics(client, saved)
      void client.invalidateQueries({ predicate: ({ queryKey }) => !String(queryKey[0]).startsWith('office') })
    },
    onError: (_error, _nothing, _before, { client }) => refetchStatistics(client),
  })

export const changeOfficeSeason = () =>
  mutationOptions({
    mutationKey: ['change-season'],
    mutationFn: (body: statisticsCalls.SeasonChange) => requestOnline(statisticsCalls.changeOfficeSeason, { body }),
    onSuccess: async (saved, _body, _before, { client }) => {
      const { queryKey } = officeSeason()
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, saved)
      void client.invalidateQueries({ queryKey: ['league-settings'] })
    },
    onError: (_error, _body, _before, { client }) =>
      void client.invalidateQueries({ queryKey: officeSeason().queryKey }),
  })
