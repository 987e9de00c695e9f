import type { CartEntry, TradeAction } from '#contract/trading'
import { Confirm } from '../../ui/confirm/confirm.tsx'
import { figure } from '../../ui/figure.ts'

export interface AskedTrade {
  readonly entries: readonly CartEntry[]
  readonly cashBefore: number
  readonly cashAfter: number
}

interface TradeQuestionProps {
  readonly trade: AskedTrade
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

const headings: Record<TradeAction, string> = { SELL: 'Sell', BUY: 'Buy' }

const Side = ({ action, entries }: { readonly action: TradeAction; readonly entries: readonly CartEntry[] }) => {
  const own = entries.filter(({ tradeAction }) => tradeAction === action)
  if (own.length === 0) return null
  return (
    <>
      <h3>{headings[action]}</h3>
      <ul>
        {own.map(({ playerId, name, price }) => (
          <li key={playerId}>
            {`${name} `}
            <span>{`for ${figure(price ?? 0, 2)}`}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Names every player and price, and the cash before and after: a trade cannot be undone. */
export const TradeQuestion = ({ trade, isBusy, onConfirm, onCancel }: TradeQuestionProps) => (
  <Confirm
    title="Execute this trade?"
    confirmLabel={isBusy ? 'Sending…' : 'Execute Trade'}
    isBusy={isBusy}
    onConfirm={onConfirm}
    onCancel={onCancel}
  >
    <div className="trade-question">
      <Side action="SELL" entries={trade.entries} />
      <Side action="BUY" entries={trade.entries} />
      <p>{`Cash now ${figure(trade.cashBefore, 2)}, afterwards ${figure(trade.cashAfter, 2)}.`}</p>
      <p>This can't be undone.</p>
    </div>
  </Confirm>
)
