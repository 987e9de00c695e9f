import { useState } from 'react'
import type { PastSeason } from '#contract/history'
import { listed } from '../../ui/listed.ts'
import type { Columns } from '../../ui/table/column.ts'
import { decimal, text } from '../../ui/table/columns.ts'
import { readSort, type Sort } from '../../ui/table/sort.ts'
import { Table } from '../../ui/table/table.tsx'
import { useTableSort } from '../../ui/table/use-table-sort.ts'
import { winnersOf } from './history-words.ts'
import { seasonColumn } from './season-column.ts'

const TABLE = 'champions'
const LATEST = 8
const newestFirst: Sort = { key: 'season', direction: 'desc' }

const named = (names: readonly (string | null | undefined)[]): string =>
  listed(names.filter((name) => name !== null && name !== undefined)) || '-'
const teamsOf = (season: PastSeason) => named(winnersOf(season).map(({ team }) => team))
const membersOf = (season: PastSeason) => named(winnersOf(season).map(({ member }) => member))

const columns: Columns<PastSeason> = [
  seasonColumn(({ id }) => id),
  text('champion', 'Champion', 'minmax(8.5rem, 2fr)', teamsOf),
  decimal('total', 'Total', 'minmax(5.25rem, 1fr)', ({ standings }) => standings[0]?.total, { strong: true }),
  { key: 'member', label: 'Member', kind: 'text', width: 'minmax(5.75rem, 1fr)', value: membersOf, text: membersOf },
]
const readChampionsSort = (search: Readonly<Record<string, unknown>>) => readSort(search, TABLE, columns, newestFirst)
const keyOf = ({ id }: PastSeason) => id

/** Who won each season; the latest ones until all are asked for. */
export function Champions({ seasons }: { readonly seasons: readonly PastSeason[] }) {
  const [sort, setSort] = useTableSort(TABLE, readChampionsSort)
  const [isWhole, setIsWhole] = useState(false)
  const hasMore = !isWhole && seasons.length > LATEST
  return (
    <section className="history-part">
      <h2>Champions</h2>
      <Table
        label="Champions"
        columns={columns}
        rows={hasMore ? seasons.slice(0, LATEST) : seasons}
        rowKey={keyOf}
        sort={sort}
        onSort={setSort}
      />
      {hasMore && (
        <p className="history-text">
          <button className="button plain" type="button" onClick={() => setIsWhole(true)}>
            All {seasons.length} seasons
          </button>
        </p>
      )}
    </section>
  )
}
