import { useDeferredValue, useMemo, useState } from 'react'
import type { DraftBox } from '#contract/draft'
import type { WantedPlayer } from '#contract/draft-room'
import type { ChangeList } from '../../data/use-pick-list.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { NameField } from '../../ui/search/name-field.tsx'
import { SearchForm } from '../../ui/search/search-form.tsx'
import { shownBoxes } from '../draft/board.ts'
import { toggled, wantedOf } from '../draft/listed-players.ts'
import { FoundPlayer } from './found-player.tsx'

// With the form's fields, which most members never open.
const AddOutside = lazyScreen(async () => (await import('./add-outside.tsx')).AddOutside)

/** More are not shown: another letter finds them sooner than scrolling. */
const SHOWN = 20
const none: ReadonlySet<string> = new Set()

const find = (board: readonly DraftBox[], words: string): readonly WantedPlayer[] =>
  words.trim() === ''
    ? []
    : shownBoxes(board, { words, isFreeOnly: true, left: none }).flatMap(({ boxName, players }) =>
        players.map((player) => wantedOf(player, boxName)),
      )

interface AddPlayersProps {
  readonly board: readonly DraftBox[]
  readonly wanted: readonly WantedPlayer[]
  readonly onChange: ChangeList
}

/** Puts players on the list: of all boxes by name, and those in no box by id. */
export function AddPlayers({ board, wanted, onChange }: AddPlayersProps) {
  const [words, setWords] = useState('')
  const [isOutside, setOutside] = useState(false)
  const sought = useDeferredValue(words)
  const found = useMemo(() => find(board, sought), [board, sought])
  const ids = useMemo(() => new Set(wanted.map(({ playerId }) => playerId)), [wanted])
  const toggle = (player: WantedPlayer) => onChange((before) => toggled(before, player))
  return (
    <section className="pick-list-part" aria-labelledby="add-players">
      <h2 id="add-players">Add Players</h2>
      <SearchForm className="add-search" label="Free players of all boxes">
        <NameField value={words} onChange={setWords} />
      </SearchForm>
      <p className="pick-list-quiet" aria-live="polite">
        {sought.trim() === '' ? '' : `${found.length} free player${found.length === 1 ? '' : 's'} found.`}
        {found.length > SHOWN && ` The first ${SHOWN} are shown.`}
      </p>
      <ul className="found" aria-label="Found players">
        {found.slice(0, SHOWN).map((player) => (
          <FoundPlayer key={player.playerId} player={player} ids={ids} onToggle={toggle} />
        ))}
      </ul>
      <button className="text-button" type="button" aria-expanded={isOutside} onClick={() => setOutside(!isOutside)}>
        Add an outside player by ID
      </button>
      {isOutside && <AddOutside ids={ids} onToggle={toggle} />}
    </section>
  )
}
