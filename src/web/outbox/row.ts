import type { CartEntry, TradeAction } from '#contract/trading'

/** Whose cart: changes of one team's cart are sent in the order in which they were made. */
export interface Lane {
  readonly owner: string
  readonly teamId: number
}

/** A player as the member saw them at the tap. */
export type SeenPlayer = Omit<CartEntry, 'tradeAction'>

export type CartChange =
  | {
      readonly kind: 'add'
      readonly player: SeenPlayer
      readonly action: TradeAction
      /** Whether the cart was known not to hold the player: then removing them again cancels this addition. */
      readonly wasOut: boolean
    }
  | { readonly kind: 'remove'; readonly player: SeenPlayer; readonly action: TradeAction }
  | { readonly kind: 'empty' }

/**
 * - `queued`: written on this device, not yet sent, or to be sent again;
 * - `sending`: a sender has it;
 * - `login`: waits until its owner has logged in again;
 * - `done`: the server has it; stays until the cart was fetched again, or the page would flicker;
 * - `refused`: by the server;
 * - `expired`: was not sent for two days.
 */
export type RowState = 'queued' | 'sending' | 'login' | 'done' | 'refused' | 'expired'

/** Why the server refused: its code, and the sentence for the member. */
export interface RowRefusal {
  readonly code: string | null
  readonly sentence: string
}

/** A cart change that the server has not yet accepted. */
export interface OutboxRow extends Lane {
  /** The order of the taps; given by the store. */
  readonly seq: number
  /** Made at the tap: the Idempotency-Key. */
  readonly id: string
  readonly change: CartChange
  readonly state: RowState
  /** How often it was sent. */
  readonly attempts: number
  /** Not to be sent again before, ms. */
  readonly nextAt: number
  /** The server set that time (Retry-After), so it holds whatever happens. */
  readonly insisted: boolean
  readonly createdAt: number
  readonly expiresAt: number
  readonly refusal: RowRefusal | null
}

export type NewRow = Omit<OutboxRow, 'seq'>

export const EXPIRES_AFTER_MS = 48 * 60 * 60_000

export const newRow = (lane: Lane, change: CartChange, id: string, now: number): NewRow => ({
  owner: lane.owner,
  teamId: lane.teamId,
  id,
  change,
  state: 'queued',
  attempts: 0,
  nextAt: 0,
  insisted: false,
  createdAt: now,
  expiresAt: now + EXPIRES_AFTER_MS,
  refusal: null,
})

/** Still to be accepted by the server. */
export const isPending = ({ state }: Pick<OutboxRow, 'state'>): boolean =>
  state === 'queued' || state === 'sending' || state === 'login'

/** Given up, and left to the member to retry or discard. */
export const isStuck = ({ state }: { readonly state: RowState | 'saving' }): boolean =>
  state === 'refused' || state === 'expired'

/** Never sent: the server cannot have acted on it. */
export const isUntouched = (row: OutboxRow): boolean => isPending(row) && row.state !== 'sending' && row.attempts === 0

export const playerOf = (change: CartChange): number | null => (change.kind === 'empty' ? null : change.player.playerId)
