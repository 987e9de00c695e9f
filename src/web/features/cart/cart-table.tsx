import { useRef, useState } from 'react'
import { messages } from '#contract/messages'
import { emptyCart, removeFromCart } from '#contract/trading'
import type { CartRow, OptimisticCart, UnconfirmedRemoval } from '../../data/cart-view.ts'
import type { Enqueued } from '../../outbox/page-outbox.ts'
import { focusPage } from '../../paint/page.ts'
import { Notice } from '../../ui/notice.tsx'
import { buttons, type Column, type Columns, count, money, text } from '../../ui/table/columns.ts'
import { Table } from '../../ui/table/table.tsx'
import { stateLabels } from './cart-notice.tsx'

interface EntryCommands {
  readonly onRemove: (entry: CartRow) => void
  readonly onRetry: (changeId: string) => void
  readonly onDiscard: (changeId: string) => void
}

interface CartButtonProps {
  /** Of the player, where only the row says it. */
  readonly name?: string
  readonly onPress: () => void
  readonly children: string
}

const CartButton = ({ name, onPress, children }: CartButtonProps) => (
  <button
    className="text-button cart-button"
    type="button"
    aria-label={name && `${children} ${name}`}
    onClick={onPress}
  >
    {children}
  </button>
)

interface ChoiceProps extends Pick<EntryCommands, 'onRetry' | 'onDiscard'> {
  readonly changeId: string
  readonly name?: string
}

/** What becomes of a change that was given up. */
const Choice = ({ changeId, name, onRetry, onDiscard }: ChoiceProps) => (
  <div className="wrap">
    <CartButton name={name} onPress={() => onRetry(changeId)}>
      Retry
    </CartButton>
    <CartButton name={name} onPress={() => onDiscard(changeId)}>
      Discard
    </CartButton>
  </div>
)

const isGivenUp = ({ state }: Pick<CartRow, 'state'>): boolean => state === 'refused' || state === 'expired'

/** What can be done with a row: taken out, or, where a change was given up, tried again or dropped. */
const EntryActions = ({ entry, onRemove, ...choices }: EntryCommands & { readonly entry: CartRow }) =>
  entry.changeId !== null && isGivenUp(entry) ? (
    <Choice changeId={entry.changeId} name={entry.name} {...choices} />
  ) : (
    <CartButton name={entry.name} onPress={() => onRemove(entry)}>
      Remove
    </CartButton>
  )

const figures: Columns<CartRow> = [
  text('position', 'Position', 'minmax(5rem, 1fr)', ({ position }) => position, { place: 'position' }),
  text('nhlTeam', 'NHL Team', 'minmax(5rem, 1fr)', ({ nhlTeam }) => nhlTeam, { place: 'nhl' }),
  count('points', 'Points', 'minmax(4rem, 1fr)', ({ points }) => points, { place: 'points' }),
  money('price', 'Price', 'minmax(5rem, 1fr)', (entry) => entry.price, { place: 'price', strong: true }),
]

const stateOf = ({ playerId, state, reason }: CartRow, waited: ReadonlySet<number>): string | null => {
  if (state === 'confirmed') return waited.has(playerId) ? 'Confirmed' : null
  return reason ? `${stateLabels[state]}: ${reason}` : stateLabels[state]
}

const stateTones: Partial<Record<CartRow['state'], string>> = { confirmed: 'gain', refused: 'loss', expired: 'loss' }

function NameCell({ entry, waited }: { readonly entry: CartRow; readonly waited: ReadonlySet<number> }) {
  const state = stateOf(entry, waited)
  return (
    <div className="cart-name">
      <a href={`/players/${entry.playerId}`}>{entry.name}</a>
      {state !== null && (
        <small className={`cart-state ${stateTones[entry.state] ?? ''}`} aria-live="polite">
          {state}
        </small>
      )}
    </div>
  )
}

const nameColumn = (waited: ReadonlySet<number>): Column<CartRow> =>
  text('name', 'Name', 'minmax(12rem, 3fr)', (entry) => entry.name, {
    place: 'name',
    heads: true,
    cell: (entry) => <NameCell entry={entry} waited={waited} />,
  })

/** No sorting: a cart has the order in which it was filled. */
const cartColumns = (commands: EntryCommands, waited: ReadonlySet<number>): Columns<CartRow> => [
  nameColumn(waited),
  ...figures,
  buttons('remove', 'Remove', 'minmax(6rem, 0.8fr)', (entry) => <EntryActions entry={entry} {...commands} />, {
    place: 'act',
  }),
]

const keyOf = ({ playerId, changeId, isInCart }: CartRow) => (isInCart ? playerId : (changeId ?? playerId))

interface CartTableProps extends EntryCommands {
  /** 'Players to Sell' or 'Players to Buy'. */
  readonly title: string
  readonly entries: readonly CartRow[]
  /** By their ids, the players whose rows tell that they have been confirmed. */
  readonly waited: ReadonlySet<number>
}

export function CartTable({ title, entries, waited, onRemove, onRetry, onDiscard }: CartTableProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Each ends with its button: without this the keyboard would begin at the top of the page again.
  const ending =
    <Argument,>(run: (argument: Argument) => void) =>
    (argument: Argument) => {
      heading.current?.focus({ preventScroll: true })
      run(argument)
    }
  const commands = { onRemove: ending(onRemove), onRetry: ending(onRetry), onDiscard: ending(onDiscard) }
  return (
    <section className="part">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {entries.length === 0 ? (
        <p className="none">No players</p>
      ) : (
        <Table label={title} columns={cartColumns(commands, waited)} rows={entries} rowKey={keyOf} />
      )}
    </section>
  )
}

/** A removal requested on this screen; `playerId` is null when the whole cart is emptied. */
interface Removal {
  readonly playerId: number | null
  readonly name: string | null
}

interface Feedback {
  readonly kind: 'success' | 'error'
  readonly text: string
}

/**
 * Feedback on the last removal or emptying: success is reported once the league has confirmed it, not when it is
 * queued.
 */
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

/**
 * Players whose place in the cart has waited for the league on this screen: once it is confirmed, their row says so.
 */
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

/** Removals that the league has not confirmed: they no longer have a row to show their state on. */
export const CartChanges = ({ changes, onRetry, onDiscard }: CartChangesProps) => {
  /** The choice goes with its notice. */
  const ending = (choose: (changeId: string) => void) => (changeId: string) => {
    focusPage()
    choose(changeId)
  }
  return changes.map((change) => {
    const { changeId, kind, state, reason } = change
    if (!isGivenUp(change))
      return (
        <p key={changeId} className="note">
          {`${what(change)}: ${stateLabels[state].toLowerCase()}`}
        </p>
      )
    return (
      <Notice key={changeId} kind="error">
        <p>{`${what(change)}: ${reason ?? failures[kind]}`}</p>
        <Choice changeId={changeId} onRetry={ending(onRetry)} onDiscard={ending(onDiscard)} />
      </Notice>
    )
  })
}
