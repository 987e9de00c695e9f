import type { UseQueryResult } from '@tanstack/react-query'
import { messages } from '#contract/errors'
import { getPreviousSeasons, type PreviousSeason } from '#contract/stats'
import { Loading } from '../../ui/loading/loading.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Table } from '../../ui/table/table.tsx'
import { useTableSort } from '../../ui/table/use-table-sort.ts'
import { Trouble } from '../screen/trouble.tsx'
import { PREVIOUS_SEASONS, readSeasonsSort, seasonColumns } from './columns.ts'

interface PreviousSeasonsProps {
  readonly query: Pick<UseQueryResult<readonly PreviousSeason[]>, 'data' | 'error'>
}

const keyOf = ({ season, nhlTeam }: PreviousSeason) => `${season} ${nhlTeam}`

function Seasons({ query: { data, error } }: PreviousSeasonsProps) {
  const [sort, setSort] = useTableSort(PREVIOUS_SEASONS, readSeasonsSort)
  if (!data) return error === null && <Loading />
  if (data.length === 0) return <Notice kind="info">{messages.previousSeasonsEmpty}</Notice>
  return (
    <Table label="Previous seasons" columns={seasonColumns} rows={data} rowKey={keyOf} sort={sort} onSort={setSort} />
  )
}

export const PreviousSeasons = ({ query }: PreviousSeasonsProps) => (
  <section className="player-section">
    <h2>Previous seasons</h2>
    <Trouble query={query} sentence={getPreviousSeasons.failure} />
    <Seasons query={query} />
  </section>
)
