import { useEffect, useRef } from 'react'
import type { WantedPlayer } from '#contract/draft-room'
import type { ChangeList } from '../../data/use-pick-list.ts'
import { focusPage } from '../../paint/focus-page.ts'
import { shiftOf, useRowDrag } from './use-row-drag.ts'
import { movedAmong } from './wanted.ts'
import { type Step, WantedRow } from './wanted-row.tsx'

interface WantedListProps {
  readonly label: string
  /** The list, or those of it who are in one box. */
  readonly players: readonly WantedPlayer[]
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
export function WantedList({ label, players, places, onChange, onSay }: WantedListProps) {
  const list = useRef<HTMLOListElement>(null)
  /** What has the focus once the change is on the page: a moved row's element is put in anew, and loses it. */
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
    <ol ref={list} className={drag ? 'wanted-list dragging' : 'wanted-list'} aria-label={label}>
      {players.map((player, index) => (
        <WantedRow
          key={player.playerId}
          player={player}
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
