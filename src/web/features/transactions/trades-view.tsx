import { useQuery } from '@tanstack/react-query'
import { getTrades, type Trade } from '#contract/trading'
import { offers } from '#contract/user'
import { trades } from '../../data/trading.ts'
import { currentUser } from '../../data/user.ts'
import { price } from '../../ui/figure.ts'
import type { Columns } from '../../ui/table/column.ts'
import { SeasonCorrections } from '../corrections/season-corrections.tsx'
import { correctedWord, correctionKey, playerColumns, teamColumn, timeColumn, wordColumn } from './columns.ts'
import { type TransactionList, TransactionListView } from './transaction-list.tsx'

const actions = { BUY: 'Buy', SELL: 'Sell' } as const

const columnsFor = (ownTeamId: number | null): Columns<Trade> => [
  timeColumn('tradedAt', 'Traded At', ({ tradedAt }) => tradedAt),
  teamColumn(({ team }) => team, ownTeamId),
  wordColumn('tradeAction', 'Action', ({ tradeAction, correction }) => correctedWord(actions[tradeAction], correction)),
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
  rowKey: ({ tradedAt, tradeAction, team, player, correction }) =>
    `${tradedAt} ${tradeAction} ${team.id} ${player.id} ${correctionKey(correction)}`,
  teamOf: ({ team }) => team,
  stands: ({ correction }) => !correction?.undone,
}

export function TradesView() {
  const query = useQuery(trades())
  const { data: user } = useQuery(currentUser())
  return (
    <TransactionListView
      query={query}
      failure={getTrades.failure}
      list={list}
      columnsFor={columnsFor}
      empty="No trades yet."
      above={offers(user, 'corrections') && <SeasonCorrections of="trades" />}
    />
  )
}
