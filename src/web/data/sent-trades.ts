import { type Static, Type } from 'typebox'
import { CartEntry } from '#contract/trading'
import { fitsSchema } from '../net/answer-check.ts'
import { readLocal, removeLocal, writeLocal } from '../offline/local-storage.ts'
import { currentOwner, formerOwner } from '../offline/owner.ts'

// A trade is stored before it is sent, so that an unknown outcome is remembered whatever happens to its answer, the screen
// or the app.

const STORED = 'pool-sent-trades'
/** How long another member's trade is kept here, ms. */
const FORGOTTEN_AFTER_MS = 48 * 60 * 60_000

const SentTrade = Type.Object({
  owner: Type.String(),
  teamId: Type.Integer(),
  /** The Idempotency-Key that it was sent with. */
  key: Type.String(),
  entries: Type.Array(CartEntry),
  /** ms */
  sentAt: Type.Number(),
  /** `open`: not known. */
  outcome: Type.Union([Type.Literal('open'), Type.Literal('made'), Type.Literal('not made')]),
  /** The member has seen the outcome. The name is stored on members' devices. */
  isTold: Type.Boolean(),
})
export type SentTrade = Static<typeof SentTrade>
const SentTrades = Type.Array(SentTrade)

const listeners = new Set<() => void>()
/** Where the browser refuses to store anything. */
let memory: string | null = null

/** As it is stored: the same text is the same trades. */
export const sentTradesText = (): string => readLocal(STORED) ?? memory ?? '[]'

/** Notifies of changes by this tab and by others. */
export const subscribeSentTrades = (listener: () => void): (() => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const readTrades = (text: string): readonly SentTrade[] => {
  try {
    const stored: unknown = JSON.parse(text)
    return fitsSchema(SentTrades, stored) ? stored : []
  } catch {
    return []
  }
}

const isOwn = ({ owner }: SentTrade): boolean => owner === currentOwner() || owner === formerOwner()

/** The last trade that the member sent for a team from this device, until they know what became of it. */
export const sentTrade = (teamId: number, text = sentTradesText()): SentTrade | null =>
  readTrades(text).find((trade) => trade.teamId === teamId && isOwn(trade)) ?? null

const change = (next: (trades: readonly SentTrade[]) => readonly SentTrade[]): void => {
  const text = JSON.stringify(next(readTrades(sentTradesText())))
  memory = null
  if (text === '[]') removeLocal(STORED)
  else if (!writeLocal(STORED, text)) memory = text
  for (const listener of [...listeners]) listener()
}

export const keepSentTrade = (trade: SentTrade): void =>
  change((trades) => [
    ...trades.filter(
      (each) => !(isOwn(each) && each.teamId === trade.teamId) && each.sentAt > trade.sentAt - FORGOTTEN_AFTER_MS,
    ),
    trade,
  ])

/** Stores what is known now; does nothing when the trade has been forgotten in the meantime. */
export const noteSentTrade = (key: string, known: Partial<Pick<SentTrade, 'outcome' | 'isTold'>>): void =>
  change((trades) => trades.map((trade) => (trade.key === key ? { ...trade, ...known } : trade)))

export const forgetSentTrade = (key: string): void => change((trades) => trades.filter((trade) => trade.key !== key))

/** At the logout. */
export const forgetSentTradesOf = (owner: string): void =>
  change((trades) => trades.filter((trade) => trade.owner !== owner))
