import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import * as calls from '#contract/office-statistics'
import { requestOnline } from '../net/request.ts'
import { callQuery } from './call-query.ts'

/** Polled while an import runs. */
const POLL_EVERY_MS = 2_000

export const isUnderWay = (latest: calls.ImportState | null | undefined): boolean =>
  latest?.state === 'waiting' || latest?.state === 'running'

export const pollEvery = (state: calls.OfficeStatistics | undefined): number | false =>
  isUnderWay(state?.latest) ? POLL_EVERY_MS : false

export const officeStatistics = () => callQuery(['office-statistics'], calls.getOfficeStatistics, {}, 0)

export const officeSeason = () => callQuery(['office-season'], calls.getOfficeSeason, {}, 0)

const keep = async (client: QueryClient, saved: calls.OfficeStatistics): Promise<void> => {
  const { queryKey } = officeStatistics()
  // A request from before the change must not overwrite it.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, saved)
}

const lookAgain = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: officeStatistics().queryKey })

export const importNow = () =>
  mutationOptions({
    mutationKey: ['import-now'],
    mutationFn: (readsAll: boolean) => requestOnline(calls.importNow, { body: { readsAll } }),
    onSuccess: (saved, _readsAll, _before, { client }) => keep(client, saved),
    onError: (_error, _readsAll, _before, { client }) => lookAgain(client),
  })

/** Every figure of the app is another one then. */
export const publishNow = (after: string | null) =>
  mutationOptions({
    mutationKey: ['publish-now'],
    mutationFn: () => requestOnline(calls.publishNow, { body: { after } }),
    onSuccess: async (saved, _nothing, _before, { client }) => {
      await keep(client, saved)
      void client.invalidateQueries({ predicate: ({ queryKey }) => !String(queryKey[0]).startsWith('office') })
    },
    onError: (_error, _nothing, _before, { client }) => lookAgain(client),
  })

export const changeOfficeSeason = () =>
  mutationOptions({
    mutationKey: ['change-season'],
    mutationFn: (body: calls.SeasonChange) => requestOnline(calls.changeOfficeSeason, { body }),
    onSuccess: async (saved, _body, _before, { client }) => {
      const { queryKey } = officeSeason()
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, saved)
      void client.invalidateQueries({ queryKey: ['league-settings'] })
    },
    onError: (_error, _body, _before, { client }) =>
      void client.invalidateQueries({ queryKey: officeSeason().queryKey }),
  })
