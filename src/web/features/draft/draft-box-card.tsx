import { createContext, memo, useCallback, useContext, useDeferredValue, useMemo } from 'react'
import type { DraftBox, DraftBoxPlayer } from '#contract/draft'
import { messages } from '#contract/messages'
import type { WrittenTag } from '../../data/draft-tags.ts'
import { buttons, type Column, type Columns, type RowState, text } from '../../ui/table/columns.ts'
import { Table } from '../../ui/table/table.tsx'
import {
  BoxCard,
  type BoxState,
  fantasyRankColumn,
  formColumns,
  nameColumn,
  nhlColumn,
  rankColumn,
  teamColumn,
} from '../boxes/boxes.tsx'
import { inOrder, isDrafted, isOutside } from './board.ts'
import { BoardStar } from './board-stars.tsx'
import { TagField } from './tags.tsx'

/**
 * Drafts a player; null while the viewer cannot draft from this box. A context: a change of turn re-renders the buttons
 * and no rows.
 */
const DraftingContext = createContext<((player: DraftBoxPlayer) => void) | null>(null)

/** While the buttons rest: the id of what says why. */
export const RestingContext = createContext<string | null>(null)

function DraftCell({ player }: { readonly player: DraftBoxPlayer }) {
  const onDraft = useContext(DraftingContext)
  const restsBy = useContext(RestingContext)
  return (
    onDraft && (
      <button
        className="cell-button draft-button"
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

type OnTag = (written: WrittenTag) => void

interface BoxActions {
  /** The viewing team's tags, and other leagues' ranks. */
  readonly isPremium: boolean
  /** Null for a viewer without a team. */
  readonly onTag: OnTag | null
}

const tagColumn = (onTag: OnTag | null): Column<DraftBoxPlayer> =>
  text('tag', 'Tag', '3.25rem', ({ tag }) => tag, {
    place: 'tag',
    text: ({ tag }) => tag ?? '',
    cell: onTag ? (player) => <TagField key={player.playerId} player={player} onSave={onTag} /> : undefined,
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
  { place: 'act' },
)

const boxColumns = ({ isPremium, onTag }: BoxActions): Columns<DraftBoxPlayer> => [
  rankColumn,
  starredNameColumn,
  ...(isPremium ? [tagColumn(onTag)] : []),
  nhlColumn,
  ...formColumns,
  ...(isPremium ? [fantasyRankColumn] : []),
  teamColumn,
  draftColumn,
]

interface DraftBoxCardProps {
  readonly box: DraftBox
  /** Those of its players who are shown. */
  readonly players: readonly DraftBoxPlayer[]
  readonly state: BoxState
  readonly isOffline: boolean
  /** The team has just made its pick here. */
  readonly isMade: boolean
  /** The viewer's team. */
  readonly teamId: number | null
  readonly isPremium: boolean
  readonly onAsk: (player: DraftBoxPlayer, boxName: string) => void
  readonly onTag: OnTag | null
}

const EmptyBox = ({ box, state }: { readonly box: DraftBox; readonly state: BoxState }) => {
  if (isOutside(box)) return <p className="none">{state === 'active' ? messages.boxActive : messages.boxAwaits}</p>
  return <p className="none">{box.players.length > 0 ? 'Everyone in this box is taken.' : messages.noPlayers}</p>
}

/** The answer to the team's own pick, and a goal lamp that flashes once. */
const Made = () => (
  <span className="beside box-state" role="status">
    <span className="mark pick-lamp" aria-hidden="true" />
    {messages.drafted}
  </span>
)

/** One box of the board. Memoised: a pick changes one of twenty-two. */
export const DraftBoxCard = memo(function DraftBoxCard(props: DraftBoxCardProps) {
  const { box, players: wanted, state, isOffline, isMade, teamId, isPremium, onAsk, onTag } = props
  const { boxName } = box
  const columns = useMemo(() => boxColumns({ isPremium, onTag }), [isPremium, onTag])
  const ask = useCallback((player: DraftBoxPlayer) => onAsk(player, boxName), [onAsk, boxName])
  const players = useMemo(() => inOrder(wanted), [wanted])
  // A row's element belongs to its place: a pick, which moves its player to the top, moves nothing on the page.
  const places = useMemo(() => new Map(players.map(({ playerId }, place) => [playerId, place])), [players])
  const rowState = (player: DraftBoxPlayer): RowState => {
    if (!isDrafted(player)) return null
    return player.teamId === teamId ? 'own' : 'reserved'
  }
  // A frame later than the board and the turn: there are hundreds of them.
  const hasButtons = useDeferredValue(state === 'active' && !isOffline)
  return (
    <BoxCard name={boxName} state={state} rows={players.length} answer={isMade && <Made />}>
      {players.length === 0 ? (
        <EmptyBox box={box} state={isOffline ? 'waiting' : state} />
      ) : (
        <DraftingContext value={hasButtons ? ask : null}>
          {isOutside(box) && state === 'active' && !isOffline && <p className="none">{messages.boxActive}</p>}
          <Table
            label={`Box ${boxName}`}
            columns={columns}
            rows={players}
            rowKey={({ playerId }) => places.get(playerId) ?? playerId}
            rowState={rowState}
          />
        </DraftingContext>
      )}
    </BoxCard>
  )
})
