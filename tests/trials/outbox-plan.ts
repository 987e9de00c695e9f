import type { TradeAction } from '#contract/trading'
import type { Dice } from '#rules/pick-sequence'
import { oneOf } from '../support/random.ts'
import type { WireFault } from './faulty-proxy.ts'

// A random schedule of what a member taps and of what goes wrong meanwhile, and what must come of it.

/** The players of a schedule by their place in its list. The last to be bought belongs to another team by now. */
export const TO_BUY = [0, 1, 2, 3] as const
export const TAKEN = 3
export const TO_SELL = [4, 5] as const
const ALL = [...TO_BUY, ...TO_SELL]

export type Tap =
  | { readonly kind: 'add'; readonly player: number }
  | { readonly kind: 'remove'; readonly player: number }
  | { readonly kind: 'empty' }

export type Step = (
  | { readonly kind: 'tap'; readonly tap: Tap; readonly tab: number }
  | { readonly kind: 'fault'; readonly fault: WireFault }
  /** By the browser, which says so, or on the way, without a word. */
  | { readonly kind: 'offline' | 'no signal' | 'online' }
  | { readonly kind: 'close' | 'crash' | 'reload'; readonly tab: number }
  | { readonly kind: 'second tab' | 'kill server' | 'session ends' | 'login' }
) & {
  /** Before the next step, ms. */
  readonly pauseMs: number
}

const faults: readonly WireFault[] = [
  'lost before',
  'lost after',
  'lost after',
  'cut answer',
  '500 after',
  401,
  429,
  500,
  503,
]

const tapOf = (dice: Dice): Tap => {
  const among = dice(8)
  if (among === 0) return { kind: 'empty' }
  return { kind: among < 3 ? 'remove' : 'add', player: oneOf(ALL, dice) }
}

const PAUSES = [0, 0, 30, 100, 300]

const stepOf = (dice: Dice): Step => {
  const pauseMs = oneOf(PAUSES, dice)
  const tab = dice(2)
  const kinds: readonly (() => Step)[] = [
    ...Array.from({ length: 7 }, () => (): Step => ({ kind: 'tap', tap: tapOf(dice), tab, pauseMs })),
    ...Array.from({ length: 4 }, () => (): Step => ({ kind: 'fault', fault: oneOf(faults, dice), pauseMs })),
    ...(['offline', 'no signal', 'online', 'second tab', 'session ends', 'login'] as const).map(
      (kind) => (): Step => ({ kind, pauseMs }),
    ),
    ...(['close', 'crash', 'reload'] as const).map((kind) => (): Step => ({ kind, tab, pauseMs })),
    () => (dice(2) === 0 ? { kind: 'kill server', pauseMs } : { kind: 'online', pauseMs }),
  ]
  return oneOf(kinds, dice)()
}

export interface Plan {
  /** Who is in the cart at first. */
  readonly initial: readonly number[]
  readonly steps: readonly Step[]
}

const STEPS = 14

export const planOf = (dice: Dice): Plan => ({
  initial: ALL.filter((player) => player !== TAKEN && dice(4) === 0),
  steps: Array.from({ length: STEPS }, () => stepOf(dice)),
})

export const actionOf = (player: number): TradeAction => (player < TO_SELL[0] ? 'BUY' : 'SELL')

/** There is no button to take out who is not in. */
export const isVoid = (tap: Tap, cart: readonly number[]): boolean =>
  tap.kind === 'empty' ? cart.length === 0 : tap.kind === 'remove' && !cart.includes(tap.player)

/** The cart after a tap, by the rules: adding whom another team has is refused. */
export const afterTap = (cart: readonly number[], tap: Tap): readonly number[] => {
  if (tap.kind === 'empty') return []
  const { player } = tap
  if (tap.kind === 'remove') return cart.filter((each) => each !== player)
  return player === TAKEN || cart.includes(player) ? cart : [...cart, player]
}

export const wordsOf = (step: Step): string => {
  const where = 'tab' in step ? ` in tab ${step.tab}` : ''
  const what =
    step.kind === 'tap'
      ? `${step.tap.kind}${'player' in step.tap ? ` ${step.tap.player}` : ''}`
      : step.kind === 'fault'
        ? `next change: ${step.fault}`
        : step.kind
  return `${what}${where}, ${step.pauseMs} ms`
}
