import type { Trade } from '#contract/trading'
import { price } from '../../ui/figure.ts'
import type { Columns } from '../../ui/table/column.ts'
import { playerColumns, teamColumn, timeColumn, wordColumn } from '../moves/columns.ts'

const actions = { BUY: 'Buy', SELL: 'Sell' } as const

export const tradeColumns = (ownTeamId: number | null): Columns<Trade> => [
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
