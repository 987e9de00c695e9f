import { type KeyboardEvent, type PointerEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import type { WantedPlayer } from '#contract/draft-room'
import type { DraftBoxName } from '#contract/limits'
import type { ChangeList } from '../../data/pick-list.ts'
import { focusPage } from '../../paint/page.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { closedText } from '../draft/listed-players.ts'
import { aboutPlayer, movedAmong } from './wanted.tsx'

/** So near to the window's edge, in pixels, the page scrolls by itself, and so far in each frame. */
const EDGE_PX = 88
const STEP_PX = 9

interface Drag {
  readonly from: number
  /** Where the row would land. */
  readonly to: number
}

/**
 * Moves a row of a list by its handle, with a finger, a pen or the mouse. The rows stay where they are in the document
 * until it is let go: a handle that was moved there would lose the pointer.
 */
function useRowDrag(onDrop: (drag: Drag) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const stop = useRef<(() => void) | null>(null)

  const begin = ({ currentTarget, pointerId, clientY, button, isPrimary }: PointerEvent<HTMLElement>) => {
    const handle: HTMLElement = currentTarget
    const row = handle.closest('li')
    const list = row?.parentElement
    if (!row || !list || button !== 0 || !isPrimary || stop.current) return
    const rows = [...list.children]
    const from = rows.indexOf(row)
    const middles = rows.map((each) => {
      const { top, height } = each.getBoundingClientRect()
      return top + height / 2 + window.scrollY
    })
    const start = clientY + window.scrollY
    const ends = new AbortController()
    const { signal } = ends
    let at = clientY
    let to = from
    let frame = 0

    const follow = () => {
      const moved = at + window.scrollY - start
      row.style.setProperty('--dragged', `${moved}px`)
      const middle = (middles[from] ?? 0) + moved
      to = middles.filter((other, place) => (place < from ? other < middle : place > from && other <= middle)).length
      setDrag((before) => (before?.to === to ? before : { from, to }))
    }
    const scroll = () => {
      const step = at < EDGE_PX ? -STEP_PX : at > window.innerHeight - EDGE_PX ? STEP_PX : 0
      if (step !== 0) {
        window.scrollBy(0, step)
        follow()
      }
      frame = requestAnimationFrame(scroll)
    }
    const end = () => {
      ends.abort()
      cancelAnimationFrame(frame)
      row.style.removeProperty('--dragged')
      list.style.removeProperty('--gap')
      stop.current = null
      setDrag(null)
    }
    stop.current = end
    handle.setPointerCapture(pointerId)
    // The others make room for it.
    list.style.setProperty('--gap', `${row.getBoundingClientRect().height}px`)
    frame = requestAnimationFrame(scroll)
    setDrag({ from, to })
    handle.addEventListener(
      'pointermove',
      (event) => {
        at = event.clientY
        follow()
      },
      { signal },
    )
    handle.addEventListener(
      'pointerup',
      () => {
        end()
        if (to !== from) onDrop({ from, to })
      },
      { signal },
    )
    handle.addEventListener('lostpointercapture', end, { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
  }
  return { drag, begin }
}

/** Which way a row at this place makes room. */
const shiftOf = (drag: Drag | null, place: number): 'up' | 'down' | 'dragged' | undefined => {
  if (!drag) return undefined
  if (place === drag.from) return 'dragged'
  if (place > drag.from && place <= drag.to) return 'up'
  return place < drag.from && place >= drag.to ? 'down' : undefined
}

/** Where a row goes: by one place, or to an end of what is shown. */
type Step = 'up' | 'down' | 'top' | 'bottom'

export const HANDLE_HINT = 'pick-list-handle-hint'

const keys: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', Home: 'top', End: 'bottom' }

const signs: Readonly<Record<'up' | 'down' | 'top' | 'remove', string>> = {
  up: 'M10 16V4m-5 5 5-5 5 5',
  down: 'M10 4v12m-5-5 5 5 5-5',
  top: 'M10 17V7m-5 5 5-5 5 5M4 3h12',
  remove: 'm5 5 10 10M15 5 5 15',
}

interface RowButtonProps {
  readonly sign: keyof typeof signs
  readonly name: string
  readonly isOff?: boolean
  readonly onPress: () => void
}

/** Off, it keeps the focus. */
const RowButton = ({ sign, name, isOff = false, onPress }: RowButtonProps) => (
  <button
    className="icon-button wanted-button"
    type="button"
    data-does={sign}
    aria-label={name}
    aria-disabled={isOff}
    onClick={isOff ? undefined : onPress}
  >
    <svg className="line-icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={signs[sign]} />
    </svg>
  </button>
)

interface WantedRowProps {
  readonly player: WantedPlayer
  /** Why the list passes over a free player. */
  readonly closed: string | null
  /** On the whole list, from 1. */
  readonly place: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly shift: 'up' | 'down' | 'dragged' | undefined
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void
  readonly onStep: (player: WantedPlayer, step: Step) => void
  readonly onRemove: (player: WantedPlayer) => void
}

/** A finger on the handle moves the row, and does not pull the page. */
const stay = (event: TouchEvent) => event.stopPropagation()

function WantedRow(props: WantedRowProps) {
  const { player, closed, place, isFirst, isLast, shift, onGrab, onStep, onRemove } = props
  const { playerId, name } = player
  const passed = closed ? 'closed' : 'open'
  const state = player.isDrafted ? 'drafted' : passed
  const onKey = (event: KeyboardEvent) => {
    const step = keys[event.key]
    if (!step) return
    event.preventDefault()
    onStep(player, step)
  }
  return (
    <li className={`wanted ${state}`} data-id={playerId} data-shift={shift}>
      <button
        className="muted wanted-handle"
        type="button"
        data-does="handle"
        aria-label={`Move ${name}`}
        aria-describedby={HANDLE_HINT}
        onPointerDown={onGrab}
        onTouchStart={stay}
        onKeyDown={onKey}
      >
        <svg className="line-icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M4 6h12M4 10h12M4 14h12" />
        </svg>
      </button>
      <span className="muted wanted-place">{place}</span>
      <span className="wrap wanted-name">
        <OwnLink href={`/players/${playerId}`}>{name}</OwnLink>
        {player.isDrafted && <small>drafted</small>}
        {closed && <small>{closed}</small>}
      </span>
      <small className="wanted-about">{aboutPlayer(player)}</small>
      <span className="wanted-buttons">
        <RowButton sign="up" name={`Move ${name} up`} isOff={isFirst} onPress={() => onStep(player, 'up')} />
        <RowButton sign="down" name={`Move ${name} down`} isOff={isLast} onPress={() => onStep(player, 'down')} />
        <RowButton sign="top" name={`Move ${name} to the top`} isOff={isFirst} onPress={() => onStep(player, 'top')} />
        <RowButton sign="remove" name={`Remove ${name}`} onPress={() => onRemove(player)} />
      </span>
    </li>
  )
}

interface WantedListProps {
  readonly label: string
  /** The list, or those of it who are in one box. */
  readonly players: readonly WantedPlayer[]
  /** The boxes in which the team has a player. */
  readonly filled: readonly DraftBoxName[]
  /** Places on the whole list, from 1, by player id. */
  readonly places: ReadonlyMap<number, number>
  readonly onChange: ChangeList
  /** What was done, for readers. */
  readonly onSay: (words: string) => void
}

/** The place after a step; none beyond the ends. */
const placeAfter = (from: number, step: Step, length: number): number =>
  ({ up: Math.max(from - 1, 0), down: Math.min(from + 1, length - 1), top: 0, bottom: length - 1 })[step]

/** Wanted players, the most wanted first, moved by handle, buttons or keys. */
export function WantedList({ label, players, filled, places, onChange, onSay }: WantedListProps) {
  const list = useRef<HTMLOListElement>(null)
  /** What has the focus once the change is on the page: a moved row's element is inserted again, and loses it. */
  const wantsFocus = useRef<string | null>(null)
  const ids = players.map(({ playerId }) => playerId)

  const move = ({ playerId, name }: WantedPlayer, to: number) => {
    if (ids[to] === playerId) return
    onChange((wanted) => movedAmong(wanted, ids, playerId, to))
    onSay(`${name} is ${to + 1} of ${ids.length}.`)
  }
  const { drag, begin } = useRowDrag(({ from, to }) => {
    const player = players[from]
    if (player) move(player, to)
  })
  const step = (player: WantedPlayer, by: Step) => {
    const focused = document.activeElement
    if (focused instanceof HTMLElement && list.current?.contains(focused)) {
      wantsFocus.current = `[data-id="${player.playerId}"] [data-does="${focused.dataset.does}"]`
    }
    move(player, placeAfter(ids.indexOf(player.playerId), by, ids.length))
  }
  const remove = ({ playerId, name }: WantedPlayer) => {
    const at = ids.indexOf(playerId)
    const next = ids[at + 1] ?? ids[at - 1]
    if (next === undefined) focusPage()
    else wantsFocus.current = `[data-id="${next}"] [data-does="remove"]`
    onChange((wanted) => wanted.filter((each) => each.playerId !== playerId))
    onSay(`${name} is no longer on the list.`)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list has changed
  useEffect(() => {
    if (wantsFocus.current === null) return
    list.current?.querySelector<HTMLElement>(wantsFocus.current)?.focus()
    wantsFocus.current = null
  }, [players])

  return (
    <ol ref={list} className={drag ? 'ruled dragging' : 'ruled'} aria-label={label}>
      {players.map((player, index) => (
        <WantedRow
          key={player.playerId}
          player={player}
          closed={closedText(player, filled)}
          place={places.get(player.playerId) ?? index + 1}
          isFirst={index === 0}
          isLast={index === players.length - 1}
          shift={shiftOf(drag, index)}
          onGrab={begin}
          onStep={step}
          onRemove={remove}
        />
      ))}
    </ol>
  )
}
