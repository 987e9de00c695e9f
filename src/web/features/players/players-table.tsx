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
import { BUY_BACK_REFUSED } from '#contract/refusal-texts'
import type { Player } from '#contract/stats'
import { addToCart } from '#contract/trading'
import { toWire } from '#rules/money'
import { type CartMoney, seenPlayer, useCartCommands, useCartEntries, useCartMoney } from '../../data/cart.ts'
import type { CartRow, ChangeState } from '../../data/cart-view.ts'
import { figure, minutes, price } from '../../ui/figure.ts'
import { OwnLink } from '../../ui/own-link.tsx'
import { buttons, type Column, type Columns, count, money, sign, text } from '../../ui/table/columns.ts'
import { LongTable } from '../../ui/table/long-table.tsx'
import { useTableSort } from '../../ui/table/table.tsx'
import { tick } from '../../ui/tick.ts'
import { Floating } from '../../ui/toast.tsx'
import { CartNotice, stateLabels } from '../cart/cart-notice.tsx'
import { aboveCashSentence, isAboveCash, useClosedSentence, useSoldPlayers } from '../cart/purchase-limits.ts'
import type { PlayerList } from './lists.ts'

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
  <span className="dotted own-line">
    <span className="dotted-part">
      {'Cash '}
      <strong>{figure(toWire(cash), 2)}</strong>
    </span>
    {inCart.size > 0 && (
      <>
        {' '}
        <span className="dotted-part">
          <span className="dot">· </span>
          {'after the cart '}
          <strong className={balance < 0 ? 'loss' : undefined}>{figure(toWire(balance), 2)}</strong>
        </span>
      </>
    )}
    {!isConfirmed && (
      <>
        {' '}
        <em className="muted dotted-part">not confirmed</em>
      </>
    )}
  </span>
)

/** What there is to spend, in sight however long the table; one tap from the cart. */
const CashLine = ({ money, hasShort, closed, closedId }: CashLineProps) => (
  <OwnLink className="sheet wrap spread press-row cash-line" href="/shopping-cart">
    <span className="cash-words">
      {closed !== null && (
        <>
          <span id={closedId} className="own-line">
            {closed}
          </span>{' '}
        </>
      )}
      {money && <Money money={money} />}
      {hasShort && <small className="own-line"> Red prices are above that.</small>}
    </span>{' '}
    <span className="cash-way leads">{money && money.inCart.size > 0 ? `Cart (${money.inCart.size})` : 'Cart'}</span>
  </OwnLink>
)

interface Buying {
  /** Purchases in the cart, by the player's id. */
  readonly entries: ReadonlyMap<number, CartRow>
  readonly money: CartMoney | null
  /** Id of the sentence that says why nothing can be bought now; null while trading is open. */
  readonly closedBy: string | null
  /** Id of the sentence that says why a price is in red, the same for all: a row has no extra words to lay out. */
  readonly shortBy: string
  /** Whom the team sold and cannot buy back, and the id of the sentence that says so. */
  readonly sold: ReadonlySet<number>
  readonly soldBy: string
  /** `isNew`: the player is not in the cart yet. */
  readonly onPress: (player: Player, isNew: boolean) => void
}

/** One for the whole table: a tap re-renders one button and no rows. */
const BuyingContext = createContext<Buying | null>(null)

interface BuyButtonProps {
  readonly player: Player
  readonly state: ChangeState | undefined
  /** There is not enough cash. */
  readonly isShort: boolean
  /** Id of the sentence that says why no purchase is possible. */
  readonly why: string | undefined
  readonly isOff: boolean
  readonly onPress: Buying['onPress']
}

const BuyButton = memo(function BuyButton({ player, state, isShort, why, isOff, onPress }: BuyButtonProps) {
  const word = state ? stateLabels[state] : 'Buy'
  return (
    <button
      className="cell-button buy"
      type="button"
      data-state={state}
      data-short={isShort}
      aria-label={`${word} ${player.name}`}
      aria-describedby={why}
      aria-disabled={isOff}
      onClick={() => onPress(player, state === undefined)}
    >
      {word}
      {player.buyPrice ? <span className="buy-price">{price(player.buyPrice)}</span> : null}
    </button>
  )
})

/** Buys a free agent; from then on it shows the progress, and explains it when pressed again. */
function BuyCell({ player }: { readonly player: Player }) {
  const buying = useContext(BuyingContext)
  if (!buying || player.team) return null
  const { entries, money, closedBy, shortBy, sold, soldBy, onPress } = buying
  const state = entries.get(player.id)?.state
  const offBy = state === undefined ? (sold.has(player.id) ? soldBy : closedBy) : null
  // What is in the cart is counted there.
  const isShort = state === undefined && isAboveCash(player.buyPrice, money)
  return (
    <BuyButton
      player={player}
      state={state}
      isShort={isShort}
      why={offBy ?? (isShort ? shortBy : undefined)}
      isOff={offBy !== null}
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
  readonly isNew: boolean
}

/** Makes the players of a table buyable, reports on the last one in a toast, and keeps the cash in sight below it. */
function BuyablePlayers({ teamId, players, children }: BuyablePlayersProps) {
  const { add, discard } = useCartCommands(teamId)
  const entries = useCartEntries(teamId, 'BUY')
  const money = useCartMoney(teamId)
  const closed = useClosedSentence()
  const closedId = useId()
  const closedBy = closed === null ? null : closedId
  const shortBy = useId()
  const sold = useSoldPlayers(teamId)
  const soldBy = useId()
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const onPress = useCallback(
    (player: Player, isNew: boolean) => {
      const isSold = isNew && sold.has(player.id)
      if (isNew && !isSold && closedBy !== null) return
      // The button answers at once; the message may come a frame later.
      startTransition(() => {
        setPressed({ player, isNew })
        setFailure(isSold ? BUY_BACK_REFUSED : null)
      })
      if (!isNew || isSold) return
      tick()
      add(seenPlayer(player, player.buyPrice), 'BUY').then(
        (kept) => {
          if (!kept.ok) setFailure(kept.sentence)
        },
        () => setFailure(addToCart.failure),
      )
    },
    [add, sold, closedBy],
  )
  const buying = useMemo(
    () => ({ entries, money, closedBy, shortBy, sold, soldBy, onPress }),
    [entries, money, closedBy, shortBy, sold, soldBy, onPress],
  )
  const hasShort = useMemo(
    () => players.some(({ team, buyPrice }) => !team && isAboveCash(buyPrice, money)),
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
      {hasShort && money && (
        <span id={shortBy} className="quiet">
          {aboveCashSentence(money)}
        </span>
      )}
      {sold.size > 0 && (
        <span id={soldBy} className="quiet">
          {BUY_BACK_REFUSED}
        </span>
      )}
      <Floating className="toast">
        {pressed && (
          <CartNotice
            entry={entry}
            key={pressed.player.id}
            name={pressed.player.name}
            failure={failure}
            isNew={pressed.isNew}
            isOverPage
            onClose={close}
          />
        )}
        <CashLine money={money} hasShort={hasShort} closed={closed} closedId={closedId} />
      </Floating>
    </BuyingContext>
  )
}

const isOwn = ({ team }: Player, ownTeamId: number | null | undefined) => team != null && team.id === ownTeamId

interface Options {
  readonly ownTeamId: number | null | undefined
  /** Key of a column beside the name, where a phone shows it; the points, when it is not given. */
  readonly first?: string
  /** What can be done with a player, in a separate column. */
  readonly action?: { readonly label: string; readonly of: (player: Player) => ReactNode }
}

const FIGURE_WIDTH = 'minmax(3.75rem, 1fr)'

/** The columns that a member looks for first: the player's team, position and points. */
const figures: Columns<Player> = [
  text('team', 'Team', 'minmax(5.5rem, 1.2fr)', (player) => player.team?.shortName, {
    text: (player) => player.team?.shortName ?? 'Free',
  }),
  text('position', 'Pos', 'minmax(3.25rem, 0.7fr)', (player) => player.position),
  text('nhlTeam', 'NHL', 'minmax(3.375rem, 0.7fr)', (player) => player.nhlTeam),
  count('points', 'Points', FIGURE_WIDTH, (player) => player.points, { strong: true }),
  sign('pointsDiffPrevious', 'Last', FIGURE_WIDTH, (player) => player.pointsDiffPrevious),
  count('pointsThisWeek', 'This Week', FIGURE_WIDTH, (player) => player.pointsThisWeek),
  count('pointsLastWeek', 'Last Week', FIGURE_WIDTH, (player) => player.pointsLastWeek),
  count('projectedPoints', 'Proj Pts', FIGURE_WIDTH, (player) => player.projectedPoints),
  count('gamesPlayed', 'GP', FIGURE_WIDTH, (player) => player.gamesPlayed),
  count('teamGamesPlayed', 'Team GP', FIGURE_WIDTH, (player) => player.teamGamesPlayed),
  count('toiPerGp', 'TOI/GP', 'minmax(4.25rem, 1fr)', (player) => player.toiPerGp, {
    text: (player) => minutes(player.toiPerGp),
  }),
  money('buyPrice', 'Buy Price', 'minmax(4.75rem, 1fr)', (player) => player.buyPrice || null),
]

function playerColumns({ ownTeamId, first = 'points', action }: Options): Columns<Player> {
  const name: Column<Player> = text('name', 'Name', 'minmax(8.75rem, 3fr)', (player) => player.name, {
    fills: true,
    sticky: '0',
    heads: true,
    href: (player) => `/players/${player.id}`,
    // Beside the buttons a phone has no room for the column of the clubs.
    note: action && ((player) => player.nhlTeam),
    mark: (player) => (isOwn(player, ownTeamId) ? 'Your team' : null),
  })
  // In their place a phone has no room for the points, or cuts their arrow off.
  const ahead = figures.filter(({ key }) => key === first)
  const others = figures.filter(({ key }) => key !== first)
  const columns = [name, ...ahead, ...others]
  if (!action) return columns
  const { label, of } = action
  return [...columns, buttons('action', label, 'var(--buttons, 3.5rem)', of)]
}

const buy = { label: 'Buy', of: (player: Player) => <BuyCell player={player} /> }

interface PlayersTableProps {
  readonly list: PlayerList
  readonly players: readonly Player[]
  readonly ownTeamId: number | null | undefined
}

export function PlayersTable({ list, players, ownTeamId }: PlayersTableProps) {
  const columns = useMemo(
    () => playerColumns({ ownTeamId, first: list.first, action: ownTeamId == null ? undefined : buy }),
    [ownTeamId, list],
  )
  const [sort, setSort] = useTableSort(list.table, columns, list.sort)
  const table = (
    <LongTable
      label={list.title}
      columns={columns}
      rows={players}
      rowKey={({ id }) => id}
      rowState={(player) => (isOwn(player, ownTeamId) ? 'own' : player.team ? 'reserved' : null)}
      sort={sort}
      onSort={setSort}
    />
  )
  return ownTeamId == null ? (
    table
  ) : (
    <BuyablePlayers teamId={ownTeamId} players={players}>
      {table}
    </BuyablePlayers>
  )
}
