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
import { DraftCell } from './draft-cell.tsx'
import { TagField } from './tag-field.tsx'

export type OnTag = (player: DraftBoxPlayer, tag: string) => void

interface BoxActions {
  /** The viewing team's tags, and other leagues' ranks. */
  readonly isPremium: boolean
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

const draftColumn: Column<DraftBoxPlayer> = {
  key: 'draft',
  label: 'Draft',
  kind: 'text',
  width: '3.625rem',
  end: true,
  unsorted: true,
  value: () => null,
  text: () => '',
  cell: (player) => !isDrafted(player) && <DraftCell player={player} />,
}

export const boxColumns = ({ isPremium, onTag }: BoxActions): Columns<DraftBoxPlayer> => [
  rankColumn,
  nameColumn,
  ...(isPremium ? [tagColumn(onTag)] : []),
  nhlColumn,
  ...formColumns,
  ...(isPremium ? [fantasyRankColumn] : []),
  teamColumn,
  draftColumn,
]
