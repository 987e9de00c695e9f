import type { RefObject } from 'react'
import { bringIntoSight } from '../../ui/bring-into-sight.ts'
import type { GroupKey, LineupGroup } from './lineup-groups.ts'

interface LineupChipsProps {
  readonly groups: readonly LineupGroup[]
  readonly chosen: GroupKey
  readonly onChoose: (key: GroupKey) => void
  /** The chosen one, where the focus goes when its row has left the table. */
  readonly chosenRef: RefObject<HTMLButtonElement | null>
}

/** Counts the lineup, and shows one part of it. */
export const LineupChips = ({ groups, chosen, onChoose, chosenRef }: LineupChipsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
  <div className="lineup-chips" role="group" aria-label="Show">
    {groups.map(({ key, label, items, hint, isAtLimit }) => (
      <button
        key={key}
        ref={key === chosen ? chosenRef : null}
        type="button"
        aria-label={[`${label} ${items.length}`, hint].filter(Boolean).join(', ')}
        aria-pressed={key === chosen}
        data-limit={isAtLimit}
        onClick={() => onChoose(key)}
        onFocus={({ currentTarget }) => bringIntoSight(currentTarget)}
      >
        <span>{`${label} ${items.length}`}</span>
        {hint && <small>{hint}</small>}
      </button>
    ))}
  </div>
)
