import { emptyCart, removeFromCart } from '#contract/trading'
import type { ShownChange } from '../../data/cart-view.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import type { EntryCommands } from './entry-actions.tsx'
import { stateWords } from './state-words.ts'

const failures = { remove: removeFromCart.failure, empty: emptyCart.failure } as const
const what = ({ kind, name }: ShownChange): string => (kind === 'empty' ? 'Empty the cart' : `Remove ${name}`)

interface CartChangesProps extends Pick<EntryCommands, 'onRetry' | 'onDiscard'> {
  readonly changes: readonly ShownChange[]
}

/** Removals that the league has not confirmed: they have no row any more to say so on. */
export const CartChanges = ({ changes, onRetry, onDiscard }: CartChangesProps) =>
  changes.map((change) => {
    const { changeId, kind, state, reason } = change
    if (state !== 'refused' && state !== 'expired')
      return (
        <p key={changeId} className="cart-change">
          {`${what(change)}: ${stateWords[state].toLowerCase()}`}
        </p>
      )
    return (
      <Notice key={changeId} kind="error">
        <p>{`${what(change)}: ${reason ?? failures[kind]}`}</p>
        <div className="cart-choice">
          <button className="cart-button" type="button" onClick={() => onRetry(changeId)}>
            Retry
          </button>
          <button className="cart-button" type="button" onClick={() => onDiscard(changeId)}>
            Discard
          </button>
        </div>
      </Notice>
    )
  })
