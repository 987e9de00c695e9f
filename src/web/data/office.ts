import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import * as calls from '#contract/office'
import * as recordCalls from '#contract/office-records'
import * as statisticsCalls from '#contract/office-statistics'
import type { TeamNames } from '#contract/stats'
import { CallError } from '../net/call-error.ts'
import { requestOnline } from '../net/request.ts'
import { adminChange } from './admin-change.ts'
import { callQuery, readThrough } from './call-query.ts'

// What an admin sees is fetched each time: another admin may be at it, too.

export const officeMembers = () => callQuery(['office-members'], calls.getOfficeMembers, {}, 0)
export const officeTeams = () => callQuery(['office-teams'], calls.getOfficeTeams, {}, 0)

/** What else shows members and teams; one's own roles and team may be among it. */
const members = {
  ...officeMembers(),
  isElsewhere: (subject: string) => ['office-teams', 'user'].includes(subject),
}
const teams = {
  ...officeTeams(),
  isElsewhere: (subject: string) => ['office-members', 'user', 'teams', 'team', 'draft-teams'].includes(subject),
}

export const addMember = () => adminChange(members, (body: calls.NewMember) => requestOnline(calls.addMember, { body }))

export const changeMember = (memberId: number) =>
  adminChange(members, (body: calls.MemberChange) => requestOnline(calls.changeMember, { params: { memberId }, body }))

export const removeMember = ({ id, userName, version }: calls.OfficeMember) =>
  adminChange(members, async () => {
    try {
      return await requestOnline(calls.removeMember, { params: { memberId: id }, query: { userName, version } })
    } catch (error) {
      // Another admin has removed them already.
      if (error instanceof CallError && error.code === 'MEMBER_NOT_FOUND') return null
      throw error
    }
  })

export const endLogins = (memberId: number) =>
  adminChange(members, () => requestOnline(calls.endLogins, { params: { memberId } }))

/** The link stays with the admin who requested it, and is stored nowhere. */
export const inviteMember = (memberId: number) =>
  mutationOptions({
    gcTime: 0,
    mutationFn: (body: { lost: boolean }) => requestOnline(calls.inviteMember, { params: { memberId }, body }),
    onSuccess: (_made, _body, _before, { client }) => {
      void client.invalidateQueries({ queryKey: officeMembers().queryKey })
    },
  })

export const addTeam = () =>
  adminChange(teams, (body: TeamNames & { cash: number }) => requestOnline(calls.addTeam, { body }))

export const renameAnyTeam = ({ id, name, shortName }: calls.OfficeTeam) =>
  adminChange(teams, (to: TeamNames) =>
    requestOnline(calls.renameAnyTeam, { params: { teamId: id }, body: { ...to, from: { name, shortName } } }),
  )

export const handOverTeam = ({ id, owners }: calls.OfficeTeam) =>
  adminChange(teams, (memberId: number | null) =>
    requestOnline(calls.handOverTeam, {
      params: { teamId: id },
      body: { memberId, from: owners.map((owner) => owner.id) },
    }),
  )

export const retireTeam = (teamId: number) =>
  adminChange(teams, (isRetiring: boolean) =>
    requestOnline(calls.retireTeam, { params: { teamId }, body: { isRetiring } }),
  )

/** A page at a time, as far as somebody reads. */
export const audit = (filter: recordCalls.AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['office-audit', filter],
    queryFn: (context): Promise<recordCalls.AuditPage> =>
      readThrough(context, recordCalls.getAudit, { query: { ...filter, before: context.pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })

/** Made by the server, and saved as the browser saves a download. */
export const auditFile = () =>
  mutationOptions({
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

export const importNow = () =>
  adminChange({ ...officeStatistics(), isElsewhere: () => false }, (readsAll: boolean) =>
    requestOnline(statisticsCalls.importNow, { body: { readsAll } }),
  )

/** Every figure of the app is another one then. */
export const publishNow = (after: string | null) =>
  adminChange({ ...officeStatistics(), isElsewhere: (subject) => !subject.startsWith('office') }, () =>
    requestOnline(statisticsCalls.publishNow, { body: { after } }),
  )

export const changeOfficeSeason = () =>
  adminChange(
    { ...officeSeason(), isElsewhere: (subject) => subject === 'league-settings' },
    (body: statisticsCalls.SeasonChange) => requestOnline(statisticsCalls.changeOfficeSeason, { body }),
  )
