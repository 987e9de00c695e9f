import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currentUser } from '../../data/user.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import type { Columns } from '../../ui/table/column.ts'
import { DataScreen, type Fed } from '../screen/data-screen.tsx'
import { Shown } from '../screen/shown.tsx'
import { type MoveList, MoveTable } from './move-table.tsx'

interface MovesViewProps<Row> {
  readonly query: Fed & { readonly data: readonly Row[] | undefined }
  readonly failure: string
  readonly list: MoveList<Row>
  readonly columnsFor: (ownTeamId: number | null) => Columns<Row>
  /** Said when there is nothing yet. */
  readonly empty: string
}

const countedLine = (count: number | undefined, noun: string): string =>
  count ? `${count} ${noun}${count === 1 ? '' : 's'} this season` : ''

/** A screen with one list of what the teams did. */
export function MovesView<Row>({ query, failure, list, columnsFor, empty }: MovesViewProps<Row>) {
  const { data: user } = useQuery(currentUser())
  const ownTeamId = user?.teamId ?? null
  const columns = useMemo(() => columnsFor(ownTeamId), [columnsFor, ownTeamId])
  return (
    <DataScreen title={list.title} line={countedLine(query.data?.length, list.noun)} queries={[query]}>
      <Shown query={query} failure={failure}>
        {(rows) =>
          rows.length === 0 ? (
            <Notice kind="info">{empty}</Notice>
          ) : (
            <MoveTable list={list} columns={columns} rows={rows} ownTeamId={ownTeamId} />
          )
        }
      </Shown>
    </DataScreen>
  )
}
