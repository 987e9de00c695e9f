import { useQuery } from '@tanstack/react-query'
import { getTrades, type Trade } from '#contract/trading'
import { trades } from '../../data/trading.ts'
import { price } from '../../ui/figure.ts'
import type { Columns } from '../../ui/table/column.ts'
import { playerColumns, teamColumn, timeColumn, wordColumn } from './columns.ts'
import { type TransactionList, TransactionListView } from './transaction-list.tsx'

const actions = { BUY: 'Buy', SELL: 'Sell' } as const

const columnsFor = (ownTeamId: number | null): Columns<Trade> => [
  timeColumn('tradedAt', 'Traded At', ({ tradedAt }) => tradedAt),
  teamColumn(({ team }) => team, ownTeamId),
  wordColumn('tradeAction', 'Action', ({ tradeAction }) => actions[tradeAction]),
  ...playerColumns<Trade>(({ player }) => player, { position: 'Position', nhlTeam: 'NHL Team' }),
  {
    key: 'price',
    label: 'Price',
    kind: 'number',
    width: 'minmax(5rem, 8rem)',
    value: (trade) => trade.price,
    text: (trade) => price(trade.price),
  },
]

const list: TransactionList<Trade> = {
  title: 'Trades',
  noun: 'trade',
  table: 'trades',
  newestBy: 'tradedAt',
  rowKey: ({ tradedAt, tradeAction, team, player }) => `${tradedAt} ${tradeAction} ${team.id} ${player.id}`,
  teamOf: ({ team }) => team,
}

export const TradesView = () => (
  <TransactionListView
    query={useQuery(trades())}
    failure={getTrades.failure}
    list={list}
    columnsFor={columnsFor}
    empty="No trades yet."
  />
)
