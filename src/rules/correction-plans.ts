import type { TradeAction } from '#contract/trading'
import type { Instant } from './calendar.ts'
import type { League } from './league.ts'
import { dressableAt } from './lineup.ts'
import type { Cents, Interval } from './money.ts'
import { type Refusal, refuse } from './refusal.ts'
import {
  differences,
  type HeldEntry,
  isScratchedAt,
  lineupAt,
  type Skater,
  type TeamEntry,
  turningPoints,
} from './roster-history.ts'

// What an admin puts right. What stands is changed, and what stood before is a part of the correction, so that undoing one
// is a correction, too. Here what each kind would change; `corrections.ts` says whether it may.

interface OfTrade {
  readonly playerId: number
  readonly tradeAction: TradeAction
}

export type Asked = { readonly teamId: number } & (
  | { readonly kind: 'undo-trade'; readonly tradedAt: Instant; readonly trades: readonly OfTrade[] }
  | ({ readonly kind: 'price'; readonly tradedAt: Instant; readonly price: Cents } & OfTrade)
  | {
      readonly kind: 'roster-on' | 'roster-off'
      readonly playerId: number
      readonly asOf: Instant
      readonly price: Cents
    }
  | { readonly kind: 'scratch' | 'dress'; readonly playerId: number; readonly asOf: Instant }
  | { readonly kind: 'cash'; readonly amount: Cents }
  | { readonly kind: 'undo'; readonly corrected: Corrected; readonly isUndone: boolean }
)

/** One player's entry with the team, as it stood and as it stands from now on; null: there is none. */
export interface EntryChange {
  readonly playerId: number
  readonly before: HeldEntry | null
  readonly after: HeldEntry | null
}

export interface Corrected {
  readonly entries: readonly EntryChange[]
  /** What the team's cash gains. */
  readonly cash: Cents
}

/** Another team's time with a player. */
export interface OtherHold extends Pick<HeldEntry, 'boughtAt' | 'soldAt'> {
  readonly playerId: number
  readonly teamId: number
}

export interface CorrectionState {
  readonly cash: Cents
  /** The team's, sold players included. */
  readonly entries: readonly TeamEntry[]
  /** Those whom the correction is about and who exist. */
  readonly players: readonly Skater[]
  readonly others: readonly OtherHold[]
  /** When the season begins, and when it is over. */
  readonly from: Instant
  readonly until: Instant
  readonly now: Instant
  readonly league: League
}

/** With what stands in the way. */
export interface CorrectionRefusal extends Refusal {
  readonly playerId?: number
  readonly teamId?: number
  readonly at?: Instant
  /** Until when another team had the player; none while it has. */
  readonly until?: Instant
  /** What the player is already. */
  readonly lineup?: 'scratched' | 'dressed'
  /** Of the limit that would be broken, or the cash that would be left. */
  readonly figure?: number
}

export const refusal = (
  refused: Refusal['refused'],
  about: Omit<CorrectionRefusal, 'refused'> = {},
): CorrectionRefusal => ({ ...refuse(refused), ...about })

export type Planned = Corrected | CorrectionRefusal
export const isRefused = (planned: Planned): planned is CorrectionRefusal => 'refused' in planned

const plain = ({ acquired, draftBox, boughtAt, boughtPrice, soldAt, soldPrice, scratched }: HeldEntry): HeldEntry => ({
  acquired,
  draftBox,
  boughtAt,
  boughtPrice,
  soldAt,
  soldPrice,
  scratched: scratched.map(({ from, until }) => ({ from, until })),
})

const entryOf = ({ entries }: CorrectionState, playerId: number): HeldEntry | null => {
  const found = entries.find((entry) => entry.playerId === playerId)
  return found ? plain(found) : null
}

const isTrade = (entry: HeldEntry, action: TradeAction, at: Instant): boolean =>
  action === 'SELL' ? entry.soldAt === at : entry.acquired === 'trade' && entry.boughtAt === at

function undoneTrade(state: CorrectionState, { playerId, tradeAction }: OfTrade, at: Instant): Planned {
  const before = entryOf(state, playerId)
  if (!before || !isTrade(before, tradeAction, at)) return refusal('CORRECTION_NO_TRADE', { playerId })
  if (tradeAction === 'SELL') {
    const after = { ...before, soldAt: null, soldPrice: null }
    return { entries: [{ playerId, before, after }], cash: -(before.soldPrice ?? 0) }
  }
  if (before.soldAt !== null) return refusal('CORRECTION_BUILT_ON', { playerId, at: before.soldAt })
  return { entries: [{ playerId, before, after: null }], cash: before.boughtPrice }
}

function undoneTrades(state: CorrectionState, trades: readonly OfTrade[], at: Instant): Planned {
  const entries: EntryChange[] = []
  let cash = 0
  for (const trade of trades) {
    const undone = undoneTrade(state, trade, at)
    if (isRefused(undone)) return undone
    if (entries.some(({ playerId }) => playerId === trade.playerId)) {
      return refusal('CORRECTION_NO_TRADE', { playerId: trade.playerId })
    }
    entries.push(...undone.entries)
    cash += undone.cash
  }
  return { entries, cash }
}

function repriced(state: CorrectionState, trade: OfTrade, at: Instant, price: Cents): Planned {
  const { playerId, tradeAction } = trade
  const before = entryOf(state, playerId)
  if (!before || !isTrade(before, tradeAction, at)) return refusal('CORRECTION_NO_TRADE', { playerId })
  return tradeAction === 'BUY'
    ? { entries: [{ playerId, before, after: { ...before, boughtPrice: price } }], cash: before.boughtPrice - price }
    : { entries: [{ playerId, before, after: { ...before, soldPrice: price } }], cash: price - (before.soldPrice ?? 0) }
}

/** As a purchase then: dressed if there has been room ever since. */
function putOn(state: CorrectionState, playerId: number, asOf: Instant, price: Cents): Planned {
  const player = state.players.find((each) => each.playerId === playerId)
  if (!player) return refusal('PLAYER_NOT_FOUND')
  if (entryOf(state, playerId)) return refusal('CORRECTION_TWICE', { playerId })
  const dressed: HeldEntry = {
    acquired: 'trade',
    draftBox: null,
    boughtAt: asOf,
    boughtPrice: price,
    soldAt: null,
    soldPrice: null,
    scratched: [],
  }
  const { maxDressed } = state.league.constants
  const since = [asOf, ...turningPoints(state.entries)].filter((at) => at >= asOf)
  const hasRoom = since.every((at) => lineupAt(state.entries, at).dressed < maxDressed)
  const after = hasRoom ? dressed : { ...dressed, scratched: [{ from: asOf, until: null }] }
  return { entries: [{ playerId, before: null, after }], cash: -price }
}

function takenOff(state: CorrectionState, playerId: number, asOf: Instant, price: Cents): Planned {
  const before = entryOf(state, playerId)
  if (!before) return refusal('ROSTER_ENTRY_NOT_FOUND')
  if (before.soldAt !== null) return refusal('PLAYER_ALREADY_SOLD')
  if (asOf < before.boughtAt) return refusal('CORRECTION_DATE', { playerId, at: before.boughtAt })
  const scratched = before.scratched
    .filter(({ from }) => from < asOf)
    .map(({ from, until }) => ({ from, until: until !== null && until < asOf ? until : null }))
  return {
    entries: [{ playerId, before, after: { ...before, soldAt: asOf, soldPrice: price, scratched } }],
    cash: price,
  }
}

/** From then until the player's next change, which it replaces. */
function scratchedSince(scratched: readonly Interval[], asOf: Instant): readonly Interval[] {
  const next = scratched.find(({ from }) => from >= asOf)
  const since = { from: asOf, until: next?.until ?? null }
  return [...scratched.filter((interval) => interval !== next), since].sort((one, other) => one.from - other.from)
}

const dressedSince = (scratched: readonly Interval[], asOf: Instant): readonly Interval[] =>
  scratched.flatMap((interval) => {
    const { from, until } = interval
    if (from > asOf || (until !== null && until <= asOf)) return [interval]
    return from === asOf ? [] : [{ from, until: asOf }]
  })

function linedUp(
  state: CorrectionState,
  playerId: number,
  to: 'scratch' | 'dress',
  asOf: Instant,
  isFree: boolean,
): Planned {
  const before = entryOf(state, playerId)
  if (!before) return refusal('ROSTER_ENTRY_NOT_FOUND')
  if (before.soldAt !== null) return refusal('PLAYER_ALREADY_SOLD')
  if (asOf < before.boughtAt) return refusal('CORRECTION_DATE', { playerId, at: before.boughtAt })
  if (isScratchedAt(before, asOf) === (to === 'scratch')) {
    return refusal('CORRECTION_LINED_UP', { playerId, at: asOf, lineup: to === 'scratch' ? 'scratched' : 'dressed' })
  }
  if (to === 'scratch') {
    const after = { ...before, scratched: scratchedSince(before.scratched, asOf) }
    return { entries: [{ playerId, before, after }], cash: 0 }
  }
  const since = before.scratched.find(({ from, until }) => from <= asOf && (until === null || asOf < until))
  const from = dressableAt({ scratched: true, scratchedAt: since?.from ?? asOf }, asOf, state.league)
  if (!isFree && from > asOf) return refusal('CORRECTION_SAT_OUT', { playerId, at: from })
  return {
    entries: [{ playerId, before, after: { ...before, scratched: dressedSince(before.scratched, asOf) } }],
    cash: 0,
  }
}

/** What one correction changed, the other way round; only while the players are where it put them. */
function undone(state: CorrectionState, { entries, cash }: Corrected): Planned {
  const back: EntryChange[] = []
  for (const { playerId, before, after } of entries) {
    const now = entryOf(state, playerId)
    const changed = now && after && differences(now, after)
    const changesLineup = before && after && differences(before, after).lineup
    if (!now !== !after || changed?.times || (changesLineup && changed?.lineup)) {
      return refusal('CORRECTION_BUILT_ON', { playerId, at: now?.soldAt ?? now?.boughtAt })
    }
    // What the member did with the lineup since stays.
    const scratched = before && (now && !changesLineup ? now.scratched : before.scratched)
    back.push({ playerId, before: now, after: before && scratched && { ...before, scratched } })
  }
  return { entries: back, cash: -cash }
}

/** What would change, or why it cannot. */
export function planned(state: CorrectionState, asked: Asked, isFree: boolean): Planned {
  switch (asked.kind) {
    case 'undo-trade':
      return undoneTrades(state, asked.trades, asked.tradedAt)
    case 'price':
      return repriced(state, asked, asked.tradedAt, asked.price)
    case 'roster-on':
      return putOn(state, asked.playerId, asked.asOf, asked.price)
    case 'roster-off':
      return takenOff(state, asked.playerId, asked.asOf, asked.price)
    case 'scratch':
    case 'dress':
      return linedUp(state, asked.playerId, asked.kind, asked.asOf, isFree)
    case 'cash':
      return { entries: [], cash: asked.amount }
    case 'undo':
      return asked.isUndone ? refusal('CORRECTION_UNDONE') : undone(state, asked.corrected)
  }
}
