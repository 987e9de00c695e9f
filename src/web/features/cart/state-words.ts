import type { ChangeState } from '../../data/cart-view.ts'

/** How far a change of the cart has come, as it stands on a row. */
export const stateWords: Record<ChangeState, string> = {
  confirmed: 'In cart',
  saving: 'Saving',
  queued: 'Queued',
  sending: 'Sending',
  'waiting for login': 'Log in',
  refused: 'Refused',
  expired: 'Not sent',
}
