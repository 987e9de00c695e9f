import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import * as calls from '#contract/office-records'
import { requestOnline } from '../net/request.ts'
import { callQuery, readThrough } from './call-query.ts'

/** A page at a time, as far as somebody reads. */
export const audit = (filter: calls.AuditFilter) => {
  const key = ['office-audit', filter] as const
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ client, signal, pageParam }): Promise<calls.AuditPage> =>
      readThrough(client, key, calls.getAudit, { query: { ...filter, before: pageParam } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })
}

/** Made by the server, and saved as the browser saves a download. */
export const auditFile = () =>
  mutationOptions({
    mutationKey: ['audit-file'],
    mutationFn: (filter: calls.AuditFilter) => requestOnline(calls.getAuditFile, { query: filter }),
  })

export const backups = () => callQuery(['office-backups'], calls.getBackups, {}, 0)
