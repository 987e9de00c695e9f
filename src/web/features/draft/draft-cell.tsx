import { createContext, useContext } from 'react'
import type { DraftBoxPlayer } from '#contract/draft'

/**
 * What a press on a player's button does; null where the viewer has nothing to draft in this box now. With the turn all
 * buttons come and go, and no row with its figures is drawn anew.
 */
export const DraftingContext = createContext<((player: DraftBoxPlayer) => void) | null>(null)

export function DraftCell({ player }: { readonly player: DraftBoxPlayer }) {
  const onDraft = useContext(DraftingContext)
  return (
    onDraft && (
      <button
        className="draft-button"
        type="button"
        aria-label={`Draft ${player.name}`}
        onClick={() => onDraft(player)}
      >
        Draft
      </button>
    )
  )
}
