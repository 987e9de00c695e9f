import { useMemo } from 'react'
import type { DraftBox } from '#contract/draft'
import type { WantedPlayer } from '#contract/draft-room'
import { pickOf } from '../draft/board.ts'
import { boardPlayers } from '../draft/listed-players.ts'
import { nextFromList, nextPick } from '../draft/next-pick.ts'
import { DraftNext } from './draft-next.tsx'

interface NextPickProps {
  readonly board: readonly DraftBox[]
  readonly wanted: readonly WantedPlayer[]
  readonly teamId: number
  /** Board and list are of this launch: the device's own copy may offer a player who is gone. */
  readonly isFresh: boolean
}

const sentence = ({ board, wanted, teamId }: Omit<NextPickProps, 'isFresh'>): string => {
  const pick = nextPick(wanted, board, teamId)
  if (!pick) {
    const isFull = board.every((box) => pickOf(box, teamId))
    return isFull ? 'Your roster is full.' : 'Next: the best undrafted outside player (NP).'
  }
  const known = wanted.find(({ playerId }) => playerId === pick.playerId) ?? boardPlayers(board).get(pick.playerId)
  const who = `${known?.name} (${pick.boxName})`
  if (pick.by === 'list') return `Next from your list: ${who}.`
  const why = wanted.length === 0 ? 'Your list is empty' : 'No one on your list is free and fits an open box'
  return `${why}. Next by points: ${who}, the highest NP in your open boxes.`
}

/** Whom the list would pick now, by the server's own rule; on the team's turn with the button that drafts them. */
export const NextPick = ({ board, wanted, teamId, isFresh }: NextPickProps) => {
  const text = useMemo(() => sentence({ board, wanted, teamId }), [board, wanted, teamId])
  const next = useMemo(() => nextFromList(wanted, board, teamId), [wanted, board, teamId])
  return (
    <div className="next-pick">
      <p>{text}</p>
      <DraftNext next={isFresh ? next : null} board={board} teamId={teamId} />
    </div>
  )
}
