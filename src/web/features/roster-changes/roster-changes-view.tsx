import { useQuery } from '@tanstack/react-query'
import { getRosterChanges, type RosterChange } from '#contract/roster'
import { rosterChanges } from '../../data/roster.ts'
import type { MoveList } from '../moves/move-table.tsx'
import { MovesView } from '../moves/moves-view.tsx'
import { rosterChangeColumns } from './columns.ts'

const list: MoveList<RosterChange> = {
  title: 'Roster Changes',
  noun: 'roster change',
  table: 'rosterChanges',
  newestBy: 'changedAt',
  rowKey: ({ changedAt, changeAction, team, player }) => `${changedAt} ${changeAction} ${team.id} ${player.id}`,
  teamOf: ({ team }) => team,
}

export const RosterChangesView = () => (
  <MovesView
    query={useQuery(rosterChanges())}
    failure={getRosterChanges.failure}
    list={list}
    columnsFor={rosterChangeColumns}
    empty="No roster changes yet."
  />
)
