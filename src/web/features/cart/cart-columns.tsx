import type { ShownEntry } from '../../data/cart-view.ts'
import { figure, price } from '../../ui/figure.ts'
import type { Column, Columns } from '../../ui/table/column.ts'
import { EntryActions, type EntryCommands } from './entry-actions.tsx'
import { stateWords } from './state-words.ts'

const words = (
  key: 'position' | 'nhlTeam',
  label: string,
  width: string,
  value: (entry: ShownEntry) => string | null | undefined,
): Column<ShownEntry> => ({
  key,
  label,
  kind: 'text',
  width,
  value,
  text: (entry) => value(entry) || '-',
})

const figures: Columns<ShownEntry> = [
  words('position', 'Position', 'minmax(3.75rem, 1fr)', ({ position }) => position),
  words('nhlTeam', 'NHL Team', 'minmax(2.75rem, 1fr)', ({ nhlTeam }) => nhlTeam),
  {
    key: 'points',
    label: 'Points',
    kind: 'number',
    width: 'minmax(3rem, 1fr)',
    value: ({ points }) => points,
    text: ({ points }) => figure(points),
  },
  {
    key: 'price',
    label: 'Price',
    kind: 'number',
    width: 'minmax(3.75rem, 1fr)',
    strong: true,
    value: (entry) => entry.price,
    text: (entry) => price(entry.price),
  },
]

const name: Column<ShownEntry> = {
  key: 'name',
  label: 'Name',
  kind: 'text',
  width: 'minmax(6.25rem, 3fr)',
  sticky: '0',
  edge: true,
  heads: true,
  value: (entry) => entry.name,
  text: (entry) => entry.name,
  cell: ({ playerId, name: called, state, reason }) => (
    <div className="cart-name">
      <a href={`/players/${playerId}`}>{called}</a>
      {state !== 'confirmed' && (
        <span className="cart-state" data-state={state}>
          {reason ? `${stateWords[state]}: ${reason}` : stateWords[state]}
        </span>
      )}
    </div>
  ),
}

/** No sorting: a cart stands in the order in which it was filled. */
export const cartColumns = (commands: EntryCommands): Columns<ShownEntry> => [
  name,
  ...figures,
  {
    key: 'remove',
    label: 'Remove',
    kind: 'text',
    width: 'minmax(4.75rem, 0.8fr)',
    end: true,
    unsorted: true,
    value: () => null,
    text: () => '',
    cell: (entry) => <EntryActions entry={entry} {...commands} />,
  },
]
