import { useQuery } from '@tanstack/react-query'
import { type DraftedPlayer, getDraftedPlayers } from '#contract/draft'
import { draftedPlayers } from '../../data/draft.ts'
import { useLiveDraft } from '../../data/use-live-draft.ts'
import type { MoveList } from '../moves/move-table.tsx'
import { MovesView } from '../moves/moves-view.tsx'
import { draftedColumns, teamOf } from './columns.ts'

const list: MoveList<DraftedPlayer> = {
  title: 'Draft Picks',
  noun: 'draft pick',
  table: 'draftPicks',
  newestBy: 'draftedAt',
  rowKey: ({ playerId }) => playerId,
  teamOf,
}

export function DraftReportView() {
  const query = useQuery(draftedPlayers())
  // A pick made while the list is looked at appears by itself.
  const { wake } = useLiveDraft()
  const refetch: typeof query.refetch = (options) => {
    wake()
    return query.refetch(options)
  }
  return (
    <MovesView
      query={{ ...query, refetch }}
      failure={getDraftedPlayers.failure}
      list={list}
      columnsFor={draftedColumns}
      empty="No players drafted yet."
    />
  )
}
