import { type MutationFunction, mutationOptions, type QueryKey } from '@tanstack/react-query'
import { isUnanswered } from './send-change.ts'

interface Shown {
  /** What the page shows, which is what the server answers to the change. */
  readonly queryKey: QueryKey
  /** By the first word of their keys: the other queries that show it. */
  readonly isElsewhere: (subject: string) => boolean
}

/**
 * A change by an admin: its answer is shown at once. After a refusal the page is refetched, as it may be out of date; an
 * answer of null counts as one. What shows it elsewhere is refetched when it was made, or may have been: an answer may
 * have been lost.
 */
export const adminChange = <Saved, Input = void>(
  { queryKey, isElsewhere }: Shown,
  mutationFn: MutationFunction<Saved | null, Input>,
) =>
  mutationOptions({
    mutationFn,
    onSuccess: async (saved, _input, _before, { client }) => {
      if (saved === null) return void client.invalidateQueries({ queryKey })
      // A request from before the change must not overwrite it.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, saved)
    },
    onError: (_error, _input, _before, { client }) => void client.invalidateQueries({ queryKey }),
    onSettled: (_saved, error, _input, _before, { client }) => {
      if (error && !isUnanswered(error)) return
      void client.invalidateQueries({ predicate: (query) => isElsewhere(String(query.queryKey[0])) })
    },
  })
