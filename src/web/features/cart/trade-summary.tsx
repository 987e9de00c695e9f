import '../../ui/form/text-field.css'
import { useId } from 'react'
import { CART_OK } from '#contract/trading'
import { MainButton, PlainButton } from '../../ui/buttons.tsx'
import { Facts } from '../../ui/card.tsx'
import { figure } from '../../ui/figure.ts'

export interface Readiness {
  readonly count: number
  readonly status: string | null
  readonly pending: number
  readonly isConfirmed: boolean
  readonly isFresh: boolean
  readonly online: boolean
}

/**
 * Why Execute Trade is disabled, beyond what the status says; null when only the status is in the way. A trade is
 * final, so it is made from the league's cart and not from what this device predicts.
 */
export const whyNot = ({ count, pending, isConfirmed, isFresh, online }: Readiness): string | null => {
  if (count === 0) return null
  if (!online) return "You're offline. Trades need a connection."
  if (pending > 0)
    return `${pending === 1 ? '1 change is' : `${pending} changes are`} not confirmed yet: the trade can be executed when the league has ${pending === 1 ? 'it' : 'them'}.`
  if (!isFresh || !isConfirmed) return 'Not checked with the league yet. Refresh.'
  return null
}

export const canExecute = (ready: Readiness): boolean =>
  ready.count > 0 && ready.status === CART_OK && ready.pending === 0 && whyNot(ready) === null

interface TradeSummaryProps {
  readonly balance: number | null
  readonly status: string | null
  /** False: predicted on this device. */
  readonly isConfirmed: boolean
  /** What the status means. */
  readonly sentence: string
  /** Why nothing can be executed now, whatever the status. */
  readonly reason: string | null
  readonly isBusy: boolean
  readonly isEmpty: boolean
  readonly canExecute: boolean
  readonly onEmpty: () => void
  readonly onExecute: () => void
}

const NotConfirmed = ({ isConfirmed }: Pick<TradeSummaryProps, 'isConfirmed'>) =>
  isConfirmed ? null : <small className="own-line cart-state"> not confirmed</small>

/**
 * What the trade would come to, and the two buttons that end a cart. They are off but not gone: the focus stays when
 * the cart has been emptied, and a reader hears why nothing can be executed.
 */
export function TradeSummary(props: TradeSummaryProps) {
  const { balance, status, isConfirmed, sentence, reason, isBusy, isEmpty, canExecute, onEmpty, onExecute } = props
  const why = useId()
  return (
    <section className="part">
      <h2>Trade Summary</h2>
      <div className="stack inset">
        <Facts
          facts={[
            [
              'Trade Balance',
              <>
                <strong className={balance === null ? undefined : balance >= 0 ? 'gain' : 'loss'}>
                  {figure(balance, 2)}
                </strong>
                <NotConfirmed isConfirmed={isConfirmed} />
              </>,
            ],
            [
              'Status',
              <>
                <strong className={status === CART_OK ? 'badge tone success' : 'badge tone warning'}>
                  {status ?? 'Unknown'}
                </strong>
                <NotConfirmed isConfirmed={isConfirmed} />
              </>,
            ],
          ]}
        />
        <div className="cart-why" id={why} aria-live="polite">
          {(reason === null || status !== CART_OK) && <p>{sentence}</p>}
          {reason !== null && <p>{reason}</p>}
        </div>
        <div className="fields cart-buttons">
          <PlainButton aria-disabled={isEmpty || isBusy} onClick={onEmpty}>
            Empty Cart
          </PlainButton>
          <MainButton aria-disabled={!canExecute || isBusy} aria-describedby={why} onClick={onExecute}>
            Execute Trade
          </MainButton>
        </div>
      </div>
    </section>
  )
}
