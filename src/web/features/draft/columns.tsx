import type { DraftBoxPlayer } from '#contract/draft'
import type { Column, Columns } from '../../ui/table/column.ts'
import {
  fantasyRankColumn,
  formColumns,
  nameColumn,
  nhlColumn,
  rankColumn,
  teamColumn,
} from '../boxes/player-columns.ts'
import { isDrafted } from './board.ts'
import { TagField } from './tag-field.tsx'

export type OnDraft = (player: DraftBoxPlayer) => void
export type OnTag = (player: DraftBoxPlayer, tag: string) => void

interface BoxActions {
  /** The viewing team's tags, and other leagues' ranks. */
  readonly isPremium: boolean
  /** Null where the viewer has nothing to draft in this box now. */
  readonly onDraft: OnDraft | null
  /** Null for a viewer without a team. */
  readonly onTag: OnTag | null
}

const tagColumn = (onTag: OnTag | null): Column<DraftBoxPlayer> => ({
  key: 'tag',
  label: 'Tag',
  kind: 'text',
  width: '3.75rem',
  value: ({ tag }) => tag,
  text: ({ tag }) => tag ?? '',
  cell: onTag ? (player) => <TagField player={player} onSave={(tag) => onTag(player, tag)} /> : undefined,
})

const draftColumn = (onDraft: OnDraft | null): Column<DraftBoxPlayer> => ({
  key: 'draft',
  label: 'Draft',
  kind: 'text',
  width: '3.625rem',
  end: true,
  unsorted: true,
  value: () => null,
  text: () => '',
  cell: (player) =>
    onDraft &&
    !isDrafted(player) && (
      <button
        className="draft-button"
        type="button"
        aria-label={`Draft ${player.name}`}
        onClick={() => onDraft(player)}
      >
        Draft
      </button>
    ),
})

export const boxColumns = ({ isPremium, onDraft, onTag }: BoxActions): Columns<DraftBoxPlayer> => [
  rankColumn,
  nameColumn,
  ...(isPremium ? [tagColumn(onTag)] : []),
  nhlColumn,
  ...formColumns,
  ...(isPremium ? [fantasyRankColumn] : []),
  teamColumn,
  draftColumn(onDraft),
]
