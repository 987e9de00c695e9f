import { useId, useState } from 'react'
import type { RosterEntry } from '#contract/roster'
import type { Player } from '#contract/stats'
import type { User } from '#contract/user'
import { seenPlayer, useCartEntry, useCartMoney } from '../../data/cart.ts'
import { price } from '../../ui/figure.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { aboveCashSentence, isAboveCash, useClosedSentence } from '../cart/purchase-limits.ts'
import { type Feedback, LineupButton, LineupHint } from './lineup-button.tsx'
import { TradeButton } from './trade-button.tsx'

interface PriceProps {
  readonly label: string
  readonly amount: number | null | undefined
}

const Price = ({ label, amount }: PriceProps) => (
  <p className="player-price">
    {`${label} `}
    <strong>{price(amount)}</strong>
  </p>
)

interface PurchaseProps {
  readonly teamId: number
  readonly player: Player
}

function Purchase({ teamId, player }: PurchaseProps) {
  const closed = useClosedSentence()
  const money = useCartMoney(teamId)
  // What is in the cart is counted there.
  const isInCart = useCartEntry(teamId, player.id, 'BUY')?.isInCart === true
  const short = !isInCart && money && isAboveCash(player.buyPrice, money) ? aboveCashSentence(money) : null
  const why = useId()
  return (
    <div className="player-actions">
      <Price label="Buy Price" amount={player.buyPrice} />
      <TradeButton
        teamId={teamId}
        player={seenPlayer(player, player.buyPrice)}
        action="BUY"
        isOff={closed !== null && !isInCart}
        hintId={why}
      />
      <p className="player-hint" id={why}>
        {closed ?? (short && `${short}.`)}
      </p>
    </div>
  )
}

interface PlayerActionsProps {
  readonly player: Player
  /** None while it is not known, and for a player without a team. */
  readonly entry: RosterEntry | undefined
  readonly user: User | null | undefined
}

/** What the member may do: buy a free agent; scratch, dress and sell their own players, unless sold (spec, section 6). */
export function PlayerActions({ player, entry, user }: PlayerActionsProps) {
  const [feedback, setFeedback] = useState<Feedback | null>(null)
  const teamId = user?.teamId
  if (!teamId) return null
  if (!player.team) return <Purchase teamId={teamId} player={player} />
  if (player.team.id !== teamId || entry?.sold) return null
  // Its room is there before the entry is.
  if (!entry) return <div className="player-actions own" />
  return (
    <div className="player-actions own">
      <Price label="Sell Price" amount={entry.sellPrice} />
      <LineupButton teamId={teamId} player={player} entry={entry} onFeedback={setFeedback} />
      <TradeButton teamId={teamId} player={seenPlayer(player, entry.sellPrice)} action="SELL" />
      {feedback && (
        <Notice kind={feedback.kind} onClose={() => setFeedback(null)}>
          {feedback.text}
        </Notice>
      )}
      <LineupHint entry={entry} />
    </div>
  )
}
