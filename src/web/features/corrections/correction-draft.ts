import type { CorrectionInput } from '#contract/corrections'
import type { Trade } from '#contract/trading'
import { dayStart } from '#rules/calendar'

/** What an admin has chosen so far; texts are as typed. */
export interface CorrectionDraft {
  readonly kind: 'trade' | 'roster-on' | 'roster-off' | 'lineup' | 'cash' | 'undo'
  readonly teamId: number | null
  /** The instant of the trade. */
  readonly tradedAt: string
  /** What becomes of the trade: one of `deedsOf`, by its key. */
  readonly deed: string
  readonly playerId: number | null
  readonly to: 'scratch' | 'dress'
  readonly day: string
  readonly amount: string
  readonly isTaken: boolean
  readonly againstRules: boolean
  /** The correction to be undone. */
  readonly nr: number | null
  readonly reason: string
}

export const emptyDraft = (kind: CorrectionDraft['kind'], day: string): CorrectionDraft => ({
  kind,
  teamId: null,
  tradedAt: '',
  deed: 'all',
  playerId: null,
  to: 'scratch',
  day,
  amount: '',
  isTaken: false,
  againstRules: false,
  nr: null,
  reason: '',
})

/** What a team did in one instant, and still stands. */
export interface Execution {
  readonly tradedAt: string
  readonly trades: readonly Trade[]
}

/** Of one team, the newest first. */
export function executionsOf(trades: readonly Trade[], teamId: number | null): Execution[] {
  const standing = trades.filter(({ team, correction }) => team.id === teamId && !correction?.undone)
  const instants = [...new Set(standing.map(({ tradedAt }) => tradedAt))].sort().reverse()
  return instants.map((tradedAt) => ({ tradedAt, trades: standing.filter((each) => each.tradedAt === tradedAt) }))
}

const nouns = { BUY: 'purchase', SELL: 'sale' } as const

/** What an admin may do with an execution, by key. */
export function deedsOf({ trades }: Execution): { readonly key: string; readonly label: string }[] {
  const each = trades.map((trade) => ({ trade, what: `the ${nouns[trade.tradeAction]} of ${trade.player.name}` }))
  const whole = trades.length > 2 ? 'Undo all of it' : trades.length > 1 ? 'Undo both halves' : 'Undo it'
  return [
    { key: 'all', label: whole },
    ...(trades.length > 1
      ? each.map(({ trade, what }) => ({ key: `undo ${trade.player.id}`, label: `Undo only ${what}` }))
      : []),
    ...each.map(({ trade, what }) => ({ key: `price ${trade.player.id}`, label: `Another price for ${what}` })),
  ]
}

/** Whether the chosen deed needs a price. */
export const needsPrice = ({ kind, deed }: CorrectionDraft): boolean =>
  kind === 'roster-on' || kind === 'roster-off' || (kind === 'trade' && deed.startsWith('price'))

/** A price and cash touch no lineup. */
export const touchesLineup = ({ kind, deed }: CorrectionDraft): boolean =>
  kind !== 'cash' && !(kind === 'trade' && deed.startsWith('price'))

const AMOUNT = /^\d{1,6}([.,]\d{1,2})?$/
const amountOf = (text: string): number | null =>
  AMOUNT.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null

export const NEEDED = {
  team: 'Choose the team.',
  trade: 'Choose the trade.',
  player: 'Choose the player.',
  day: 'Choose the day.',
  price: 'Enter a price such as 12.50.',
  amount: 'Enter an amount such as 12.50.',
  reason: 'Give a reason. All members will see it.',
} as const

function askedOfTrade(draft: CorrectionDraft, executions: readonly Execution[]): CorrectionInput | string {
  const { teamId, tradedAt, deed, amount, againstRules } = draft
  const execution = executions.find((each) => each.tradedAt === tradedAt)
  if (teamId === null || !execution) return NEEDED.trade
  const [what, playerId] = deed.split(' ')
  const chosen = execution.trades.filter(({ player }) => what === 'all' || String(player.id) === playerId)
  const [one] = chosen
  if (!one) return NEEDED.trade
  if (what === 'price') {
    const price = amountOf(amount)
    if (price === null) return NEEDED.price
    return { kind: 'price', teamId, tradedAt, playerId: one.player.id, tradeAction: one.tradeAction, price }
  }
  const trades = chosen.map(({ player, tradeAction }) => ({ playerId: player.id, tradeAction }))
  return { kind: 'undo-trade', teamId, tradedAt, trades, againstRules }
}

/** The correction that was chosen, or what is missing, in a sentence. */
export function askedOf(
  draft: CorrectionDraft,
  executions: readonly Execution[],
  timeZone: string,
): CorrectionInput | string {
  const { kind, teamId, playerId, day, againstRules, nr } = draft
  if (kind === 'undo') return nr === null ? NEEDED.trade : { kind, nr, againstRules }
  if (teamId === null) return NEEDED.team
  if (kind === 'trade') return askedOfTrade(draft, executions)
  const amount = amountOf(draft.amount)
  if (kind === 'cash') {
    if (amount === null) return NEEDED.amount
    return { kind, teamId, amount: draft.isTaken ? -amount : amount }
  }
  if (playerId === null) return NEEDED.player
  if (day === '') return NEEDED.day
  const asOf = new Date(dayStart(day, timeZone)).toISOString()
  if (kind === 'lineup') return { kind: draft.to, teamId, playerId, asOf, againstRules }
  return amount === null ? NEEDED.price : { kind, teamId, playerId, asOf, price: amount, againstRules }
}
