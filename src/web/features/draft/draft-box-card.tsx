import { memo, useCallback, useDeferredValue, useMemo } from 'react'
import type { DraftBox, DraftBoxPlayer } from '#contract/draft'
import { messages } from '#contract/errors'
import type { RowState } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { BoxCard, type BoxState } from '../boxes/boxes.tsx'
import { inOrder, isDrafted } from './board.ts'
import { boxColumns, DraftingContext } from './columns.tsx'

interface DraftBoxCardProps {
  readonly box: DraftBox
  readonly state: BoxState
  /** The viewer's team. */
  readonly teamId: number | null
  readonly isPremium: boolean
  readonly onAsk: (player: DraftBoxPlayer, boxName: string) => void
  readonly onTag: ((player: DraftBoxPlayer, tag: string) => void) | null
}

const keyOf = ({ playerId }: DraftBoxPlayer) => playerId

const EmptyBox = ({ boxName, state }: { readonly boxName: string; readonly state: BoxState }) => {
  // These boxes are empty until an outside player is drafted into one.
  if (!boxName.endsWith('.OUT')) return <p className="box-empty">{messages.noPlayers}</p>
  return <p className="box-empty">{state === 'active' ? messages.boxActive : messages.boxAwaits}</p>
}

/** One box of the board. Memoised: a pick changes one of twenty-two. */
export const DraftBoxCard = memo(function DraftBoxCard(props: DraftBoxCardProps) {
  const { box, state, teamId, isPremium, onAsk, onTag } = props
  const { boxName } = box
  const columns = useMemo(() => boxColumns({ isPremium, onTag }), [isPremium, onTag])
  const ask = useCallback((player: DraftBoxPlayer) => onAsk(player, boxName), [onAsk, boxName])
  const players = useMemo(() => inOrder(box.players), [box.players])
  const rowState = useCallback(
    (player: DraftBoxPlayer): RowState => {
      if (!isDrafted(player)) return null
      return player.teamId === teamId ? 'own' : 'reserved'
    },
    [teamId],
  )
  // A frame later than the board and the turn: there are hundreds of them.
  const hasButtons = useDeferredValue(state === 'active')
  return (
    <BoxCard name={boxName} state={state}>
      {players.length === 0 ? (
        <EmptyBox boxName={boxName} state={state} />
      ) : (
        <DraftingContext value={hasButtons ? ask : null}>
          <Table label={`Box ${boxName}`} columns={columns} rows={players} rowKey={keyOf} rowState={rowState} />
        </DraftingContext>
      )}
    </BoxCard>
  )
})
