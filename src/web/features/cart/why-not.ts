import { CART_OK } from '#contract/trading'

export interface Readiness {
  readonly count: number
  readonly status: string | null
  readonly pending: number
  readonly isConfirmed: boolean
  readonly isFresh: boolean
  readonly online: boolean
}

/**
 * Why Execute Trade is off, beyond what the status says; null when nothing but the status stands in the way. A trade
 * is final: it is made of what the league has, not of what this device believes.
 */
export const whyNot = ({ count, pending, isConfirmed, isFresh, online }: Readiness): string | null => {
  if (count === 0) return null
  if (!online) return 'You are offline: a trade is executed only with a connection.'
  if (pending > 0)
    return `${pending === 1 ? '1 change is' : `${pending} changes are`} not confirmed yet: the trade can be executed when the league has ${pending === 1 ? 'it' : 'them'}.`
  if (!isFresh || !isConfirmed) return 'The cart has not been checked with the league yet: refresh it.'
  return null
}

export const canExecute = (ready: Readiness): boolean =>
  ready.count > 0 && ready.status === CART_OK && ready.pending === 0 && whyNot(ready) === null
