import { getRosterChanges, type RosterChange } from '#contract/roster'
import { getTrades, type Trade } from '#contract/trading'
import { seasonChanges, seasonTrades } from '../../data/history.ts'
import { trades } from '../../data/league.ts'
import { rosterChanges } from '../../data/roster.ts'
import { type Columns, money } from '../../ui/table/columns.ts'
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

const tradeActions = { BUY: 'Buy', SELL: 'Sell' } as const

const tradeColumns = (place: ListPlace): Columns<Trade> => [
  timeColumn('tradedAt', 'Traded At', ({ tradedAt }) => tradedAt),
  teamColumn(({ team }) => team, place),
  actionColumn('tradeAction', ({ tradeAction }) => tradeActions[tradeAction]),
  ...playerColumns<Trade>(({ player }) => player, { position: 'Position', nhlTeam: 'NHL Team' }),
  money('price', 'Price', 'minmax(5rem, 8rem)', (trade) => trade.price),
]

const tradeList: TransactionList<Trade> = {
  title: 'Trades',
  noun: 'trade',
  present: trades,
  past: seasonTrades,
  failure: getTrades.failure,
  empty: 'No trades yet.',
  corrections: 'trades',
  columnsFor: tradeColumns,
  table: 'trades',
  newestBy: 'tradedAt',
  rowKey: ({ tradedAt, tradeAction, team, player, correction }) =>
    `${tradedAt} ${tradeAction} ${team.id} ${player.id} ${correctionKey(correction)}`,
  teamOf: ({ team }) => team,
  isOne: (one, other) => one.tradedAt === other.tradedAt && one.team.id === other.team.id,
  isInEffect: ({ correction }) => !correction?.undone,
}

export const TradesView = () => <TransactionListView list={tradeList} />

const changeActions = { SCRATCH: 'Scratch', DRESS: 'Dress' } as const

const changeColumns = (place: ListPlace): Columns<RosterChange> => [
  timeColumn('changedAt', 'Changed At', ({ changedAt }) => changedAt),
  teamColumn(({ team }) => team, place),
  actionColumn('changeAction', ({ changeAction }) => changeActions[changeAction]),
  ...playerColumns<RosterChange>(({ player }) => player, { position: 'Position', nhlTeam: 'NHL Team' }),
]

const changeList: TransactionList<RosterChange> = {
  title: 'Roster Changes',
  noun: 'roster change',
  present: rosterChanges,
  past: seasonChanges,
  failure: getRosterChanges.failure,
  empty: 'No roster changes yet.',
  corrections: 'lineups',
  columnsFor: changeColumns,
  table: 'rosterChanges',
  newestBy: 'changedAt',
  rowKey: ({ changedAt, changeAction, team, player, correction }) =>
    `${changedAt} ${changeAction} ${team.id} ${player.id} ${correctionKey(correction)}`,
  teamOf: ({ team }) => team,
  isInEffect: ({ correction }) => !correction?.undone,
}

export const RosterChangesView = () => <TransactionListView list={changeList} />
