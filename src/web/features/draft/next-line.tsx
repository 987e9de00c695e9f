import { useMemo } from 'react'
import type { DraftBox } from '#contract/draft'
import { usePickList } from '../../data/use-pick-list.ts'
import { asOnBoard, boardPlayers } from './listed-players.ts'
import { type ListedPick, nextFromList } from './next-pick.ts'

interface NextLineProps {
  readonly teamId: number
  readonly board: readonly DraftBox[]
  readonly onDraft: (pick: ListedPick) => void
}

/** On the team's turn: its list's next player, one tap from the question. */
export function NextLine({ teamId, board, onDraft }: NextLineProps) {
  const { players = [] } = usePickList(teamId)
  const next = useMemo(
    () => nextFromList(asOnBoard(players, boardPlayers(board)), board, teamId),
    [players, board, teamId],
  )
  if (!next) return null
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
