import {
  createContext,
  memo,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useId,
  useMemo,
  useState,
} from 'react'
import type { Player } from '#contract/stats'
import { addToCart } from '#contract/trading'
import { type CartMoney, seenPlayer, useCartCommands, useCartEntries, useCartMoney } from '../../data/cart.ts'
import type { CartRow, ChangeState } from '../../data/cart-view.ts'
import { price } from '../../ui/figure.ts'
import { tick } from '../../ui/tick.ts'
import { CartNotice, stateLabels, Toast } from '../cart/cart-notice.tsx'
import { shortOfCash, useClosedSentence } from '../cart/purchase-limits.ts'
import { CashLine } from './cash-line.tsx'

export interface Buying {
  /** Purchases in the cart, by the player's id. */
  readonly entries: ReadonlyMap<number, CartRow>
  readonly money: CartMoney | null
  /** Id of the sentence that says why nothing can be bought now; null while trading is open. */
  readonly closedBy: string | null
  /** `isNew`: the player is not in the cart yet. */
  readonly onPress: (player: Player, isNew: boolean) => void
}

/** One for the whole table, so that a tap re-renders one button and no rows. */
const BuyingContext = createContext<Buying | null>(null)

interface BuyButtonProps {
  readonly player: Player
  readonly state: ChangeState | undefined
  /** Why there is not enough cash; null where there is. */
  readonly short: string | null
  readonly closedBy: string | null
  readonly onPress: Buying['onPress']
}

const BuyButton = memo(function BuyButton({ player, state, short, closedBy, onPress }: BuyButtonProps) {
  const why = useId()
  const word = state ? stateLabels[state] : 'Buy'
  return (
    <>
      <button
        className="buy"
        type="button"
        data-state={state}
        data-short={short !== null}
        aria-label={`${word} ${player.name}`}
        aria-describedby={closedBy ?? (short === null ? undefined : why)}
        aria-disabled={closedBy !== null}
        onClick={() => {
          if (closedBy === null) onPress(player, state === undefined)
        }}
      >
        {word}
        {player.buyPrice ? <span className="buy-price">{price(player.buyPrice)}</span> : null}
      </button>
      {short !== null && (
        <span id={why} className="quiet">
          {short}
        </span>
      )}
    </>
  )
})

/** Buys a free agent; from then on it shows the progress, and explains it when pressed again. */
export function BuyCell({ player }: { readonly player: Player }) {
  const buying = useContext(BuyingContext)
  if (!buying || player.team) return null
  const { entries, money, closedBy, onPress } = buying
  const state = entries.get(player.id)?.state
  return (
    <BuyButton
      player={player}
      state={state}
      // What is in the cart is counted there.
      short={state === undefined ? shortOfCash(player.buyPrice, money) : null}
      closedBy={state === undefined ? closedBy : null}
      onPress={onPress}
    />
  )
}

interface BuyablePlayersProps {
  readonly teamId: number
  /** Those of the table. */
  readonly players: readonly Player[]
  readonly children: ReactNode
}

/** The player whose button was pressed last, and whether that press was the purchase. */
interface Pressed {
  readonly player: Player
  readonly wasAsked: boolean
}

/** Makes the players of a table buyable, reports on the last one in a toast, and keeps the cash in sight below it. */
export function BuyablePlayers({ teamId, players, children }: BuyablePlayersProps) {
  const { add, discard } = useCartCommands(teamId)
  const entries = useCartEntries(teamId, 'BUY')
  const money = useCartMoney(teamId)
  const closed = useClosedSentence()
  const closedId = useId()
  const closedBy = closed === null ? null : closedId
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const onPress = useCallback(
    (player: Player, isNew: boolean) => {
      // The button answers at once; the message may come a frame later.
      startTransition(() => {
        setPressed({ player, wasAsked: isNew })
        setFailure(null)
      })
      if (!isNew) return
      tick()
      add(seenPlayer(player, player.buyPrice), 'BUY').then(
        (kept) => {
          if (!kept.ok) setFailure(kept.sentence)
        },
        () => setFailure(addToCart.failure),
      )
    },
    [add],
  )
  const buying = useMemo(() => ({ entries, money, closedBy, onPress }), [entries, money, closedBy, onPress])
  const hasShort = useMemo(
    () => players.some(({ team, buyPrice }) => !team && shortOfCash(buyPrice, money) !== null),
    [players, money],
  )
  const entry = pressed ? (entries.get(pressed.player.id) ?? null) : null
  const close = () => {
    setPressed(null)
    setFailure(null)
    if (entry?.changeId && !entry.isInCart) void discard(entry.changeId).catch(() => undefined)
  }
  return (
    <BuyingContext value={buying}>
      {children}
      <Toast>
        {pressed && (
          <CartNotice
            entry={entry}
            key={pressed.player.id}
            name={pressed.player.name}
            failure={failure}
            wasAsked={pressed.wasAsked}
            isOverPage
            onClose={close}
          />
        )}
        <CashLine money={money} hasShort={hasShort} closed={closed} closedId={closedId} />
      </Toast>
    </BuyingContext>
  )
}
