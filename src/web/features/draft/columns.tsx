import type { DraftBoxPlayer } from '#contract/draft'
import { figure } from '../../ui/figure.ts'
import type { Column, Columns } from '../../ui/table/column.ts'
import { isDrafted } from './board.ts'
import { TagField } from './tag-field.tsx'

interface BoxActions {
  /** The viewing team's tags, and other leagues' ranks. */
  readonly isPremium: boolean
  /** Null where the viewer has nothing to draft in this box now. */
  readonly onDraft: ((player: DraftBoxPlayer) => void) | null
  /** Null for a viewer without a team. */
  readonly onTag: ((player: DraftBoxPlayer, tag: string) => void) | null
}

const number = (
  key: string,
  label: string,
  width: string,
  value: (player: DraftBoxPlayer) => number | null | undefined,
): Column<DraftBoxPlayer> => ({ key, label, kind: 'number', width, value, text: (player) => figure(value(player)) })

/** The rank among all players of the position, which also says how early the box is. */
const rank = ({ positionRank, boxRank }: DraftBoxPlayer) => positionRank ?? boxRank

const RANK_WIDTH = '2.25rem'

export const boxColumns = ({ isPremium, onDraft, onTag }: BoxActions): Columns<DraftBoxPlayer> => [
  number('rank', '#', RANK_WIDTH, rank),
  {
    key: 'name',
    label: 'Name',
    kind: 'text',
    width: 'minmax(6.5rem, 1fr)',
    sticky: '0',
    edge: true,
    heads: true,
    value: ({ name }) => name,
    text: ({ name }) => name,
    href: ({ playerId }) => `/players/${playerId}`,
  },
  ...(isPremium
    ? [
        {
          key: 'tag',
          label: 'Tag',
          kind: 'text' as const,
          width: '4.25rem',
          value: ({ tag }: DraftBoxPlayer) => tag,
          text: ({ tag }: DraftBoxPlayer) => tag ?? '',
          cell: onTag
            ? (player: DraftBoxPlayer) => <TagField player={player} onSave={(tag) => onTag(player, tag)} />
            : undefined,
        },
      ]
    : []),
  {
    key: 'nhlTeam',
    label: 'NHL',
    kind: 'text',
    width: '2.75rem',
    value: ({ nhlTeam }) => nhlTeam,
    text: ({ nhlTeam }) => nhlTeam ?? '-',
  },
  number('points', 'Pts', '2.25rem', ({ points }) => points),
  number('gamesPlayed', 'GP', '2.25rem', ({ gamesPlayed }) => gamesPlayed),
  number('normalizedPoints', 'NP', '2.25rem', ({ normalizedPoints }) => normalizedPoints),
  ...(isPremium ? [number('nhlFantasyRank', 'FR', '2.25rem', ({ nhlFantasyRank }) => nhlFantasyRank)] : []),
  {
    key: 'team',
    label: 'Team',
    kind: 'text',
    width: '3.25rem',
    value: ({ teamShortName }) => teamShortName,
    text: ({ teamShortName }) => teamShortName ?? '',
  },
  {
    key: 'draft',
    label: 'Draft',
    kind: 'text',
    width: '3.75rem',
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
  },
]
