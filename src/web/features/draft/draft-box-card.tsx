import { memo, useCallback, useDeferredValue, useMemo } from 'react'
import type { DraftBox, DraftBoxPlayer } from '#contract/draft'
import { messages } from '#contract/messages'
import type { RowState } from '../../ui/table/columns.ts'
import { Table } from '../../ui/table/table.tsx'
import { BoxCard, type BoxState } from '../boxes/boxes.tsx'
import { inOrder, isDrafted, isOutside } from './board.ts'
import { boxColumns, DraftingContext } from './columns.tsx'

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
  readonly onTag: ((player: DraftBoxPlayer, tag: string) => void) | null
}

interface EmptyBoxProps {
  readonly box: DraftBox
  readonly state: BoxState
}

const EmptyBox = ({ box, state }: EmptyBoxProps) => {
  if (isOutside(box)) return <p className="box-empty">{state === 'active' ? messages.boxActive : messages.boxAwaits}</p>
  return <p className="box-empty">{box.players.length > 0 ? 'Everyone in this box is taken.' : messages.noPlayers}</p>
}

/** The answer to the team's own pick, and a goal lamp that flashes once. */
const Made = () => (
  <span className="box-made" role="status">
    <span className="pick-lamp" aria-hidden="true" />
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
  const placeOf = useCallback(({ playerId }: DraftBoxPlayer) => places.get(playerId) ?? playerId, [places])
  const rowState = useCallback(
    (player: DraftBoxPlayer): RowState => {
      if (!isDrafted(player)) return null
      return player.teamId === teamId ? 'own' : 'reserved'
    },
    [teamId],
  )
  // A frame later than the board and the turn: there are hundreds of them.
  const hasButtons = useDeferredValue(state === 'active' && !isOffline)
  return (
    <BoxCard name={boxName} state={state} rows={players.length} answer={isMade && <Made />}>
      {players.length === 0 ? (
        <EmptyBox box={box} state={isOffline ? 'waiting' : state} />
      ) : (
        <DraftingContext value={hasButtons ? ask : null}>
          {isOutside(box) && state === 'active' && !isOffline && <p className="box-empty">{messages.boxActive}</p>}
          <Table label={`Box ${boxName}`} columns={columns} rows={players} rowKey={placeOf} rowState={rowState} />
        </DraftingContext>
      )}
    </BoxCard>
  )
})
