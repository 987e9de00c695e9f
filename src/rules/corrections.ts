import { type CorrectionInput, REASON_MAX } from '#contract/corrections'
import type { TradeAction } from '#contract/trading'
import type { Instant } from './calendar.ts'
import type { League } from './league.ts'
import { dressableAt } from './lineup.ts'
import { type Cents, fromWire } from './money.ts'
import { fits, isWritable, tidy } from './names.ts'
import { isRefusal, type Refusal, refuse } from './refusal.ts'
import {
  differences,
  dressedSince,
  type HeldEntry,
  heldEntryOf,
  lineupAt,
  overlaps,
  type Skater,
  scoreOf,
  scratchAt,
  scratchedSince,
  type TeamEntry,
  turningPoints,
} from './roster-history.ts'

/** One player's entry with the team, as it is and as it will be; null: there is none. */
export interface EntryChange {
  readonly playerId: number
  readonly before: HeldEntry | null
  readonly after: HeldEntry | null
}

/**
 * What a correction does to a team. What was before is a part of it, which makes undoing one a correction, too. It is
 * stored as it was planned.
 */
export interface CorrectionPlan {
  readonly kind: CorrectionInput['kind']
  readonly teamId: number
  /** From when on; of a trade, when it was made; null where time plays no part. */
  readonly asOf: Instant | null
  /** Whether it breaks the rules of the lineup. */
  readonly againstRules: boolean
  /** The number of the correction that this one undoes. */
  readonly undoes: number | null
  readonly entries: readonly EntryChange[]
  /** What the team's cash gains. */
  readonly cash: Cents
  readonly scoreBefore: ReturnType<typeof scoreOf>
  readonly scoreAfter: ReturnType<typeof scoreOf>
}

export interface CorrectionState {
  /** Whose cash and entries these are. */
  readonly teamId: number
  readonly cash: Cents
  /** The team's, sold players included. */
  readonly entries: readonly TeamEntry[]
  /** Those whom the correction is about and who exist. */
  readonly players: readonly Skater[]
  /** Other teams' time with players. */
  readonly others: readonly (Pick<HeldEntry, 'boughtAt' | 'soldAt'> & { playerId: number; teamId: number })[]
  /** The corrections of the season. */
  readonly made: readonly (CorrectionPlan & { readonly nr: number })[]
  /** When the season begins, and when it is over. */
  readonly from: Instant
  readonly until: Instant
  readonly now: Instant
  readonly league: League
}

/** With what is in the way. */
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

const refusal = (refused: Refusal['refused'], about: Omit<CorrectionRefusal, 'refused'> = {}): CorrectionRefusal => ({
  ...refuse(refused),
  ...about,
})

type Changes = Pick<CorrectionPlan, 'entries' | 'cash'>
type Changed = Changes | CorrectionRefusal
type Planned = CorrectionPlan | CorrectionRefusal
type TradeOfInput = { readonly playerId: number; readonly tradeAction: TradeAction }
type LineupInput = Extract<CorrectionInput, { kind: 'scratch' | 'dress' }>

const ofOne = (playerId: number, before: HeldEntry | null, after: HeldEntry | null, cash: Cents): Changes => ({
  entries: [{ playerId, before, after }],
  cash,
})

const entryOf = ({ entries }: CorrectionState, playerId: number): HeldEntry | null => {
  const found = entries.find((entry) => entry.playerId === playerId)
  return found ? heldEntryOf(found) : null
}

/** The entry that the trade began or ended. */
function tradedEntry(state: CorrectionState, trade: TradeOfInput, at: Instant): HeldEntry | CorrectionRefusal {
  const { playerId, tradeAction } = trade
  const entry = entryOf(state, playerId)
  const isTraded = tradeAction === 'SELL' ? entry?.soldAt === at : entry?.acquired === 'trade' && entry.boughtAt === at
  return entry && isTraded ? entry : refusal('CORRECTION_NO_TRADE', { playerId })
}

/** The entry of a player who is on the team, and was at that time. */
function heldEntry(state: CorrectionState, playerId: number, asOf: Instant): HeldEntry | CorrectionRefusal {
  const entry = entryOf(state, playerId)
  if (!entry) return refusal('ROSTER_ENTRY_NOT_FOUND')
  if (entry.soldAt !== null) return refusal('PLAYER_ALREADY_SOLD')
  return asOf < entry.boughtAt ? refusal('CORRECTION_DATE', { playerId, at: entry.boughtAt }) : entry
}

function undoneTrade(state: CorrectionState, trade: TradeOfInput, at: Instant): Changed {
  const { playerId, tradeAction } = trade
  const before = tradedEntry(state, trade, at)
  if (isRefusal(before)) return before
  if (tradeAction === 'SELL')
    return ofOne(playerId, before, { ...before, soldAt: null, soldPrice: null }, -(before.soldPrice ?? 0))
  if (before.soldAt !== null) return refusal('CORRECTION_BUILT_ON', { playerId, at: before.soldAt })
  return ofOne(playerId, before, null, before.boughtPrice)
}

function undoneTrades(state: CorrectionState, trades: readonly TradeOfInput[], at: Instant): Changed {
  const entries: EntryChange[] = []
  let cash = 0
  for (const trade of trades) {
    const undone = undoneTrade(state, trade, at)
    if (isRefusal(undone)) return undone
    if (entries.some(({ playerId }) => playerId === trade.playerId)) {
      return refusal('CORRECTION_NO_TRADE', { playerId: trade.playerId })
    }
    entries.push(...undone.entries)
    cash += undone.cash
  }
  return { entries, cash }
}

function repriced(state: CorrectionState, trade: TradeOfInput, at: Instant, price: Cents): Changed {
  const { playerId, tradeAction } = trade
  const before = tradedEntry(state, trade, at)
  if (isRefusal(before)) return before
  return tradeAction === 'BUY'
    ? ofOne(playerId, before, { ...before, boughtPrice: price }, before.boughtPrice - price)
    : ofOne(playerId, before, { ...before, soldPrice: price }, price - (before.soldPrice ?? 0))
}

/** As a purchase then: dressed if there has been room ever since. */
function putOn(state: CorrectionState, playerId: number, asOf: Instant, price: Cents): Changed {
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
  return ofOne(playerId, null, after, -price)
}

function takenOff(state: CorrectionState, playerId: number, asOf: Instant, price: Cents): Changed {
  const before = heldEntry(state, playerId, asOf)
  if (isRefusal(before)) return before
  const scratched = before.scratched
    .filter(({ from }) => from < asOf)
    .map(({ from, until }) => ({ from, until: until !== null && until < asOf ? until : null }))
  return ofOne(playerId, before, { ...before, soldAt: asOf, soldPrice: price, scratched }, price)
}

function linedUp(state: CorrectionState, input: LineupInput, againstRules: boolean): Changed {
  const { playerId, kind: to } = input
  const asOf = Date.parse(input.asOf)
  const before = heldEntry(state, playerId, asOf)
  if (isRefusal(before)) return before
  const out = scratchAt(before, asOf)
  if (to === 'scratch') {
    if (out) return refusal('CORRECTION_LINED_UP', { playerId, at: asOf, lineup: 'scratched' })
    return ofOne(playerId, before, { ...before, scratched: scratchedSince(before.scratched, asOf) }, 0)
  }
  if (!out) return refusal('CORRECTION_LINED_UP', { playerId, at: asOf, lineup: 'dressed' })
  const from = dressableAt({ scratched: true, scratchedAt: out.from }, asOf, state.league)
  if (!againstRules && from > asOf) return refusal('CORRECTION_SAT_OUT', { playerId, at: from })
  return ofOne(playerId, before, { ...before, scratched: dressedSince(before.scratched, out, asOf) }, 0)
}

/** What one correction changed, the other way round; only while the players are where it put them. */
function undone(state: CorrectionState, nr: number): Changed {
  const made = state.made.find((each) => each.nr === nr)
  if (!made) return refusal('CORRECTION_UNKNOWN')
  if (state.made.some(({ undoes }) => undoes === nr)) return refusal('CORRECTION_UNDONE')
  const back: EntryChange[] = []
  for (const { playerId, before, after } of made.entries) {
    const now = entryOf(state, playerId)
    const changed = differences(now, after)
    const changesLineup = differences(before, after).lineup
    if (changed.times || (changesLineup && changed.lineup)) {
      return refusal('CORRECTION_BUILT_ON', { playerId, at: now?.soldAt ?? now?.boughtAt })
    }
    // What the member did with the lineup since stays.
    const scratched = before && (now && !changesLineup ? now.scratched : before.scratched)
    back.push({ playerId, before: now, after: before && scratched && { ...before, scratched } })
  }
  return { entries: back, cash: -made.cash }
}

function changesOf(state: CorrectionState, input: CorrectionInput, againstRules: boolean): Changed {
  switch (input.kind) {
    case 'undo-trade':
      return undoneTrades(state, input.trades, Date.parse(input.tradedAt))
    case 'price':
      return repriced(state, input, Date.parse(input.tradedAt), fromWire(input.price))
    case 'roster-on':
      return putOn(state, input.playerId, Date.parse(input.asOf), fromWire(input.price))
    case 'roster-off':
      return takenOff(state, input.playerId, Date.parse(input.asOf), fromWire(input.price))
    case 'scratch':
    case 'dress':
      return linedUp(state, input, againstRules)
    case 'cash':
      return { entries: [], cash: fromWire(input.amount) }
    case 'undo':
      return undone(state, input.nr)
  }
}

/** The team's entries once the changes are made. */
const entriesAfter = ({ entries, players }: CorrectionState, changes: readonly EntryChange[]): TeamEntry[] => [
  ...entries.filter(({ playerId }) => !changes.some((change) => change.playerId === playerId)),
  ...changes.flatMap(({ playerId, after }) => {
    const player = players.find((each) => each.playerId === playerId)
    return player && after ? [{ ...player, ...after }] : []
  }),
]

/** The first limit that is broken at some time, and was not or less so before. */
function brokenLimit(
  { entries, now, league: { constants } }: CorrectionState,
  after: readonly TeamEntry[],
  againstRules: boolean,
): CorrectionRefusal | null {
  const times = [...turningPoints(entries), ...turningPoints(after), now].filter((at) => at <= now)
  for (const at of [...new Set(times)].sort((one, other) => one - other)) {
    const [was, is] = [lineupAt(entries, at), lineupAt(after, at)]
    if (is.held > constants.rosterSize && is.held > was.held)
      return refusal('CORRECTION_ROSTER_FULL', { at, figure: is.held })
    if (againstRules) continue
    if (is.dressed > constants.maxDressed && is.dressed > was.dressed)
      return refusal('CORRECTION_DRESSED', { at, figure: is.dressed })
    if (is.goalies < constants.minGoalies && is.goalies < was.goalies)
      return refusal('CORRECTION_GOALIES', { at, figure: is.goalies })
    if (is.defenders < constants.minDefenders && is.defenders < was.defenders)
      return refusal('CORRECTION_DEFENDERS', { at, figure: is.defenders })
  }
  return null
}

function takenByAnother(state: CorrectionState, changes: readonly EntryChange[]): CorrectionRefusal | null {
  for (const { playerId, after } of changes) {
    const other = after && state.others.find((hold) => hold.playerId === playerId && overlaps(after, hold))
    if (other) {
      const { teamId, boughtAt: at, soldAt } = other
      return refusal('CORRECTION_TAKEN', { playerId, teamId, at, ...(soldAt !== null && { until: soldAt }) })
    }
  }
  return null
}

const instantOf = (input: CorrectionInput): Instant | null => {
  if ('asOf' in input) return Date.parse(input.asOf)
  return 'tradedAt' in input ? Date.parse(input.tradedAt) : null
}

function checked(state: CorrectionState, input: CorrectionInput, againstRules: boolean): Planned {
  const { teamId, from, until, now } = state
  const asOf = instantOf(input)
  if ('asOf' in input && !(asOf !== null && asOf >= from && asOf < until && asOf <= now))
    return refusal('CORRECTION_DATE', { at: from, until })
  const changes = changesOf(state, input, againstRules)
  if (isRefusal(changes)) return changes
  const changed = changes.entries.map(({ before, after }) => differences(before, after))
  if (!changed.some(({ times, lineup }) => times || lineup) && changes.cash === 0) return refusal('CORRECTION_EMPTY')
  const entries = entriesAfter(state, changes.entries)
  const cash = state.cash + changes.cash
  const refused = takenByAnother(state, changes.entries) ?? brokenLimit(state, entries, againstRules)
  if (refused) return refused
  if (cash < 0) return refusal('CORRECTION_CASH', { figure: cash })
  return {
    kind: input.kind,
    teamId,
    asOf,
    againstRules,
    undoes: input.kind === 'undo' ? input.nr : null,
    ...changes,
    scoreBefore: scoreOf(state.entries, state.cash),
    scoreAfter: scoreOf(entries, cash),
  }
}

/**
 * What the correction changes and what becomes of the score, or why it is refused. Where an admin allows it, it may break
 * the rules of the lineup; roster size, cash and who owns a player hold in any case.
 */
export function planCorrection(state: CorrectionState, input: CorrectionInput): Planned {
  const plan = checked(state, input, false)
  const mayBreakRules = 'againstRules' in input && input.againstRules === true
  return isRefusal(plan) && mayBreakRules ? checked(state, input, true) : plan
}

/** The team and the players that a correction is about. */
export interface CorrectionSubject {
  readonly teamId: number
  readonly playerIds: readonly number[]
}

export function subjectOf(input: CorrectionInput, made: CorrectionState['made']): CorrectionSubject | Refusal {
  if (input.kind === 'undo') {
    const undone = made.find(({ nr }) => nr === input.nr)
    if (!undone) return refuse('CORRECTION_UNKNOWN')
    return { teamId: undone.teamId, playerIds: undone.entries.map(({ playerId }) => playerId) }
  }
  const { teamId } = input
  if (input.kind === 'cash') return { teamId, playerIds: [] }
  return {
    teamId,
    playerIds: input.kind === 'undo-trade' ? input.trades.map(({ playerId }) => playerId) : [input.playerId],
  }
}

/** The reason for a correction, as it will be stored, or why it is refused. */
export const checkReason = (text: string): { readonly reason: string } | Refusal => {
  const reason = tidy(text)
  if (reason === '' || !fits(reason, REASON_MAX)) return refuse('REASON_INVALID')
  return isWritable(text) ? { reason } : refuse('CHARACTER_REFUSED')
}
