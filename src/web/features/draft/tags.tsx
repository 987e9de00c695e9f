import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import { type DraftBoxPlayer, putTag } from '#contract/draft'
import { DRAFT_TAG_MAX } from '#contract/limits'
import { truncate } from '#rules/names'
import { plural } from '#rules/words'
import { choiceFailure } from '../../data/draft-commands.ts'
import { giveUpTags, saveTag, type Tags, unsavedTags, type WrittenTag } from '../../data/draft-tags.ts'
import { useQueryCache } from '../../data/query-client.ts'
import { useOnline } from '../../data/use-online.ts'
import { isUnsent, useUnsent } from '../../data/use-unsent.ts'
import { Notice } from '../../ui/notice.tsx'
import { failureKind } from '../data-screen/data-screen.tsx'

/** The tags of the viewer's team. */
export function useTags(teamId: number | null | undefined) {
  const client = useQueryClient()
  const { mutate, reset, error, isPending } = useMutation(saveTag(client, teamId ?? 0))
  useUnsent(isUnsent(error), reset)
  const unsaved = useQueryCache(unsavedTags)
  const giveUp = () => {
    giveUpTags(client)
    reset()
  }
  return { save: mutate, unsaved, error, isPending, giveUp }
}

/** Why tags are not saved, and the way to save or to give them up. */
export function UnsavedTags({ tags: { save, unsaved, error, isPending, giveUp } }: { readonly tags: TeamTags }) {
  const online = useOnline()
  if (unsaved.size === 0 || isPending) return null
  return (
    <Notice kind={failureKind(error)} onClose={giveUp}>
      {error ? choiceFailure(error, putTag) : `${plural(unsaved.size, 'tag')} not saved.`}{' '}
      {online && (
        <button
          className="text-button"
          type="button"
          onClick={() => {
            for (const [playerId, tag] of unsaved) save({ playerId, tag })
          }}
        >
          Try again
        </button>
      )}
    </Notice>
  )
}

type TeamTags = ReturnType<typeof useTags>

const none: Tags = new Map()

/** What was typed and is not saved. A context: it re-renders the fields and no rows. */
export const UnsavedTagsContext = createContext(none)

interface TagFieldProps {
  readonly player: DraftBoxPlayer
  readonly onSave: (written: WrittenTag) => void
}

/** The team's private note on a player: saved when the field is left, Enter leaves it. */
export function TagField({ player: { playerId, name, tag }, onSave }: TagFieldProps) {
  const saved = tag ?? ''
  const unsaved = useContext(UnsavedTagsContext).get(playerId)
  /** Null unless the member is typing: then the board's tag is visible, as it changes. */
  const [written, setWritten] = useState<string | null>(null)
  return (
    <input
      className="tag"
      aria-label={`Tag for ${name}`}
      aria-invalid={unsaved !== undefined}
      autoComplete="off"
      value={written ?? unsaved ?? saved}
      onChange={({ currentTarget }) => setWritten(truncate(currentTarget.value, DRAFT_TAG_MAX))}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur()
      }}
      onBlur={() => {
        if (written !== null && written.trim() !== (unsaved ?? saved)) onSave({ playerId, tag: written.trim() })
        setWritten(null)
      }}
    />
  )
}
