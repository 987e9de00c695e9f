import { useState } from 'react'
import { messages } from '#contract/messages'
import { emptyCart, removeFromCart } from '#contract/trading'
import type { CartRow, OptimisticCart, UnconfirmedRemoval } from '../../data/cart-view.ts'
import type { Enqueued } from '../../outbox/page-outbox.ts'
import { focusPage } from '../../paint/focus-page.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { stateLabels } from './cart-notice.tsx'
import type { EntryCommands } from './cart-table.tsx'

/** A removal requested on this screen; `playerId` is null when the whole cart is emptied. */
interface Removal {
  readonly playerId: number | null
  readonly name: string | null
}

export interface Feedback {
  readonly kind: 'success' | 'error'
  readonly text: string
}

/** Feedback on the last removal or emptying: success is reported once the league has confirmed it, not when it is queued. */
export function useFeedback({ entries, changes }: OptimisticCart) {
  const [removal, setRemoval] = useState<Removal | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const isUnderWay = changes.some(({ kind, name }) =>
    removal?.playerId === null ? kind === 'empty' : kind === 'remove' && name === removal?.name,
  )
  const isStillThere = entries.some(({ playerId, isInCart }) => isInCart && playerId === removal?.playerId)
  const done = removal?.playerId === null ? messages.cartEmptied : messages.removedFromCart
  const feedback: Feedback | null =
    failure !== null
      ? { kind: 'error', text: failure }
      : removal && !isUnderWay && !isStillThere
        ? { kind: 'success', text: done }
        : null

  /** Follows a change; `sentence` is the feedback when it fails without a message. */
  const follow = (wanted: Removal | null, change: Promise<Enqueued>, sentence: string) => {
    setFailure(null)
    setRemoval(wanted)
    change.then(
      (kept) => {
        if (!kept.ok) setFailure(kept.sentence)
      },
      () => setFailure(sentence),
    )
  }
  const forget = () => {
    setFailure(null)
    setRemoval(null)
  }
  return { feedback, follow, forget }
}

/** Players whose place in the cart has waited for the league on this screen: once it is confirmed, their row says so. */
export function useWaited(entries: readonly CartRow[]): ReadonlySet<number> {
  const [waited, setWaited] = useState<ReadonlySet<number>>(new Set())
  const more = entries.flatMap(({ state, playerId }) =>
    (state === 'queued' || state === 'waiting for login') && !waited.has(playerId) ? [playerId] : [],
  )
  if (more.length > 0) setWaited(new Set([...waited, ...more]))
  return waited
}

const failures = { remove: removeFromCart.failure, empty: emptyCart.failure } as const
const what = ({ kind, name }: UnconfirmedRemoval): string => (kind === 'empty' ? 'Empty the cart' : `Remove ${name}`)

interface CartChangesProps extends Pick<EntryCommands, 'onRetry' | 'onDiscard'> {
  readonly changes: readonly UnconfirmedRemoval[]
}

/** The choice goes with its notice. */
const end = (choice: () => void) => {
  focusPage()
  choice()
}

/** Removals that the league has not confirmed: they no longer have a row to show their state on. */
export const CartChanges = ({ changes, onRetry, onDiscard }: CartChangesProps) =>
  changes.map((change) => {
    const { changeId, kind, state, reason } = change
    if (state !== 'refused' && state !== 'expired')
      return (
        <p key={changeId} className="cart-change">
          {`${what(change)}: ${stateLabels[state].toLowerCase()}`}
        </p>
      )
    return (
      <Notice key={changeId} kind="error">
        <p>{`${what(change)}: ${reason ?? failures[kind]}`}</p>
        <div className="cart-choice">
          <button className="text-button cart-button" type="button" onClick={() => end(() => onRetry(changeId))}>
            Retry
          </button>
          <button className="text-button cart-button" type="button" onClick={() => end(() => onDiscard(changeId))}>
            Discard
          </button>
        </div>
      </Notice>
    )
  })
