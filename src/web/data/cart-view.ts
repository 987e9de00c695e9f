import { useQuery } from '@tanstack/react-query'
import type { CartEntry, ShoppingCart } from '#contract/trading'
import { type PageRow, useOutboxRows } from '../outbox/outbox-rows.ts'
import { isStuck } from '../outbox/row.ts'
import { cart } from './league.ts'

/**
 * - `confirmed`: the server has it;
 * - `saving`: tapped, not yet stored on this device; for a few milliseconds;
 * - `queued`: waits for its turn or a connection; `sending`: under way;
 * - `waiting for login`: the session has ended;
 * - `refused`, `expired`: given up, with Retry and Discard.
 */
export type ChangeState = 'confirmed' | 'saving' | 'queued' | 'sending' | 'waiting for login' | 'refused' | 'expired'

export interface CartRow extends CartEntry {
  readonly state: ChangeState
  /** Why it was given up. */
  readonly reason: string | null
  /** For Retry and Discard; null for a row of the server's cart without a pending change. */
  readonly changeId: string | null
  /** False for an addition that was given up: it is listed, but does not count. */
  readonly isInCart: boolean
}

/** A change without a row: a removal or an emptying that the server has not confirmed. */
export interface UnconfirmedRemoval {
  readonly changeId: string
  readonly kind: 'remove' | 'empty'
  /** Who is taken out; null when all are. */
  readonly name: string | null
  readonly state: ChangeState
  readonly reason: string | null
}

export interface OptimisticCart {
  readonly entries: readonly CartRow[]
  readonly changes: readonly UnconfirmedRemoval[]
}

const states: Record<PageRow['state'], ChangeState> = {
  saving: 'saving',
  queued: 'queued',
  sending: 'sending',
  login: 'waiting for login',
  done: 'confirmed',
  refused: 'refused',
  expired: 'expired',
}

const TOO_OLD = 'Not sent within two days.'
const BOUGHT_MEANWHILE = 'Another team has bought this player meanwhile.'

const reasonOf = ({ state, refusal, change }: PageRow): string | null => {
  if (state === 'expired') return TOO_OLD
  if (state !== 'refused' || !refusal) return null
  const taken = refusal.code === 'PLAYER_NOT_AVAILABLE' && change.kind === 'add' && change.action === 'BUY'
  return taken ? BOUGHT_MEANWHILE : refusal.sentence
}

const progressOf = (row: PageRow) => ({ changeId: row.id, state: states[row.state], reason: reasonOf(row) })

const isGivenUp = ({ state }: UnconfirmedRemoval): boolean => state === 'refused' || state === 'expired'

const confirmed = (entry: CartEntry): CartRow => ({
  ...entry,
  state: 'confirmed',
  reason: null,
  changeId: null,
  isInCart: true,
})

/** The server's cart with the pending changes applied, in the order of the taps. */
export const optimisticCart = (cart: ShoppingCart | undefined, rows: readonly PageRow[]): OptimisticCart => {
  let entries = cart?.cartEntries.map(confirmed) ?? []
  let changes: UnconfirmedRemoval[] = []
  const givenUp: CartRow[] = []
  for (const row of rows) {
    const { change } = row
    if (change.kind === 'empty') {
      if (!isStuck(row)) {
        entries = []
        // Emptying makes single removals moot.
        changes = changes.filter(isGivenUp)
      }
      if (row.state !== 'done') changes.push({ kind: 'empty', name: null, ...progressOf(row) })
      continue
    }
    const { player, kind } = change
    const there = entries.find(({ playerId }) => playerId === player.playerId)
    if (kind === 'add') {
      if (there?.tradeAction === change.action) continue
      const entry = { ...player, tradeAction: change.action, ...progressOf(row), isInCart: !isStuck(row) }
      if (isStuck(row)) givenUp.push(entry)
      else entries = [...entries.filter((each) => each !== there), entry]
    } else if (isStuck(row) && there) {
      entries = entries.map((each) => (each === there ? { ...each, ...progressOf(row) } : each))
    } else {
      if (!isStuck(row)) entries = entries.filter((each) => each !== there)
      if (row.state !== 'done') changes.push({ kind: 'remove', name: player.name, ...progressOf(row) })
    }
  }
  return { entries: [...entries, ...givenUp], changes }
}

/**
 * How many players are in the cart, pending changes included. For the bar, which fetches the cart only when its menu is
 * used and otherwise goes by what is in memory.
 */
export function useCartCount(teamId: number | null | undefined, isEnabled: boolean): number {
  const { data } = useQuery({ ...cart(teamId ?? 0), enabled: isEnabled && teamId != null })
  const rows = useOutboxRows().filter((row) => row.teamId === teamId)
  return optimisticCart(data, rows).entries.filter(({ isInCart }) => isInCart).length
}
