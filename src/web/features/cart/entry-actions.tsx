import type { ShownEntry } from '../../data/cart-view.ts'

export interface EntryCommands {
  readonly onRemove: (entry: ShownEntry) => void
  readonly onRetry: (changeId: string) => void
  readonly onDiscard: (changeId: string) => void
}

/** What can be done with a row: taken out, or, where a change was given up, tried again or dropped. */
export function EntryActions({ entry, onRemove, onRetry, onDiscard }: EntryCommands & { readonly entry: ShownEntry }) {
  const { name, state, changeId } = entry
  if (changeId === null || (state !== 'refused' && state !== 'expired'))
    return (
      <button className="cart-button" type="button" aria-label={`Remove ${name}`} onClick={() => onRemove(entry)}>
        Remove
      </button>
    )
  return (
    <div className="cart-choice">
      <button className="cart-button" type="button" aria-label={`Retry ${name}`} onClick={() => onRetry(changeId)}>
        Retry
      </button>
      <button className="cart-button" type="button" aria-label={`Discard ${name}`} onClick={() => onDiscard(changeId)}>
        Discard
      </button>
    </div>
  )
}
