import { useQuery } from '@tanstack/react-query'
import type { PlayerRef, TeamRef } from '#contract/call'
import { type DraftedPlayer, getDraftedPlayers } from '#contract/draft'
import { hasFeature } from '#contract/user'
import { draftedPlayers } from '../../data/draft.ts'
import { seasonDraft } from '../../data/history.ts'
import { useLiveDraft } from '../../data/use-live-draft.ts'
import { currentUser } from '../../data/user.ts'
import { later } from '../../ui/later.tsx'
import type { Columns } from '../../ui/table/columns.ts'
import { useSeasonChoice } from '../season/season-choice.ts'
import { type ListPlace, playerColumns, teamColumn, timeColumn, wordColumn } from './columns.ts'
import { type TransactionList, TransactionListView } from './transaction-list.tsx'

/** Below the picks, and only where the server keeps one. */
const DraftLog = later(async () => (await import('./draft-log.tsx')).DraftLog)

const teamOf = ({ teamId, teamShortName }: DraftedPlayer): TeamRef => ({ id: teamId, shortName: teamShortName })
const playerOf = ({ playerId, ...player }: DraftedPlayer): PlayerRef => ({ id: playerId, ...player })

const columnsFor = (place: ListPlace): Columns<DraftedPlayer> => [
  timeColumn('draftedAt', 'Drafted', ({ draftedAt }) => draftedAt),
  teamColumn(teamOf, place),
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
  const season = useSeasonChoice()
  const { seasonId } = season
  const query = useQuery({ ...draftedPlayers(), enabled: seasonId === null })
  const past = useQuery({ ...seasonDraft(seasonId ?? 0), enabled: seasonId !== null })
  const { data: user } = useQuery(currentUser())
  // A pick made while the list is open appears by itself.
  const { wake } = useLiveDraft()
  const refetch: typeof query.refetch = (options) => {
    wake()
    return query.refetch(options)
  }
  return (
    <TransactionListView
      query={seasonId === null ? { ...query, refetch } : past}
      failure={getDraftedPlayers.failure}
      list={list}
      season={season}
      columnsFor={columnsFor}
      empty="No players drafted yet."
    >
      {hasFeature(user, 'draft-room') && <DraftLog teamId={user?.teamId ?? null} seasonId={seasonId} />}
    </TransactionListView>
  )
}
