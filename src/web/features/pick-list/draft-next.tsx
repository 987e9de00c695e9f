import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DraftBox } from '#contract/draft'
import { messages } from '#contract/messages'
import { lastDrafted, pickSequence } from '../../data/draft.ts'
import { draftFailure } from '../../data/draft-failures.ts'
import { useConnection } from '../../data/use-connection.ts'
import { afterPaint } from '../../paint/after-paint.ts'
import { focusPage } from '../../paint/focus-page.ts'
import { usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { CodedText } from '../../ui/notice/coded-text.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { failureKind } from '../data-screen/failure.tsx'
import type { ListedPick } from '../draft/next-pick.ts'
import { PickQuestion } from '../draft/pick-question.tsx'
import { isOwnTurn } from '../draft/turn.ts'
import { useIsPaused } from '../draft/use-draft-room.ts'
import { usePick } from '../draft/use-pick.ts'

interface DraftNextProps {
  /** Null where no player of the list is left. */
  readonly next: ListedPick | null
  readonly board: readonly DraftBox[]
  readonly teamId: number
}

/** On the team's turn: drafts the list's next player, by the board's own question. */
export function DraftNext({ next, board, teamId }: DraftNextProps) {
  const { data: picks = [] } = useQuery(pickSequence())
  const isTurn = isOwnTurn(picks, teamId)
  const last = useQuery({ ...lastDrafted(), enabled: isTurn })
  const isPaused = useIsPaused(true)
  const { online } = useConnection()
  const pick = usePick({ teamId, isByAdmin: false, boxes: board })
  usePreparedConfirm()
  const isMade = pick.madeIn !== null
  // The button that had the focus has gone with the turn.
  useEffect(() => (isMade ? afterPaint(focusPage) : undefined), [isMade])
  return (
    <>
      {next && isTurn && online && !isPaused && (
        <button
          className="button"
          type="button"
          aria-label={`Draft ${next.player.name}`}
          onClick={() => pick.askListed(next)}
        >
          Draft
        </button>
      )}
      {isMade && <Notice kind="success">{messages.drafted}</Notice>}
      {pick.error && !pick.question && (
        <Notice kind={failureKind(pick.error)} onClose={pick.cancel}>
          <CodedText text={draftFailure(pick.error)} />
        </Notice>
      )}
      <PickQuestion
        pick={pick}
        isTurn={isTurn}
        isPaused={isPaused}
        isOffline={!online}
        boxes={board}
        last={last.data}
        teamId={teamId}
        forName={null}
      />
    </>
  )
}
