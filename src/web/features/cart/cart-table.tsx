import { useMemo, useRef } from 'react'
import type { ShownEntry } from '../../data/cart-view.ts'
import { Table } from '../../ui/table/table.tsx'
import { cartColumns } from './cart-columns.tsx'
import type { EntryCommands } from './entry-actions.tsx'

const keyOf = ({ playerId, changeId, isInCart }: ShownEntry) => (isInCart ? playerId : (changeId ?? playerId))

interface CartTableProps extends EntryCommands {
  /** 'Players to Sell' or 'Players to Buy'. */
  readonly title: string
  readonly entries: readonly ShownEntry[]
}

export function CartTable({ title, entries, onRemove, onRetry, onDiscard }: CartTableProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const columns = useMemo(
    () =>
      cartColumns({
        onRemove: (entry) => {
          // The button goes with its row: without this the keyboard would begin at the top of the page again.
          heading.current?.focus({ preventScroll: true })
          onRemove(entry)
        },
        onRetry,
        onDiscard,
      }),
    [onRemove, onRetry, onDiscard],
  )
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
