import { expect, it } from 'vitest'
import { fuzzTrial } from './fuzz-trial.ts'

/** REQUESTS=10000 sends as many; SEED=7 sends others. */
const requests = Number(process.env.REQUESTS ?? 600)

it('answers whatever is asked without a fault, and stores nothing that the contract does not know', {
  timeout: 240_000 + requests * 60,
}, async () => {
  const counts = await fuzzTrial(Number(process.env.SEED ?? 1), requests)
  // Some went all the way, and most were refused.
  for (const status of ['200', '400', '401', '403', '404', '409']) expect(counts[status]).toBeGreaterThan(3)
})
