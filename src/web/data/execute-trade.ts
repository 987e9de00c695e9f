import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { type CartEntry, executeTrade, getCart, getTrades, type ShoppingCart } from '#contract/trading'
import { CallError, isInDoubt, isUnreachable } from '../net/call-error.ts'
import { NOT_SENT, request, requestOnline } from '../net/request.ts'
import { TIMEOUT_MS } from '../net/sending.ts'
import { currentOwner } from '../offline/owner.ts'
import { forgetSentTrade, keepSentTrade, noteSentTrade, sentTrade } from './sent-trades.ts'
import { cart } from './trading.ts'

/** What the member has confirmed. */
export interface ConfirmedTrade {
  /** The Idempotency-Key: one per confirmation, and the same for its retries. */
  readonly key: string
  readonly entries: readonly CartEntry[]
  /** Null: to be sent. Otherwise when it was sent, ms: its outcome is unknown and only to be looked up. */
  readonly sentAt: number | null
}

/** No answer came to a trade that was sent. */
export class LostAnswer extends Error {
  override readonly name = 'LostAnswer'
  /** Whether it is certain that the trade has not been executed. */
  readonly isCertain: boolean

  constructor(isCertain: boolean) {
    super(isCertain ? NOT_EXECUTED : OUTCOME_OPEN)
    this.isCertain = isCertain
  }
}

const NOT_REACHED = 'The league could not be reached, and nothing was executed. Please try again in a moment.'
const CHANGED = 'The cart has changed since you looked at it, and nothing was executed. Please look at it again.'
const NOT_EXECUTED = 'No answer came, and the trade was not executed. Please look at the cart and try again.'
const STILL_OPEN = 'It is not known yet what became of your last trade, and nothing was executed.'
export const OUTCOME_OPEN = 'No answer came. Whether the trade was executed shows once the connection is back.'

const lineOf = ({ tradeAction, playerId, price }: CartEntry): string => `${tradeAction} ${playerId} ${price ?? 0}`

/** The same players at the same prices, in whatever order. */
export const isSameTrade = (one: readonly CartEntry[], other: readonly CartEntry[]): boolean =>
  one.map(lineOf).sort().join() === other.map(lineOf).sort().join()

/** A trade cannot be undone: only what was confirmed is executed, not what another device has made of the cart since. */
const expectUnchanged = async (client: QueryClient, teamId: number, entries: readonly CartEntry[]): Promise<void> => {
  let now: ShoppingCart
  try {
    now = await request(getCart, { params: { teamId } })
  } catch (error) {
    if (isUnreachable(error)) throw new CallError('network', 0, NOT_SENT, NOT_REACHED)
    throw error
  }
  client.setQueryData(cart(teamId).queryKey, now)
  if (!isSameTrade(now.cartEntries, entries)) throw new Error(CHANGED)
}

/**
 * Never resent blindly: a team buys or sells a player once a season, so the list of trades shows whether it was executed.
 * That it was not is certain only once the request has timed out: `isOver`.
 */
const wasMade = async (teamId: number, entries: readonly CartEntry[], isOver: boolean): Promise<boolean> => {
  const made = await request(getTrades, {}).catch(() => null)
  if (!made) throw new LostAnswer(false)
  const isListed = ({ tradeAction, playerId }: CartEntry) =>
    made.some(
      (trade) =>
        !trade.correction?.undone &&
        trade.team.id === teamId &&
        trade.player.id === playerId &&
        trade.tradeAction === tradeAction,
    )
  if (entries.every(isListed)) return true
  if (!isOver) throw new LostAnswer(false)
  return false
}

const sendTrade = async (teamId: number, { key, entries }: ConfirmedTrade): Promise<void> => {
  const owner = currentOwner()
  const sentAt = Date.now()
  if (owner !== null)
    keepSentTrade({ owner, teamId, key, entries: [...entries], sentAt, outcome: 'open', isTold: false })
  try {
    await requestOnline(executeTrade, { params: { teamId }, idempotencyKey: key })
  } catch (error) {
    if (!isInDoubt(error)) {
      forgetSentTrade(key)
      throw error
    }
    if (await wasMade(teamId, entries, true)) return
    // A fault is an answer: its own sentence is shown at once.
    const isAnswer = !isUnreachable(error)
    noteSentTrade(key, { outcome: 'not made', isTold: isAnswer })
    throw isAnswer ? error : new LostAnswer(true)
  }
}

/** Queries that show rosters, prices or scores. */
const traded = ['team-players', 'team', 'teams', 'players', 'players-preview', 'trades'] as const

const renew = async (client: QueryClient, teamId: number, entries: readonly CartEntry[]): Promise<void> => {
  // Unmounted queries too: offline, they would show the time before the trade.
  for (const name of traded) void client.invalidateQueries({ queryKey: [name], refetchType: 'all' })
  for (const { playerId } of entries) {
    void client.invalidateQueries({ queryKey: ['player', playerId], refetchType: 'all' })
    void client.invalidateQueries({ queryKey: ['roster-entry', teamId, playerId], refetchType: 'all' })
  }
  const { queryKey } = cart(teamId)
  // A request from before the trade must not overwrite it.
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey, refetchType: 'all' })
}

/** Whether the last trade's outcome is unknown: no other may be executed before it is known. */
export const isTradeOpen = (teamId: number): boolean => sentTrade(teamId)?.outcome === 'open'

/** Executes the cart as confirmed. Whatever the result, everything that it may have changed is refetched. */
export const executeConfirmed = (client: QueryClient, teamId: number) =>
  mutationOptions({
    mutationKey: ['execute-trade', teamId],
    mutationFn: async (trade: ConfirmedTrade): Promise<void> => {
      const { key, entries, sentAt } = trade
      if (sentAt !== null) {
        if (!(await wasMade(teamId, entries, Date.now() >= sentAt + TIMEOUT_MS))) {
          noteSentTrade(key, { outcome: 'not made' })
          throw new LostAnswer(true)
        }
      } else {
        // Another tab may have sent one.
        if (isTradeOpen(teamId)) throw new Error(STILL_OPEN)
        await expectUnchanged(client, teamId, entries)
        await sendTrade(teamId, trade)
      }
      noteSentTrade(key, { outcome: 'made' })
    },
    onSettled: async (_done, error, { entries, sentAt }) => {
      // The lookup failed: nothing is known to have changed.
      if (error && sentAt !== null) return
      const renewed = renew(client, teamId, entries)
      // Success is announced over the emptied cart; bad news does not wait.
      if (!error) await renewed
    },
  })
