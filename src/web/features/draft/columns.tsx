import { createContext, useContext, useState } from 'react'
import type { DraftBoxPlayer } from '#contract/draft'
import { DRAFT_TAG_MAX } from '#contract/limits'
import { truncate } from '#rules/names'
import type { Column, Columns } from '../../ui/table/columns.ts'
import { buttons, text } from '../../ui/table/columns.ts'
import {
  fantasyRankColumn,
  formColumns,
  nameColumn,
  nhlColumn,
  rankColumn,
  teamColumn,
} from '../boxes/player-columns.ts'
import { isDrafted } from './board.ts'
import { BoardStar } from './board-stars.tsx'

/**
 * Drafts a player; null while the viewer cannot draft from this box. A context: a change of turn re-renders the buttons
 * and no rows.
 */
export const DraftingContext = createContext<((player: DraftBoxPlayer) => void) | null>(null)

/** While the buttons rest: the id of what says why. */
export const RestingContext = createContext<string | null>(null)

function DraftCell({ player }: { readonly player: DraftBoxPlayer }) {
  const onDraft = useContext(DraftingContext)
  const restsBy = useContext(RestingContext)
  return (
    onDraft && (
      <button
        className="draft-button"
        type="button"
        aria-label={`Draft ${player.name}`}
        aria-disabled={restsBy !== null}
        aria-describedby={restsBy ?? undefined}
        onClick={() => restsBy === null && onDraft(player)}
      >
        Draft
      </button>
    )
  )
}

interface TagFieldProps {
  readonly player: DraftBoxPlayer
  readonly onSave: (tag: string) => void
}

/** The team's private note on a player: saved when the field is left, Enter leaves it. */
function TagField({ player, onSave }: TagFieldProps) {
  const saved = player.tag ?? ''
  /** Null unless the member is typing: then the board's tag is visible, as it changes. */
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

type OnTag = (player: DraftBoxPlayer, tag: string) => void

interface BoxActions {
  /** The viewing team's tags, and other leagues' ranks. */
  readonly isPremium: boolean
  /** Null for a viewer without a team. */
  readonly onTag: OnTag | null
}

const tagColumn = (onTag: OnTag | null): Column<DraftBoxPlayer> =>
  text('tag', 'Tag', '3.25rem', ({ tag }) => tag, {
    place: 'at-tag',
    text: ({ tag }) => tag ?? '',
    cell: onTag
      ? (player) => <TagField key={player.playerId} player={player} onSave={(tag) => onTag(player, tag)} />
      : undefined,
  })

/** With a star in its cell: the columns stay those of the spec. */
const starredNameColumn: Column<DraftBoxPlayer> = {
  ...nameColumn,
  cell: (player) => (
    <>
      <a href={nameColumn.href?.(player)}>{player.name}</a>
      {!isDrafted(player) && <BoardStar player={player} />}
    </>
  ),
}

const draftColumn: Column<DraftBoxPlayer> = buttons(
  'draft',
  'Draft',
  '3.625rem',
  (player) => !isDrafted(player) && <DraftCell player={player} />,
  { place: 'at-act' },
)

export const boxColumns = ({ isPremium, onTag }: BoxActions): Columns<DraftBoxPlayer> => [
  rankColumn,
  starredNameColumn,
  ...(isPremium ? [tagColumn(onTag)] : []),
  nhlColumn,
  ...formColumns,
  ...(isPremium ? [fantasyRankColumn] : []),
  teamColumn,
  draftColumn,
]
