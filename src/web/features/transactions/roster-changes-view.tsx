import { useQuery } from '@tanstack/react-query'
import { getRosterChanges, type RosterChange } from '#contract/roster'
import { rosterChanges } from '../../data/roster.ts'
import type { Columns } from '../../ui/table/column.ts'
import { playerColumns, teamColumn, timeColumn, wordColumn } from './columns.ts'
import { type TransactionList, TransactionListView } from './transaction-list.tsx'

const actions = { SCRATCH: 'Scratch', DRESS: 'Dress' } as const

const columnsFor = (ownTeamId: number | null): Columns<RosterChange> => [
  timeColumn('changedAt', 'Changed At', ({ changedAt }) => changedAt),
  teamColumn(({ team }) => team, ownTeamId),
  wordColumn('changeAction', 'Action', ({ changeAction }) => actions[changeAction]),
  ...playerColumns<RosterChange>(({ player }) => player, { position: 'Position', nhlTeam: 'NHL Team' }),
]

const list: TransactionList<RosterChange> = {
  title: 'Roster Changes',
  noun: 'roster change',
  table: 'rosterChanges',
  newestBy: 'changedAt',
  rowKey: ({ changedAt, changeAction, team, player }) => `${changedAt} ${changeAction} ${team.id} ${player.id}`,
  teamOf: ({ team }) => team,
}

export const RosterChangesView = () => (
  <TransactionListView
    query={useQuery(rosterChanges())}
    failure={getRosterChanges.failure}
    list={list}
    columnsFor={columnsFor}
    empty="No roster changes yet."
  />
)
