import type { KeyboardEvent, PointerEvent, TouchEvent } from 'react'
import type { WantedPlayer } from '#contract/draft-room'
import { OwnLink } from '../../ui/own-link.tsx'
import { aboutPlayer } from './wanted.ts'

/** Where a row goes: by one place, or to an end of what is shown. */
export type Step = 'up' | 'down' | 'top' | 'bottom'

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
    className="wanted-button"
    type="button"
    data-does={sign}
    aria-label={name}
    aria-disabled={isOff}
    onClick={isOff ? undefined : onPress}
  >
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d={signs[sign]} />
    </svg>
  </button>
)

interface WantedRowProps {
  readonly player: WantedPlayer
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

export function WantedRow(props: WantedRowProps) {
  const { player, place, isFirst, isLast, shift, onGrab, onStep, onRemove } = props
  const { playerId, name } = player
  const onKey = (event: KeyboardEvent) => {
    const step = keys[event.key]
    if (!step) return
    event.preventDefault()
    onStep(player, step)
  }
  return (
    <li className={player.isDrafted ? 'wanted drafted' : 'wanted'} data-id={playerId} data-shift={shift}>
      <button
        className="wanted-handle"
        type="button"
        data-does="handle"
        aria-label={`Move ${name}`}
        aria-describedby={HANDLE_HINT}
        onPointerDown={onGrab}
        onTouchStart={stay}
        onKeyDown={onKey}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M4 6h12M4 10h12M4 14h12" />
        </svg>
      </button>
      <span className="wanted-place">{place}</span>
      <span className="wanted-name">
        <OwnLink href={`/players/${playerId}`}>{name}</OwnLink>
        {player.isDrafted && <strong>drafted</strong>}
      </span>
      <span className="wanted-about">{aboutPlayer(player)}</span>
      <span className="wanted-buttons">
        <RowButton sign="up" name={`Move ${name} up`} isOff={isFirst} onPress={() => onStep(player, 'up')} />
        <RowButton sign="down" name={`Move ${name} down`} isOff={isLast} onPress={() => onStep(player, 'down')} />
        <RowButton sign="top" name={`Move ${name} to the top`} isOff={isFirst} onPress={() => onStep(player, 'top')} />
        <RowButton sign="remove" name={`Remove ${name}`} onPress={() => onRemove(player)} />
      </span>
    </li>
  )
}
