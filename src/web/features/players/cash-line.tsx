import { toWire } from '#rules/money'
import type { CartMoney } from '../../data/cart.ts'
import { figure } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'

interface CashLineProps {
  /** Null while the device does not know the cart. */
  readonly money: CartMoney | null
  /** Some players cost more, and have their price in red. */
  readonly hasShort: boolean
  /** Why nothing can be bought now; null while trading is open. */
  readonly closed: string | null
  readonly closedId: string
}

const Money = ({ money: { cash, balance, inCart, isConfirmed } }: { readonly money: CartMoney }) => (
  <span className="cash-figures">
    <span>
      {'Cash '}
      <strong>{figure(toWire(cash), 2)}</strong>
    </span>
    {inCart.size > 0 && (
      <>
        {' '}
        <span>
          <span className="cash-dot">· </span>
          {'after the cart '}
          <strong className={balance < 0 ? 'loss' : undefined}>{figure(toWire(balance), 2)}</strong>
        </span>
      </>
    )}
    {!isConfirmed && (
      <>
        {' '}
        <em>not confirmed</em>
      </>
    )}
  </span>
)

/** What there is to spend, in sight however long the table; one tap from the cart. */
export const CashLine = ({ money, hasShort, closed, closedId }: CashLineProps) => (
  <OwnLink className="cash-line" href="/shopping-cart">
    <span className="cash-words">
      {closed !== null && (
        <>
          <span id={closedId}>{closed}</span>{' '}
        </>
      )}
      {money && <Money money={money} />}
      {hasShort && <small> Red prices are above that.</small>}
    </span>{' '}
    <span className="cash-way">{money && money.inCart.size > 0 ? `Cart (${money.inCart.size})` : 'Cart'}</span>
  </OwnLink>
)
