import { useQuery } from '@tanstack/react-query'
import { getRosterChanges, type RosterChange } from '#contract/roster'
import { offers } from '#contract/user'
import { rosterChanges } from '../../data/roster.ts'
import { currentUser } from '../../data/user.ts'
import type { Columns } from '../../ui/table/column.ts'
import { SeasonCorrections } from '../corrections/season-corrections.tsx'
import { correctedWord, correctionKey, playerColumns, teamColumn, timeColumn, wordColumn } from './columns.ts'
import { type TransactionList, TransactionListView } from './transaction-list.tsx'

const actions = { SCRATCH: 'Scratch', DRESS: 'Dress' } as const

const columnsFor = (ownTeamId: number | null): Columns<RosterChange> => [
  timeColumn('changedAt', 'Changed At', ({ changedAt }) => changedAt),
  teamColumn(({ team }) => team, ownTeamId),
  wordColumn('changeAction', 'Action', ({ changeAction, correction }) =>
    correctedWord(actions[changeAction], correction),
  ),
  ...playerColumns<RosterChange>(({ player }) => player, { position: 'Position', nhlTeam: 'NHL Team' }),
]

const list: TransactionList<RosterChange> = {
  title: 'Roster Changes',
  noun: 'roster change',
  table: 'rosterChanges',
  newestBy: 'changedAt',
  rowKey: ({ changedAt, changeAction, team, player, correction }) =>
    `${changedAt} ${changeAction} ${team.id} ${player.id} ${correctionKey(correction)}`,
  teamOf: ({ team }) => team,
  stands: ({ correction }) => !correction?.undone,
}

export function RosterChangesView() {
  const query = useQuery(rosterChanges())
  const { data: user } = useQuery(currentUser())
  return (
    <TransactionListView
      query={query}
      failure={getRosterChanges.failure}
      list={list}
      columnsFor={columnsFor}
      empty="No roster changes yet."
      above={offers(user, 'corrections') && <SeasonCorrections of="lineups" />}
    />
  )
}
