import { useQuery } from '@tanstack/react-query'
import { getTrades, type Trade } from '#contract/trading'
import { trades } from '../../data/trading.ts'
import type { MoveList } from '../moves/move-table.tsx'
import { MovesView } from '../moves/moves-view.tsx'
import { tradeColumns } from './columns.ts'

const list: MoveList<Trade> = {
  title: 'Trades',
  noun: 'trade',
  table: 'trades',
  newestBy: 'tradedAt',
  rowKey: ({ tradedAt, tradeAction, team, player }) => `${tradedAt} ${tradeAction} ${team.id} ${player.id}`,
  teamOf: ({ team }) => team,
}

export const TradesView = () => (
  <MovesView
    query={useQuery(trades())}
    failure={getTrades.failure}
    list={list}
    columnsFor={tradeColumns}
    empty="No trades yet."
  />
)
