import { getTrades } from '#contract/trading'
import { callQuery } from './call-query.ts'

const FRESH_MS = 60_000

export const trades = () => callQuery(['trades'], getTrades, {}, FRESH_MS)
