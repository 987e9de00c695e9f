import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { putTag } from '#contract/draft'
import { requestOnline } from '../net/request.ts'
import { changePlayers, draftBoxes } from './draft.ts'

/** Tags by player id. */
export type Tags = ReadonlyMap<number, string>

const UNSAVED_KEY = ['unsaved-tags']
const none: Tags = new Map()

/** What was typed and could not be saved, until it is saved or given up. */
export const unsavedTags = (client: QueryClient): Tags => client.getQueryData<Tags>(UNSAVED_KEY) ?? none

const setUnsaved = (client: QueryClient, tags: Tags) => void client.setQueryData<Tags>(UNSAVED_KEY, tags)

export const giveUpTags = (client: QueryClient): void => setUnsaved(client, none)

export interface WrittenTag {
  readonly playerId: number
  /** Empty removes the tag. */
  readonly tag: string
}

/** Optimistic; where it could not be saved the board has the old tag again. */
export const saveTag = (client: QueryClient, teamId: number) => {
  const { queryKey } = draftBoxes(teamId)
  const show = ({ playerId, tag }: WrittenTag) =>
    client.setQueryData(
      queryKey,
      (boxes) => boxes && changePlayers(boxes, (player) => (player.playerId === playerId ? { tag } : null)),
    )
  const shownTag = (playerId: number) =>
    client
      .getQueryData(queryKey)
      ?.flatMap(({ players }) => players)
      .find((player) => player.playerId === playerId)?.tag ?? ''
  return mutationOptions({
    mutationFn: ({ playerId, tag }: WrittenTag) => requestOnline(putTag, { params: { teamId, playerId }, body: tag }),
    onMutate: async (written) => {
      const before = shownTag(written.playerId)
      await client.cancelQueries({ queryKey })
      show(written)
      return before
    },
    onSuccess: (_answer, { playerId }) => {
      const left = [...unsavedTags(client)].filter(([id]) => id !== playerId)
      setUnsaved(client, new Map(left))
    },
    onError: (_error, { playerId, tag }, before = '') => {
      setUnsaved(client, new Map(unsavedTags(client)).set(playerId, tag))
      show({ playerId, tag: before })
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
