import type { RosterItem } from '#contract/roster'
import type { Columns, RowState } from '../../ui/table/column.ts'
import type { Sort } from '../../ui/table/sort.ts'
import { Table } from '../../ui/table/table.tsx'
import { useTableSort } from '../../ui/table/use-table-sort.ts'

const keyOf = ({ player }: RosterItem) => player.id

interface RosterTableProps {
  readonly label: string
  /** The table's name in the URL. */
  readonly name: string
  readonly items: readonly RosterItem[]
  readonly columns: Columns<RosterItem>
  readonly rowState: (item: RosterItem) => RowState
  readonly readSort: (search: Readonly<Record<string, unknown>>) => Sort
}

export function RosterTable({ label, name, items, columns, rowState, readSort }: RosterTableProps) {
  const [sort, setSort] = useTableSort(name, readSort)
  if (items.length === 0) return <p className="team-empty">No players</p>
  return (
    <Table
      label={label}
      columns={columns}
      rows={items}
      rowKey={keyOf}
      rowState={rowState}
      sort={sort}
      onSort={setSort}
    />
  )
}
