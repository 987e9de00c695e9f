import { useQuery } from '@tanstack/react-query'
import { getRosterChanges, type RosterChange } from '#contract/roster'
import { getTrades, type Trade } from '#contract/trading'
import { hasFeature } from '#contract/user'
import { seasonChanges, seasonTrades } from '../../data/history.ts'
import { trades } from '../../data/league.ts'
import { rosterChanges } from '../../data/roster.ts'
import { currentUser } from '../../data/user.ts'
import { type Columns, money } from '../../ui/table/columns.ts'
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
  table: 'trades',
  newestBy: 'tradedAt',
  rowKey: ({ tradedAt, tradeAction, team, player, correction }) =>
    `${tradedAt} ${tradeAction} ${team.id} ${player.id} ${correctionKey(correction)}`,
  teamOf: ({ team }) => team,
  isOne: (one, other) => one.tradedAt === other.tradedAt && one.team.id === other.team.id,
  isInEffect: ({ correction }) => !correction?.undone,
}

export function TradesView() {
  const season = useSeasonChoice()
  const { data: user } = useQuery(currentUser())
  const { seasonId } = season
  const present = useQuery({ ...trades(), enabled: seasonId === null })
  const past = useQuery({ ...seasonTrades(seasonId ?? 0), enabled: seasonId !== null })
  return (
    <TransactionListView
      query={seasonId === null ? present : past}
      failure={getTrades.failure}
      list={tradeList}
      season={season}
      columnsFor={tradeColumns}
      empty="No trades yet."
      above={hasFeature(user, 'corrections') && <SeasonCorrections of="trades" seasonId={seasonId} />}
    />
  )
}

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
      list={changeList}
      season={season}
      columnsFor={changeColumns}
      empty="No roster changes yet."
      above={hasFeature(user, 'corrections') && <SeasonCorrections of="lineups" seasonId={seasonId} />}
    />
  )
}
