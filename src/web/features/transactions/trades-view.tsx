import { useQuery } from '@tanstack/react-query'
import { getTrades, type Trade } from '#contract/trading'
import { hasFeature } from '#contract/user'
import { seasonTrades } from '../../data/history.ts'
import { trades } from '../../data/league.ts'
import { currentUser } from '../../data/user.ts'
import type { Columns } from '../../ui/table/columns.ts'
import { money } from '../../ui/table/columns.ts'
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

const actions = { BUY: 'Buy', SELL: 'Sell' } as const

const columnsFor = (place: ListPlace): Columns<Trade> => [
  timeColumn('tradedAt', 'Traded At', ({ tradedAt }) => tradedAt),
  teamColumn(({ team }) => team, place),
  actionColumn('tradeAction', ({ tradeAction }) => actions[tradeAction]),
  ...playerColumns<Trade>(({ player }) => player, { position: 'Position', nhlTeam: 'NHL Team' }),
  money('price', 'Price', 'minmax(5rem, 8rem)', (trade) => trade.price),
]

const list: TransactionList<Trade> = {
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
      list={list}
      season={season}
      columnsFor={columnsFor}
      empty="No trades yet."
      above={hasFeature(user, 'corrections') && <SeasonCorrections of="trades" seasonId={seasonId} />}
    />
  )
}
