import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages'
import type { RosterItem } from '#contract/roster'
import {
  addToCart,
  CART_OK,
  type CartEntry,
  emptyCart,
  executeTrade,
  getCart,
  removeFromCart,
  type TradeAction,
} from '#contract/trading'
import type { User } from '#contract/user'
import { fromWire, toWire } from '#rules/money'
import { parsePosition } from '#rules/positions'
import { type Sale, waysOut } from '#rules/trading'
import { type CartView, caseOf, cashOf, type DeviceState, seenPlayer, useCart } from '../../data/cart.ts'
import type { CartRow } from '../../data/cart-view.ts'
import { isSameTrade, useExecuteTrade } from '../../data/execute-trade.ts'
import { player } from '../../data/league.ts'
import { useOnline } from '../../data/use-online.ts'
import { focusPage } from '../../paint/page.ts'
import { PlainButton } from '../../ui/buttons.tsx'
import { Section } from '../../ui/card.tsx'
import { Confirm, usePreparedConfirm } from '../../ui/confirm/confirm.tsx'
import { figure, price } from '../../ui/figure.ts'
import { Notice } from '../../ui/notice.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import { Toast } from '../../ui/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
import { DataScreen, failureKind, QueryResult } from '../data-screen/data-screen.tsx'
import { CartChanges, CartTable, useFeedback, useWaited } from './cart-table.tsx'
import { statusSentence } from './status-sentence.ts'
import { canExecute, TradeSummary, whyNot } from './trade-summary.tsx'
import './cart.css'

/** One of the team's players whose sale would make the cart possible. */
interface WayOut {
  readonly item: RosterItem
  readonly pointsLost: number | null
}

const saleOf = ({ player, rosterEntry }: RosterItem, teamId: number): Sale[] => {
  const position = parsePosition(player.position)
  const { sellPrice, sold } = rosterEntry
  if (!position || sold || sellPrice == null) return []
  const { projectedPoints, points } = player
  const pointsLost = projectedPoints == null ? null : Math.max(0, projectedPoints - (points ?? 0))
  const line = {
    tradeAction: 'SELL',
    playerId: player.id,
    position,
    price: fromWire(sellPrice),
    ownerId: teamId,
  } as const
  return [{ line, pointsLost }]
}

/**
 * The cheapest sales by which these entries become possible; none where no single sale does it. Null where the device
 * does not know enough.
 */
const waysOutOf = (entries: readonly CartEntry[], known: DeviceState, now: number): WayOut[] | null => {
  const checked = caseOf(entries, known)
  if (!checked || !known.roster) return null
  const items = new Map(known.roster.map((item) => [item.player.id, item]))
  const sales = known.roster.flatMap((item) => saleOf(item, known.teamId))
  return waysOut(checked.lines, checked.team, sales, now, checked.league).flatMap(({ line, pointsLost }) => {
    const item = items.get(line.playerId)
    return item ? [{ item, pointsLost }] : []
  })
}

interface SaleOffersProps {
  /** Null where it is not known. */
  readonly ways: readonly WayOut[] | null
  /** Cash or places are short, which sales can mend. */
  readonly isShort: boolean
  readonly teamId: number
  readonly onSell: (way: WayOut) => void
}

const lossText = (points: number): string => {
  const count = figure(points)
  return count === '0' ? 'no points lost' : `about ${count} point${count === '1' ? '' : 's'} lost`
}

/** Whom to sell for a trade that is not possible yet; each of them is enough. */
function SaleOffers({ ways, isShort, teamId, onSell }: SaleOffersProps) {
  if (!ways || (ways.length === 0 && !isShort)) return null
  return (
    <Section className="part" title="Whom to Sell">
      {ways.length === 0 ? (
        <p className="note">
          No single sale is enough: sell <OwnLink href={`/teams/${teamId}`}>several players</OwnLink>, or remove
          purchases.
        </p>
      ) : (
        <>
          <p className="note">
            Sell one of these and the trade works. Points lost: what the player would still bring this season at this
            pace.
          </p>
          <ul className="list inset">
            {ways.map((way) => {
              const { player, rosterEntry } = way.item
              return (
                <li key={player.id} className="spread">
                  <OwnLink href={`/players/${player.id}`}>
                    <strong>{player.name}</strong>{' '}
                    <small>
                      {[
                        player.position,
                        price(rosterEntry.sellPrice),
                        way.pointsLost === null ? null : lossText(way.pointsLost),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </small>
                  </OwnLink>
                  <PlainButton aria-label={`Sell ${player.name}`} onClick={() => onSell(way)}>
                    Sell
                  </PlainButton>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </Section>
  )
}

interface ProposedTrade {
  readonly entries: readonly CartEntry[]
  readonly cashBefore: number
  readonly cashAfter: number
}

interface TradeQuestionProps {
  readonly trade: ProposedTrade
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
          <li key={playerId} className="spread">
            <span>{name}</span> <span>{`for ${figure(price ?? 0, 2)}`}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Names every player and price, and the cash before and after: a trade cannot be undone. */
const TradeQuestion = ({ trade, isBusy, onConfirm, onCancel }: TradeQuestionProps) => (
  <Confirm
    title="Execute this trade?"
    confirmLabel={isBusy ? 'Sending…' : 'Execute Trade'}
    isBusy={isBusy}
    onConfirm={onConfirm}
    onCancel={onCancel}
  >
    <div className="stack">
      <Side action="SELL" entries={trade.entries} />
      <Side action="BUY" entries={trade.entries} />
      <p>{`Cash now ${figure(trade.cashBefore, 2)}, afterwards ${figure(trade.cashAfter, 2)}.`}</p>
      <p>This can't be undone.</p>
    </div>
  </Confirm>
)

const done = () => ({ ok: true }) as const

const isOnItsWay = ({ state }: { readonly state: CartRow['state'] }) => state === 'saving' || state === 'sending'

/** The status sentence names players who are no longer free: fetches those in question. */
function useOwners({ status, entries }: CartView) {
  const doubtful = status === 'PLAYER_NOT_AVAILABLE' ? entries.filter(({ tradeAction }) => tradeAction === 'BUY') : []
  useQueries({ queries: doubtful.map(({ playerId }) => player(playerId)) })
}

const EmptyHint = ({ teamId }: { readonly teamId: number }) => (
  <p className="page-text">
    The shopping cart is empty. Buy players from <OwnLink href="/skaters">Skaters</OwnLink> and{' '}
    <OwnLink href="/goalies">Goalies</OwnLink>. To sell one, tap them on{' '}
    <OwnLink href={`/teams/${teamId}`}>My Team</OwnLink>.
  </p>
)

function ShoppingCart({ teamId }: { readonly teamId: number }) {
  const cart = useCart(teamId)
  const { entries, changes, balance, status, isConfirmed, pending, isFresh, known, query } = cart
  const { add, remove, empty, retry, discard } = cart
  const online = useOnline()
  const now = useNow().getTime()
  const trade = useExecuteTrade(teamId)
  const { feedback, follow, forget } = useFeedback(cart)
  const waited = useWaited(entries)
  const [proposed, setProposed] = useState<ProposedTrade | null>(null)
  usePreparedConfirm()
  useOwners(cart)

  const counted = entries.filter(({ isInCart }) => isInCart)
  const ready = { count: counted.length, status, pending, isConfirmed, isFresh, online }
  const isReady = canExecute(ready)
  const isBusy = trade.isPending || entries.some(isOnItsWay) || changes.some(isOnItsWay)
  const { reset } = trade

  const onRemove = ({ playerId, name }: CartRow) => {
    reset()
    follow({ playerId, name }, remove(playerId), removeFromCart.failure)
  }
  const onRetry = (id: string) => follow(null, retry(id).then(done), addToCart.failure)
  const onDiscard = (id: string) => follow(null, discard(id).then(done), removeFromCart.failure)
  const onEmpty = () => {
    if (counted.length === 0 || isBusy) return
    reset()
    follow({ playerId: null, name: null }, empty(), emptyCart.failure)
  }
  const ways = status === CART_OK ? null : waysOutOf(counted, known, now)
  const onSell = ({ item: { player, rosterEntry } }: WayOut) => {
    // The button goes with what it has solved.
    focusPage()
    follow(null, add(seenPlayer(player, rosterEntry.sellPrice), 'SELL'), addToCart.failure)
  }
  const onExecute = () => {
    if (!query.data || !isReady || isBusy) return
    forget()
    reset()
    setProposed({ entries: counted, cashBefore: toWire(cashOf(query.data)), cashAfter: query.data.tradeBalance })
  }
  // Only the confirmed trade is executed: when the cart changes in the meantime the dialog closes.
  const isAsking = proposed && (trade.isPending || (isReady && isSameTrade(proposed.entries, counted)))
  const side = { waited, onRemove, onRetry, onDiscard }
  const of = (action: CartRow['tradeAction']) => entries.filter(({ tradeAction }) => tradeAction === action)
  const shown = query.data === undefined && entries.length > 0 ? { data: null, error: null } : query

  const notices = (
    <div className="cart-messages">
      {feedback && (
        <Toast key={feedback.text} kind={feedback.kind} onClose={forget}>
          {feedback.text}
        </Toast>
      )}
      {trade.isSuccess && (
        <Toast kind="success" onClose={reset}>
          {messages.tradeExecuted} <OwnLink href="/trades">See the trades</OwnLink>
        </Toast>
      )}
      {trade.error && (
        <Toast kind={failureKind(trade.error)} onClose={reset}>
          {trade.error.message || executeTrade.failure}
        </Toast>
      )}
    </div>
  )

  return (
    <DataScreen title="Shopping Cart" queries={[query]}>
      <QueryResult query={shown} failure={getCart.failure}>
        {() => (
          <div className="parts cart">
            {counted.length === 0 && <EmptyHint teamId={teamId} />}
            <CartTable title="Players to Sell" entries={of('SELL')} {...side} />
            <CartTable title="Players to Buy" entries={of('BUY')} {...side} />
            <CartChanges changes={changes} onRetry={onRetry} onDiscard={onDiscard} />
            {notices}
            <TradeSummary
              balance={balance}
              status={status}
              isConfirmed={isConfirmed}
              sentence={statusSentence({ entries: counted, balance, status }, known, now)}
              reason={whyNot(ready)}
              isBusy={isBusy}
              isEmpty={counted.length === 0}
              canExecute={isReady}
              onEmpty={onEmpty}
              onExecute={onExecute}
            />
            <SaleOffers
              ways={ways}
              isShort={status === 'INSUFFICIENT_CASH' || status === 'ROSTER_FULL'}
              teamId={teamId}
              onSell={onSell}
            />
          </div>
        )}
      </QueryResult>
      {shown.data === undefined && notices}
      {isAsking && (
        <TradeQuestion
          trade={proposed}
          isBusy={trade.isPending}
          onCancel={() => setProposed(null)}
          onConfirm={() => trade.execute(proposed.entries, () => setProposed(null))}
        />
      )}
    </DataScreen>
  )
}

export function ShoppingCartView({ user: { teamId } }: { readonly user: User }) {
  if (teamId != null) return <ShoppingCart key={teamId} teamId={teamId} />
  return (
    <div className="page">
      <h1 tabIndex={-1}>Shopping Cart</h1>
      <Notice kind="error">{messages.noTeam}</Notice>
    </div>
  )
}
