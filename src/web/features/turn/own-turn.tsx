import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Pick } from '#contract/draft'
import { hasFeature, type User } from '#contract/user'
import { mayPick, whoseTurn } from '#rules/pick-sequence'
import { plural } from '#rules/words'
import { pickSequence } from '../../data/draft.ts'
import { draftRoom, type ShownClock } from '../../data/draft-room.ts'
import { useKnownPicks } from '../../data/query-client.ts'
import { useLiveDraft } from '../../data/use-live-draft.ts'
import { Announcer } from '../../ui/notice.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { useLookEvery } from '../../ui/use-now.ts'
import { markWindow } from '../../ui/use-title.ts'
import { isWanted, readySound, sound, vibrate } from './signals.ts'
import { timeText, useSecondsLeft } from './time-left.ts'
import './own-turn.css'

// Not in every browser; it only repeats what is on the screen.
const badge = (isTurn: boolean) => {
  if (!('setAppBadge' in navigator)) return
  void (isTurn ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => undefined)
}

/**
 * The member's turn makes the phone vibrate and sound once, as the device is set, and marks the window's title and the
 * app's icon while it lasts.
 */
function useTurnNotification(isTurn: boolean): void {
  const was = useRef(false)
  useEffect(() => {
    if (isTurn === was.current) return
    was.current = isTurn
    badge(isTurn)
    markWindow(isTurn ? 'Your pick · ' : '')
    if (!isTurn) return
    if (isWanted('vibration')) vibrate()
    if (isWanted('sound')) void sound().catch(() => undefined)
  }, [isTurn])
  useEffect(() => {
    // The first tap on a page lets it sound later.
    const ready = () => {
      if (isWanted('sound')) void readySound().catch(() => undefined)
    }
    document.addEventListener('pointerdown', ready, { once: true })
    return () => {
      document.removeEventListener('pointerdown', ready)
      if (!was.current) return
      was.current = false
      badge(false)
      markWindow('')
    }
  }, [])
}

const BOARD = '/draft'
/** How long before the end of the member's turn it is spoken. */
const WARNS_AT_S = 10

const noPicks: readonly Pick[] = []

/** Keeps the draft up to date on a screen that shows nothing of it. */
const LiveChannel = () => {
  useLiveDraft()
  useQuery(pickSequence())
  return null
}

const LOOKS_EVERY_MS = 30_000

/** Asks for the sequence now and then, and whenever the app is looked at again: the draft may have begun. */
function useLooksAgain(isOn: boolean) {
  const client = useQueryClient()
  useLookEvery(LOOKS_EVERY_MS, () => {
    if (isOn) void client.prefetchQuery(pickSequence())
  })
}

const stateText = ({ isPaused }: ShownClock, left: number | null): string => {
  if (isPaused) return ' · paused'
  if (left === null) return ''
  return left === 0 ? ' · time is up' : ` · ${timeText(left)}`
}

interface SequenceTurnProps extends Omit<TurnLineProps, 'children'> {
  readonly isOnBoard: boolean
}

/** The member's turn of a sequence, with the time left for it. */
const SequenceTurn = ({ isOnBoard, comesByItself }: SequenceTurnProps) => {
  const { data: room, isFetchedAfterMount } = useQuery(draftRoom())
  // What was known before may be the clock of an earlier turn.
  const clock = isFetchedAfterMount ? room?.clock : undefined
  const left = useSecondsLeft(clock?.endsAt ?? null)
  const isWarning = left !== null && left > 0 && left <= WARNS_AT_S
  return (
    <>
      {!isOnBoard && (
        <TurnLine comesByItself={comesByItself}>{`Your pick${clock ? stateText(clock, left) : ''}`}</TurnLine>
      )}
      <Announcer>{isWarning && `${WARNS_AT_S} seconds left for your pick.`}</Announcer>
    </>
  )
}

/** --pool-size-tap */
const LINE_PX = 44

interface TurnLineProps {
  /** The page was there before the turn. */
  readonly comesByItself: boolean
  readonly children: string
}

const TurnLine = ({ comesByItself, children }: TurnLineProps) => {
  const came = useRef(comesByItself)
  // What is below the line must not move under a thumb; a page that opens with it begins below it.
  useLayoutEffect(() => {
    if (came.current) document.documentElement.scrollTop += LINE_PX
    return () => {
      document.documentElement.scrollTop -= LINE_PX
    }
  }, [])
  return (
    <OwnLink className="beside turn-line leads" href={BOARD}>
      {children}
    </OwnLink>
  )
}

const leftText = (picks: readonly Pick[], teamId: number | null | undefined): string => {
  const left = picks.filter((pick) => pick.teamId === teamId && pick.pickStatus !== 'DONE').length
  return `${plural(left, 'pick')} left`
}

/** Whether the page was on screen before the turn. */
function useWasBefore(isBefore: boolean, path: string): boolean {
  const [page, setPage] = useState({ path, wasBefore: isBefore })
  if (page.path !== path || (isBefore && !page.wasBefore)) setPage({ path, wasBefore: isBefore })
  return page.wasBefore
}

/**
 * Shows a member on every screen that it is their turn. A server of the spec alone has no more than the board: there
 * the turn is announced, and nothing else.
 */
export function YourTurn({ user, path }: { readonly user: User; readonly path: string }) {
  const known = useKnownPicks()
  const picks = known ?? noPicks
  const hasRoom = hasFeature(user, 'draft-room')
  const isOnBoard = path === BOARD
  const { kind } = whoseTurn(picks)
  const isUnderWay = kind === 'team' || kind === 'open'
  const isTurn = (hasRoom || isOnBoard) && user.teamId != null && mayPick(picks, user.teamId)
  useTurnNotification(isTurn)
  useLooksAgain(hasRoom && !isUnderWay)
  const wasBefore = useWasBefore(known !== undefined && !isTurn, path)

  /** On the board its own header speaks. */
  const [spoken, setSpoken] = useState('')
  const [wasTurn, setWasTurn] = useState(false)
  if (isTurn !== wasTurn) {
    setWasTurn(isTurn)
    const words = kind === 'open' ? 'Open drafting: you can pick now.' : 'It is your turn to pick.'
    setSpoken(isTurn && !isOnBoard ? words : '')
  }

  if (!hasRoom) return null
  return (
    <>
      {isUnderWay && <LiveChannel />}
      <Announcer>{spoken}</Announcer>
      {isTurn && kind === 'team' && <SequenceTurn isOnBoard={isOnBoard} comesByItself={wasBefore} />}
      {isTurn && kind === 'open' && !isOnBoard && (
        <TurnLine comesByItself={wasBefore}>{`Open drafting · ${leftText(picks, user.teamId)}`}</TurnLine>
      )}
    </>
  )
}
