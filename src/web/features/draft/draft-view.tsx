import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Id } from '#contract/call'
import { type DraftBox, getDraftBoxes, type Pick } from '#contract/draft'
import { messages } from '#contract/messages'
import { hasFeature, type User } from '#contract/user'
import { whoseTurn } from '#rules/pick-sequence'
import { hasRole } from '#rules/roles'
import { isOfThisLaunch } from '../../data/call-query.ts'
import { boardOf, lastDrafted, pickSequence } from '../../data/draft.ts'
import { useLiveDraft } from '../../data/use-live-draft.ts'
import { useOnline } from '../../data/use-online.ts'
import { fitsSchema } from '../../net/answer-check.ts'
import { afterPaint } from '../../paint/page.ts'
import { usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { useWideWindow } from '../../ui/first-paint.ts'
import { lazyScreen } from '../../ui/lazy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PullToRefresh } from '../../ui/refresh/pull-to-refresh.tsx'
import { Floating } from '../../ui/toast.tsx'
import { BoxGrid } from '../boxes/boxes.tsx'
import { hasLoaded, QueryResult } from '../data-screen/data-screen.tsx'
import { NotifyLink } from '../notifications/notify-link.tsx'
import { boxState, inBoardOrder, type ShownBox, wholeBoard } from './board.ts'
import { BoardBar, FreeOnlyOffer, useBoardPlace, useWanted } from './board-bar.tsx'
import { BoardStars, StarFailure } from './board-stars.tsx'
import { DraftBoxCard, RestingContext } from './draft-box-card.tsx'
import { DraftHead } from './draft-head.tsx'
import { PickFailure, PickQuestion, usePick } from './pick-question.tsx'
import { LostLine, NextLine, PickListLink, ROOM_LINE_ID, RoomLine } from './room-line.tsx'
import { SignalSwitches, Switch, WakeSwitch } from './signal-switches.tsx'
import { UnsavedTags, UnsavedTagsContext, useTags } from './tags.tsx'
import { isOwnTurn, type PickingTeam, useIsPaused, useListPickers } from './turn.ts'
import './draft.css'

/** The viewer's own team, or the one in the address for which an admin picks outside their own turn: `/draft?for=7`. */
function usePickingTeam(user: User, picks: readonly Pick[]): PickingTeam {
  const { for: requestedId }: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const own = { teamId: user.teamId ?? null, forName: null }
  if (
    !hasRole(user, 'admin') ||
    !hasFeature(user, 'draft-room') ||
    !fitsSchema(Id, requestedId) ||
    requestedId === own.teamId
  )
    return own
  const turn = whoseTurn(picks)
  if (turn.kind === 'team' && turn.teamId === own.teamId) return own
  const team = picks.find(({ teamId }) => teamId === requestedId)
  return team ? { teamId: requestedId, forName: team.teamShortName } : own
}

// Below the whole board, beside it, or over it: their code comes when the board is there.
const OutsideForm = lazyScreen(async () => (await import('./outside-form.tsx')).OutsideForm)
const RosterDialog = lazyScreen(async () => (await import('./roster-dialog.tsx')).RosterDialog)
const DraftSide = lazyScreen(async () => (await import('./draft-side.tsx')).DraftSide)

const noPicks: readonly Pick[] = []
const noBoxes: readonly DraftBox[] = []

export function DraftView({ user }: { readonly user: User }) {
  const isPremium = hasRole(user, 'premium')
  const hasRoom = hasFeature(user, 'draft-room')
  const listTeamId = hasRoom ? (user.teamId ?? null) : null
  const boxes = useQuery(boardOf(user))
  const sequence = useQuery(pickSequence())
  const live = useLiveDraft()
  // Deferred by a frame: every box and button of the board changes with the turn.
  const picks = useDeferredValue(sequence.data ?? noPicks)
  const isEmpty = sequence.data?.length === 0
  // Without a sequence there is no pick yet, and the answer would be the 404 that says so.
  const last = useQuery({ ...lastDrafted(), enabled: !isEmpty })
  const { teamId, forName } = usePickingTeam(user, picks)
  const isPaused = useIsPaused(hasRoom)
  const online = useOnline()
  const isTurn = isOwnTurn(picks, teamId)
  const isOver = whoseTurn(picks).kind === 'over'
  // What the member's turn has put away does not come back in this visit: nothing moves under a thumb.
  const [hadTurn, setHadTurn] = useState(false)
  if (isTurn && !hadTurn) setHadTurn(true)
  usePreparedConfirm()

  const board = useMemo(() => (boxes.data ? inBoardOrder(wholeBoard(boxes.data)) : noBoxes), [boxes.data])
  const wanted = useWanted(board, teamId, isOver)
  const place = useBoardPlace(wanted)
  const isWide = useWideWindow()
  const [isRosterOpen, setRosterOpen] = useState(false)
  const openRoster = useCallback(() => setRosterOpen(true), [])
  useEffect(() => afterPaint(() => void RosterDialog.preload()), [])
  const pick = usePick({ teamId, forName, boxes: boxes.data })
  const tags = useTags(user.teamId)
  // Without a board there is nothing to search or to leave out.
  const isAway = boxes.isError && !boxes.data
  const refreshing = boxes.isFetching && sequence.isFetching
  const roster = { boxes: board, teamId, forName, isBeforeDraft: isEmpty, onGo: place.goTo }

  return (
    <>
      <div className="draft-top wide-page">
        <DraftHead
          picks={picks}
          isEmpty={isEmpty}
          teamId={user.teamId}
          last={isEmpty ? null : last.data}
          hasRoom={hasRoom}
          listPickers={useListPickers(hasRoom)}
        />
        {!isAway && (
          <BoardBar
            boxes={board}
            teamId={teamId}
            forName={forName}
            isTurn={isTurn}
            words={wanted.words}
            onSearch={place.search}
            onGo={place.goTo}
            onRoster={openRoster}
          />
        )}
      </div>
      <PullToRefresh isBusy={refreshing} onRefresh={live.wake} />
      <div className={`draft-body${isPremium ? ' premium' : ''}${isOver ? ' over' : ''}`}>
        <div>
          <div className="scroller chips">
            {!isAway && teamId != null && !isOver && (
              <Switch isOn={wanted.isOpenOnly} onChange={wanted.chooseOpenOnly}>
                My open boxes
              </Switch>
            )}
            {!isAway && (
              <Switch isOn={wanted.isFreeOnly} onChange={wanted.setFreeOnly}>
                Free only
              </Switch>
            )}
            {!isOver && <WakeSwitch />}
            {listTeamId !== null && !isOver && <PickListLink teamId={listTeamId} board={board} />}
            {hasRoom && !isOver && user.teamId != null && <SignalSwitches />}
            {!isOver && user.teamId != null && <NotifyLink className="chip tool">Notify me</NotifyLink>}
          </div>
          {live.isLost && !isAway && (
            <Notice kind="warning">
              {messages.channelDropped}{' '}
              <button className="text-button" type="button" onClick={live.wake}>
                Refresh
              </button>
            </Notice>
          )}
          <BoardStars teamId={listTeamId} isOver={isOver} board={board}>
            <div className="parts board" ref={place.board}>
              <QueryResult query={boxes} failure={getDraftBoxes.failure}>
                {({ length }) => (
                  <>
                    {length === 0 && (
                      <Notice kind="info">
                        The boxes are not generated yet. Before the draft every position has its boxes of players here.
                      </Notice>
                    )}
                    {wanted.shown.length === 0 && <Notice kind="info">No one by that name in these boxes.</Notice>}
                    <RestingContext value={isPaused ? ROOM_LINE_ID : null}>
                      <UnsavedTagsContext value={tags.unsaved}>
                        <BoxGrid boxes={wanted.shown}>
                          {({ boxName, box, players }: ShownBox) => (
                            <DraftBoxCard
                              key={boxName}
                              box={box}
                              players={players}
                              state={boxState(box, teamId, isTurn)}
                              isOffline={!online}
                              isMade={boxName === pick.madeIn}
                              teamId={teamId}
                              isPremium={isPremium}
                              onAsk={pick.ask}
                              onTag={user.teamId == null ? null : tags.save}
                            />
                          )}
                        </BoxGrid>
                      </UnsavedTagsContext>
                    </RestingContext>
                  </>
                )}
              </QueryResult>
            </div>
            {teamId !== null && (
              <OutsideForm
                key={teamId}
                isTurn={isTurn}
                isPaused={isPaused}
                isOffline={!online}
                made={pick.madeOutside}
                onAsk={pick.ask}
              />
            )}
            <Floating className="room-lines">
              <PickFailure pick={pick} />
              <StarFailure />
              <UnsavedTags tags={tags} />
              <LostLine isLost={live.isLost} isOffline={!online} canPick={teamId !== null && !isOver} />
              {listTeamId !== null && listTeamId === teamId && isTurn && online && !isPaused && (
                <NextLine
                  teamId={listTeamId}
                  board={board}
                  isFresh={isOfThisLaunch(boxes.dataUpdatedAt)}
                  onDraft={pick.askListed}
                />
              )}
              {picks.length > 0 && !isOver && !hadTurn && !wanted.isFreeOnlyChosen && (
                <FreeOnlyOffer board={board} onChoose={wanted.setFreeOnly} />
              )}
              {hasRoom && (
                <RoomLine
                  picks={picks}
                  teamId={user.teamId}
                  forTeam={teamId !== null && forName !== null ? { teamId, name: forName } : null}
                />
              )}
            </Floating>
          </BoardStars>
        </div>
        {isWide && (
          <aside className="parts draft-side" aria-label="Beside the board">
            {hasLoaded(boxes) && <DraftSide {...roster} />}
          </aside>
        )}
      </div>
      {isRosterOpen && teamId !== null && (
        <RosterDialog {...roster} teamId={teamId} onClose={() => setRosterOpen(false)} />
      )}
      <PickQuestion
        pick={pick}
        isTurn={isTurn}
        isPaused={isPaused}
        isOffline={!online}
        boxes={board}
        last={last.data}
        teamId={teamId}
      />
    </>
  )
}
