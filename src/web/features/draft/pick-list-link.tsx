import { useMemo } from 'react'
import type { DraftBox } from '#contract/draft'
import { usePickList } from '../../data/use-pick-list.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { asOnBoard, boardPlayers, freeText } from './listed-players.ts'

interface PickListLinkProps {
  readonly teamId: number
  readonly board: readonly DraftBox[]
}

/** From the board to the team's list, with what is left of it. */
export function PickListLink({ teamId, board }: PickListLinkProps) {
  const { players = [] } = usePickList(teamId)
  const wanted = useMemo(() => asOnBoard(players, boardPlayers(board)), [players, board])
  return (
    <OwnLink className="tool tool-link" href="/pick-list">
      {wanted.length > 0 ? `Pick list: ${freeText(wanted)}` : 'Pick list'}
    </OwnLink>
  )
}
