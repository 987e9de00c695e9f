import { useMemo } from 'react'
import type { DraftBox } from '#contract/draft'
import { isOfThisLaunch } from '../../data/of-this-launch.ts'
import { usePickList } from '../../data/use-pick-list.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { asOnBoard, boardPlayers, freeText } from './listed-players.ts'
import { type ListedPick, nextFromList } from './next-pick.ts'

interface PickListLinkProps {
  readonly teamId: number
  readonly board: readonly DraftBox[]
}

/** From the board to the team's list, with what is left of it. */
export function PickListLink({ teamId, board }: PickListLinkProps) {
  const { players = [] } = usePickList(teamId)
  const wanted = useMemo(() => asOnBoard(players, boardPlayers(board)), [players, board])
  return (
    <OwnLink className="chip tool" href="/pick-list">
      {wanted.length > 0 ? `Pick list: ${freeText(wanted)}` : 'Pick list'}
    </OwnLink>
  )
}

interface NextLineProps {
  readonly teamId: number
  readonly board: readonly DraftBox[]
  /** The board is of this launch: the device's own copy may offer a player who is gone. */
  readonly isFresh: boolean
  readonly onDraft: (pick: ListedPick) => void
}

/** On the team's turn: its list's next player, one tap from the question. */
export function NextLine({ teamId, board, isFresh, onDraft }: NextLineProps) {
  const { players = [], query } = usePickList(teamId)
  const next = useMemo(
    () => nextFromList(asOnBoard(players, boardPlayers(board)), board, teamId),
    [players, board, teamId],
  )
  if (!next || !isFresh || !isOfThisLaunch(query.dataUpdatedAt)) return null
  const { name } = next.player
  return (
    <div className="room-line asking">
      <p>{`Next from your list: ${name} · ${next.boxName}`}</p>
      <button className="button" type="button" aria-label={`Draft ${name}`} onClick={() => onDraft(next)}>
        Draft
      </button>
    </div>
  )
}
