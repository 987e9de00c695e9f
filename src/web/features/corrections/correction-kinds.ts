import type { CorrectionInput } from '#contract/corrections'
import type { Trade } from '#contract/trading'
import { dayStart } from '#rules/calendar'

type Kind = CorrectionInput['kind']

/** What an admin chooses from; a card with two kinds begins with the first, and its fields lead to the other. */
export const CARDS: readonly {
  readonly kinds: readonly [Kind, ...Kind[]]
  readonly title: string
  readonly text: string
}[] = [
  { kinds: ['undo-trade', 'price'], title: 'A trade', text: 'Undo it, undo half of it, or change its price' },
  { kinds: ['roster-on'], title: 'Player onto a roster', text: 'As of a date, with a price' },
  { kinds: ['roster-off'], title: 'Player off a roster', text: 'As of a date, with a price' },
  { kinds: ['scratch', 'dress'], title: 'Scratch or dress', text: 'As of a date' },
  { kinds: ['cash'], title: 'Cash', text: 'Add to it, or take away' },
]

export const LABELS = {
  trade: 'Trade',
  freeAgent: 'Free agent',
  rosterPlayer: 'Player',
  lineup: 'Lineup',
  day: 'As of',
  sign: 'Cash is',
  amount: 'Amount',
  price: 'Price',
} as const
export type FieldName = keyof typeof LABELS

interface Form {
  /** Between the team and the reason, which all have; in their order. */
  readonly fields: readonly FieldName[]
  /** Where the price goes. */
  readonly priceHint?: string
  /** Whether it may be against the rules of the lineup. */
  readonly touchesLineup: boolean
}

export const FORMS: Readonly<Record<Kind, Form>> = {
  'undo-trade': { fields: ['trade'], touchesLineup: true },
  price: { fields: ['trade', 'price'], touchesLineup: false },
  'roster-on': {
    fields: ['freeAgent', 'day', 'price'],
    priceHint: "Taken from the team's cash; 0 for nothing.",
    touchesLineup: true,
  },
  'roster-off': {
    fields: ['rosterPlayer', 'day', 'price'],
    priceHint: "Added to the team's cash; 0 for nothing.",
    touchesLineup: true,
  },
  scratch: { fields: ['rosterPlayer', 'lineup', 'day'], touchesLineup: true },
  dress: { fields: ['rosterPlayer', 'lineup', 'day'], touchesLineup: true },
  cash: { fields: ['sign', 'amount'], touchesLineup: false },
  undo: { fields: [], touchesLineup: true },
}

/** What an admin has entered; texts are as typed. */
export interface CorrectionDraft {
  readonly kind: Kind
  readonly teamId: number | null
  readonly tradedAt: string
  /** Of a trade: whose part of it; null: the whole. */
  readonly playerId: number | null
  readonly day: string
  readonly amount: string
  readonly isTaken: boolean
  readonly againstRules: boolean
  /** The correction to be undone. */
  readonly nr: number | null
  readonly reason: string
}

export const emptyDraft = (kind: Kind, today: string): CorrectionDraft => ({
  kind,
  teamId: null,
  tradedAt: '',
  playerId: null,
  day: today,
  amount: '',
  isTaken: false,
  againstRules: false,
  nr: null,
  reason: '',
})

/** What a team traded in one instant, without what was undone. */
export interface Execution {
  readonly tradedAt: string
  readonly trades: readonly Trade[]
}

/** Of one team, the newest first. */
export function executionsOf(trades: readonly Trade[], teamId: number | null): Execution[] {
  const valid = trades.filter(({ team, correction }) => team.id === teamId && !correction?.undone)
  const instants = [...new Set(valid.map(({ tradedAt }) => tradedAt))].sort().reverse()
  return instants.map((tradedAt) => ({ tradedAt, trades: valid.filter((each) => each.tradedAt === tradedAt) }))
}

const nouns = { BUY: 'purchase', SELL: 'sale' } as const

type TradeOption = Pick<CorrectionDraft, 'playerId'> & { readonly kind: 'undo-trade' | 'price'; readonly label: string }

export function tradeOptions({ trades }: Execution): TradeOption[] {
  const whole = trades.length > 2 ? 'Undo all of it' : trades.length > 1 ? 'Undo both halves' : 'Undo it'
  const ofEach = (kind: TradeOption['kind'], verb: string): TradeOption[] =>
    trades.map(({ player, tradeAction }) => ({
      kind,
      playerId: player.id,
      label: `${verb} the ${nouns[tradeAction]} of ${player.name}`,
    }))
  return [
    { kind: 'undo-trade', playerId: null, label: whole },
    ...(trades.length > 1 ? ofEach('undo-trade', 'Undo only') : []),
    ...ofEach('price', 'Another price for'),
  ]
}

const AMOUNT = /^\d{1,6}([.,]\d{1,2})?$/
const amountOf = (text: string): number | null =>
  AMOUNT.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null

const NEEDED = {
  team: 'Choose the team.',
  trade: 'Choose the trade.',
  player: 'Choose the player.',
  day: 'Choose the day.',
  price: 'Enter a price such as 12.50.',
  amount: 'Enter an amount such as 12.50.',
  reason: 'Give a reason. All members will see it.',
} as const

function correctionOf(
  draft: CorrectionDraft,
  executions: readonly Execution[],
  timeZone: string,
): CorrectionInput | string {
  const { kind, teamId, tradedAt, playerId, day, isTaken, againstRules, nr } = draft
  if (kind === 'undo') return nr === null ? NEEDED.trade : { kind, nr, againstRules }
  if (teamId === null) return NEEDED.team
  const amount = amountOf(draft.amount)
  if (kind === 'cash') return amount === null ? NEEDED.amount : { kind, teamId, amount: isTaken ? -amount : amount }
  if (kind === 'undo-trade' || kind === 'price') {
    const trades = executions.find((each) => each.tradedAt === tradedAt)?.trades ?? []
    const chosen = trades
      .filter(({ player }) => playerId === null || player.id === playerId)
      .map(({ player, tradeAction }) => ({ playerId: player.id, tradeAction }))
    const [one] = chosen
    if (!one) return NEEDED.trade
    if (kind === 'undo-trade') return { kind, teamId, tradedAt, trades: chosen, againstRules }
    return amount === null ? NEEDED.price : { kind, teamId, tradedAt, ...one, price: amount }
  }
  if (playerId === null) return NEEDED.player
  if (day === '') return NEEDED.day
  const asOf = new Date(dayStart(day, timeZone)).toISOString()
  if (kind === 'scratch' || kind === 'dress') return { kind, teamId, playerId, asOf, againstRules }
  return amount === null ? NEEDED.price : { kind, teamId, playerId, asOf, price: amount, againstRules }
}

/** The correction that was entered, or what is missing, in a sentence. */
export function inputOf(
  draft: CorrectionDraft,
  executions: readonly Execution[],
  timeZone: string,
): CorrectionInput | string {
  const input = correctionOf(draft, executions, timeZone)
  return typeof input !== 'string' && draft.reason.trim() === '' ? NEEDED.reason : input
}
