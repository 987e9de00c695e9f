import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type DraftBox, type DraftBoxPlayer, getDraftBoxes, type Pick, putTag } from '#contract/draft'
import { messages } from '#contract/errors'
import { SUCCESS_CLEARS_AFTER_MS } from '#contract/limits'
import type { User } from '#contract/user'
import { hasRole } from '#rules/roles'
import { boardOf, lastDrafted, pickSequence } from '../../data/draft.ts'
import { draftForTeam, saveTag } from '../../data/draft-commands.ts'
import { choiceFailure, draftFailure } from '../../data/draft-failures.ts'
import { useLiveDraft } from '../../data/use-live-draft.ts'
import { Confirm, usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { PullToRefresh } from '../../ui/refresh/pull-to-refresh.tsx'
import { BoxGrid } from '../boxes/boxes.tsx'
import { failureKind } from '../data-screen/failure.tsx'
import { QueryResult } from '../data-screen/query-result.tsx'
import { boxState, isDraftedBy, wholeBoard } from './board.ts'
import { DraftBoxCard } from './draft-box-card.tsx'
import { DraftHead } from './draft-head.tsx'
import { isOwnTurn } from './turn.ts'
import { useOwnTurn } from './use-own-turn.ts'
import './draft.css'

/** Below the whole board: its code comes when the board is there. */
const OutsideForm = lazyScreen(async () => (await import('./outside-form.tsx')).OutsideForm)

const noPicks: readonly Pick[] = []

/** A pick that awaits confirmation. */
interface Asked {
  readonly player: DraftBoxPlayer
  readonly boxName: string
}

export function DraftView({ user }: { readonly user: User }) {
  const client = useQueryClient()
  const { teamId } = user
  const isPremium = hasRole(user, 'premium')
  const boxes = useQuery(boardOf(user))
  const sequence = useQuery(pickSequence())
  const last = useQuery(lastDrafted())
  const live = useLiveDraft()
  // Deferred by a frame: every box and button of the board changes with the turn.
  const picks = useDeferredValue(sequence.data ?? noPicks)
  const isTurn = isOwnTurn(picks, teamId)
  useOwnTurn(isTurn)
  usePreparedConfirm()

  const [asked, setAsked] = useState<Asked | null>(null)
  const draft = useMutation({ ...draftForTeam(client, teamId ?? 0), onSuccess: () => setAsked(null) })
  const tag = useMutation(saveTag(client, teamId ?? 0))
  const { mutate: setTag } = tag
  const { reset } = draft
  useEffect(() => {
    if (!draft.isSuccess) return
    const timer = setTimeout(reset, SUCCESS_CLEARS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft.isSuccess, reset])

  const onTag = useMemo(
    () =>
      teamId == null ? null : ({ playerId }: DraftBoxPlayer, written: string) => setTag({ playerId, tag: written }),
    [teamId, setTag],
  )
  const ask = useCallback((player: DraftBoxPlayer, boxName: string) => setAsked({ player, boxName }), [])
  // The dialog closes in the frame in which the board has the pick, whichever of message and answer came first.
  const isMade = asked !== null && isDraftedBy(boxes.data, teamId, asked.player)
  const refreshing = boxes.isFetching && sequence.isFetching

  return (
    <>
      <DraftHead picks={picks} teamId={teamId} last={last.data} />
      <PullToRefresh isBusy={refreshing} onRefresh={live.wake} />
      <div className="draft-body">
        {live.isDropped && (
          <Notice kind="warning">
            {messages.channelDropped}{' '}
            <button className="notice-action" type="button" onClick={live.wake}>
              Refresh
            </button>
          </Notice>
        )}
        {draft.isSuccess && <Notice kind="success">{messages.drafted}</Notice>}
        {draft.isError && !asked && (
          <Notice kind={failureKind(draft.error)} onClose={reset}>
            {draftFailure(draft.error)}
          </Notice>
        )}
        {tag.isError && (
          <Notice kind={failureKind(tag.error)} onClose={tag.reset}>
            {choiceFailure(tag.error, putTag)}
          </Notice>
        )}
        <QueryResult query={boxes} failure={getDraftBoxes.failure}>
          {(board) => (
            <>
              {board.length === 0 && picks.length === 0 && (
                <Notice kind="info">The draft has not been prepared yet.</Notice>
              )}
              <BoxGrid boxes={wholeBoard(board)}>
                {(box: DraftBox) => (
                  <DraftBoxCard
                    key={box.boxName}
                    box={box}
                    state={boxState(box, teamId, isTurn)}
                    teamId={teamId ?? null}
                    isPremium={isPremium}
                    onAsk={ask}
                    onTag={onTag}
                  />
                )}
              </BoxGrid>
            </>
          )}
        </QueryResult>
        {teamId != null && <OutsideForm teamId={teamId} isTurn={isTurn} />}
      </div>
      {asked && !isMade && (
        <Confirm
          title="Confirm Draft Pick"
          confirmLabel={draft.isPending ? 'Drafting...' : 'Draft'}
          isBusy={draft.isPending}
          onCancel={() => {
            setAsked(null)
            if (draft.isError) reset()
          }}
          onConfirm={() => {
            if (!draft.isPending) draft.mutate({ playerId: asked.player.playerId })
          }}
        >
          {`Draft ${asked.player.name} (${asked.player.nhlTeam ?? '-'}) into box ${asked.boxName}?`}
          {draft.isError && <Notice kind={failureKind(draft.error)}>{draftFailure(draft.error)}</Notice>}
        </Confirm>
      )}
    </>
  )
}
