import { getCart, getTrades } from '#contract/trading'
import { callQuery } from './call-query.ts'

const FRESH_MS = 60_000

export const trades = () => callQuery(['trades'], getTrades, {}, FRESH_MS)
/** The server's cart. What is on screen is `useCart`: this with the changes that wait in the outbox. */
export const cart = (teamId: number) => callQuery(['cart', teamId], getCart, { params: { teamId } }, FRESH_MS / 2)
