import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Answer, Call } from '#contract/call'
import type { CallInput } from '#contract/call-address'
import { CallError } from './call-error.ts'
import { readThrough } from './read-through.ts'

/** A query is data: its key, its call, and for how long (ms) an answer counts as fresh. */
export const callQuery = <C extends Call>(key: QueryKey, call: C, input: CallInput<C>, staleTime: number) =>
  queryOptions({
    queryKey: key,
    queryFn: ({ client, signal }) => readThrough(client, key, call, input, signal),
    staleTime,
  })

/** What the call answers, or null where 404 means that there is none. */
export const readMaybe = async <C extends Call & { readonly none: 404 }>(
  ...asked: Parameters<typeof readThrough<C>>
): Promise<Answer<C> | null> => {
  try {
    return await readThrough(...asked)
  } catch (error) {
    const [, , call] = asked
    if (error instanceof CallError && error.status === call.none) return null
    throw error
  }
}

/** The same for a call where 404 means that there is none, which is null. */
export const maybeQuery = <C extends Call & { readonly none: 404 }>(
  key: QueryKey,
  call: C,
  input: CallInput<C>,
  staleTime: number,
) =>
  queryOptions({
    queryKey: key,
    queryFn: ({ client, signal }) => readMaybe(client, key, call, input, signal),
    staleTime,
  })
