import { useQuery } from '@tanstack/react-query'
import { getRosterChanges, type RosterChange } from '#contract/roster'
import { hasFeature } from '#contract/user'
import { seasonChanges } from '../../data/history.ts'
import { rosterChanges } from '../../data/roster.ts'
import { currentUser } from '../../data/user.ts'
import type { Columns } from '../../ui/table/columns.ts'
import { SeasonCorrections } from '../corrections/correction-lists.tsx'
import { useSeasonChoice } from '../season/season-choice.tsx'
import {
  actionColumn,
  correctionKey,
  type ListPlace,
  playerColumns,
  type TransactionList,
  TransactionListView,
  teamColumn,
  timeColumn,
} from './transaction-list.tsx'

const actions = { SCRATCH: 'Scratch', DRESS: 'Dress' } as const

const columnsFor = (place: ListPlace): Columns<RosterChange> => [
  timeColumn('changedAt', 'Changed At', ({ changedAt }) => changedAt),
  teamColumn(({ team }) => team, place),
  actionColumn('changeAction', ({ changeAction }) => actions[changeAction]),
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
  isInEffect: ({ correction }) => !correction?.undone,
}

export function RosterChangesView() {
  const season = useSeasonChoice()
  const { data: user } = useQuery(currentUser())
  const { seasonId } = season
  const present = useQuery({ ...rosterChanges(), enabled: seasonId === null })
  const past = useQuery({ ...seasonChanges(seasonId ?? 0), enabled: seasonId !== null })
  return (
    <TransactionListView
      query={seasonId === null ? present : past}
      failure={getRosterChanges.failure}
      list={list}
      season={season}
      columnsFor={columnsFor}
      empty="No roster changes yet."
      above={hasFeature(user, 'corrections') && <SeasonCorrections of="lineups" seasonId={seasonId} />}
    />
  )
}
