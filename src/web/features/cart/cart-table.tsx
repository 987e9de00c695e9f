import { useMemo, useRef } from 'react'
import type { CartRow } from '../../data/cart-view.ts'
import type { Column, Columns } from '../../ui/table/columns.ts'
import { buttons, count, money, text } from '../../ui/table/columns.ts'
import { Table } from '../../ui/table/table.tsx'
import { stateLabels } from './cart-notice.tsx'

export interface EntryCommands {
  readonly onRemove: (entry: CartRow) => void
  readonly onRetry: (changeId: string) => void
  readonly onDiscard: (changeId: string) => void
}

/** What can be done with a row: taken out, or, where a change was given up, tried again or dropped. */
function EntryActions({ entry, onRemove, onRetry, onDiscard }: EntryCommands & { readonly entry: CartRow }) {
  const { name, state, changeId } = entry
  if (changeId === null || (state !== 'refused' && state !== 'expired'))
    return (
      <button
        className="text-button cart-button"
        type="button"
        aria-label={`Remove ${name}`}
        onClick={() => onRemove(entry)}
      >
        Remove
      </button>
    )
  return (
    <div className="cart-choice">
      <button
        className="text-button cart-button"
        type="button"
        aria-label={`Retry ${name}`}
        onClick={() => onRetry(changeId)}
      >
        Retry
      </button>
      <button
        className="text-button cart-button"
        type="button"
        aria-label={`Discard ${name}`}
        onClick={() => onDiscard(changeId)}
      >
        Discard
      </button>
    </div>
  )
}

const figures: Columns<CartRow> = [
  text('position', 'Position', 'minmax(5rem, 1fr)', ({ position }) => position, { place: 'cart-position' }),
  text('nhlTeam', 'NHL Team', 'minmax(5rem, 1fr)', ({ nhlTeam }) => nhlTeam, { place: 'cart-nhlTeam' }),
  count('points', 'Points', 'minmax(4rem, 1fr)', ({ points }) => points, { place: 'cart-points' }),
  money('price', 'Price', 'minmax(5rem, 1fr)', (entry) => entry.price, { place: 'cart-price', strong: true }),
]

const stateOf = ({ playerId, state, reason }: CartRow, waited: ReadonlySet<number>): string | null => {
  if (state === 'confirmed') return waited.has(playerId) ? 'Confirmed' : null
  return reason ? `${stateLabels[state]}: ${reason}` : stateLabels[state]
}

function NameCell({ entry, waited }: { readonly entry: CartRow; readonly waited: ReadonlySet<number> }) {
  const state = stateOf(entry, waited)
  return (
    <div className="cart-name">
      <a href={`/players/${entry.playerId}`}>{entry.name}</a>
      {state !== null && (
        <span className="cart-state" data-state={entry.state} aria-live="polite">
          {state}
        </span>
      )}
    </div>
  )
}

const nameColumn = (waited: ReadonlySet<number>): Column<CartRow> =>
  text('name', 'Name', 'minmax(12rem, 3fr)', (entry) => entry.name, {
    place: 'cart-who',
    heads: true,
    cell: (entry) => <NameCell entry={entry} waited={waited} />,
  })

/** No sorting: a cart has the order in which it was filled. */
const cartColumns = (commands: EntryCommands, waited: ReadonlySet<number>): Columns<CartRow> => [
  nameColumn(waited),
  ...figures,
  buttons('remove', 'Remove', 'minmax(6rem, 0.8fr)', (entry) => <EntryActions entry={entry} {...commands} />, {
    place: 'cart-act',
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
  const columns = useMemo(() => {
    // Each ends with its button: without this the keyboard would begin at the top of the page again.
    const ending =
      <Argument,>(run: (argument: Argument) => void) =>
      (argument: Argument) => {
        heading.current?.focus({ preventScroll: true })
        run(argument)
      }
    return cartColumns(
      {
        onRemove: ending(onRemove),
        onRetry: ending(onRetry),
        onDiscard: ending(onDiscard),
      },
      waited,
    )
  }, [onRemove, onRetry, onDiscard, waited])
  return (
    <section className="cart-part">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {entries.length === 0 ? (
        <p className="cart-none">No players</p>
      ) : (
        <Table label={title} columns={columns} rows={entries} rowKey={keyOf} />
      )}
    </section>
  )
}
