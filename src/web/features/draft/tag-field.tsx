import { useState } from 'react'
import type { DraftBoxPlayer } from '#contract/draft'
import { DRAFT_TAG_MAX } from '#contract/limits'
import { truncate } from '#rules/names'

interface TagFieldProps {
  readonly player: DraftBoxPlayer
  readonly onSave: (tag: string) => void
}

/** The team's private note on a player: saved when the field is left, Enter leaves it. */
export function TagField({ player, onSave }: TagFieldProps) {
  const saved = player.tag ?? ''
  /** Null while nobody is writing: then the board's own tag is shown, whatever becomes of it. */
  const [written, setWritten] = useState<string | null>(null)
  return (
    <input
      className="tag"
      aria-label={`Tag for ${player.name}`}
      autoComplete="off"
      value={written ?? saved}
      onChange={({ currentTarget }) => setWritten(truncate(currentTarget.value, DRAFT_TAG_MAX))}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur()
      }}
      onBlur={() => {
        if (written !== null && written.trim() !== saved) onSave(written.trim())
        setWritten(null)
      }}
    />
  )
}
