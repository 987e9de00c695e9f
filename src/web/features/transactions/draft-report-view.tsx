import { useQuery } from '@tanstack/react-query'
import type { PlayerRef, TeamRef } from '#contract/call'
import { type DraftedPlayer, getDraftedPlayers } from '#contract/draft'
import { offers } from '#contract/user'
import { draftedPlayers } from '../../data/draft.ts'
import { useLiveDraft } from '../../data/use-live-draft.ts'
import { currentUser } from '../../data/user.ts'
import { later } from '../../ui/later.tsx'
import type { Columns } from '../../ui/table/column.ts'
import { playerColumns, teamColumn, timeColumn, wordColumn } from './columns.ts'
import { type TransactionList, TransactionListView } from './transaction-list.tsx'

/** Below the picks, and only where the server keeps one. */
const DraftLog = later(async () => (await import('./draft-log.tsx')).DraftLog)

const teamOf = ({ teamId, teamShortName }: DraftedPlayer): TeamRef => ({ id: teamId, shortName: teamShortName })
const playerOf = ({ playerId, ...player }: DraftedPlayer): PlayerRef => ({ id: playerId, ...player })

const columnsFor = (ownTeamId: number | null): Columns<DraftedPlayer> => [
  timeColumn('draftedAt', 'Drafted', ({ draftedAt }) => draftedAt),
  teamColumn(teamOf, ownTeamId),
  wordColumn('draftBox', 'Box', ({ draftBox }) => draftBox),
  ...playerColumns(playerOf, { position: 'Pos', nhlTeam: 'NHL' }),
]

const list: TransactionList<DraftedPlayer> = {
  title: 'Draft Picks',
  noun: 'draft pick',
  table: 'draftPicks',
  newestBy: 'draftedAt',
  rowKey: ({ playerId }) => playerId,
  teamOf,
}

export function DraftReportView() {
  const query = useQuery(draftedPlayers())
  const { data: user } = useQuery(currentUser())
  // A pick made while the list is open appears by itself.
  const { wake } = useLiveDraft()
  const refetch: typeof query.refetch = (options) => {
    wake()
    return query.refetch(options)
  }
  return (
    <TransactionListView
      query={{ ...query, refetch }}
      failure={getDraftedPlayers.failure}
      list={list}
      columnsFor={columnsFor}
      empty="No players drafted yet."
    >
      {offers(user, 'draft-room') && <DraftLog teamId={user?.teamId ?? null} />}
    </TransactionListView>
  )
}
