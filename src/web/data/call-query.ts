import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/call'
import type { CallInput } from './call-address.ts'
import { readThrough } from './read-through.ts'

/** A query is data: its key, its call, and for how long (ms) an answer counts as fresh. */
export const callQuery = <C extends Call>(key: QueryKey, call: C, input: CallInput<C>, staleTime: number) =>
  queryOptions({
    queryKey: key,
    queryFn: ({ client, signal }) => readThrough(client, key, call, input, signal),
    staleTime,
  })
