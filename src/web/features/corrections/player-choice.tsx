import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Player } from '#contract/stats'
import { players } from '../../data/stats.ts'
import { NameField } from '../../ui/search/name-field.tsx'
import { FREE, filterPlayers } from '../players/filters.ts'

/** Another letter finds sooner than scrolling. */
const SHOWN = 6
const none: readonly Player[] = []

interface PlayerChoiceProps {
  readonly label: string
  readonly playerId: number | null
  readonly onChoose: (playerId: number | null) => void
}

const foundWords = (count: number): string => {
  if (count === 0) return 'No free agent has such a name.'
  return count > SHOWN ? `${count} found; another letter finds fewer.` : `${count} found`
}

/** One of the free agents, found by name. */
export function PlayerChoice({ label, playerId, onChoose }: PlayerChoiceProps) {
  const { data: skaters = none } = useQuery(players('skater'))
  const { data: goalies = none } = useQuery(players('goalie'))
  const [words, setWords] = useState('')
  const sought = useDeferredValue(words)
  const all = useMemo(() => [...skaters, ...goalies], [skaters, goalies])
  const found = useMemo(
    () => (sought.trim() === '' ? none : filterPlayers(all, { name: sought, position: '', team: FREE })),
    [all, sought],
  )
  const chosen = all.find(({ id }) => id === playerId)
  if (chosen) {
    return (
      <p className="chosen-player">
        <span>
          {chosen.name} <small>{`${chosen.position ?? ''} ${chosen.nhlTeam ?? ''}`}</small>
        </span>
        <button className="button plain" type="button" onClick={() => onChoose(null)}>
          Another player
        </button>
      </p>
    )
  }
  return (
    <fieldset className="player-choice">
      <legend>{label}</legend>
      <NameField value={words} onChange={setWords} />
      <ul aria-label="Found players">
        {found.slice(0, SHOWN).map(({ id, name, position, nhlTeam }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(id)}>
              {name} <small>{`${position ?? ''} ${nhlTeam ?? ''}`}</small>
            </button>
          </li>
        ))}
      </ul>
      <p className="office-hint" aria-live="polite">
        {sought.trim() === '' ? '' : foundWords(found.length)}
      </p>
    </fieldset>
  )
}
