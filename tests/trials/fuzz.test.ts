import { expect, it } from 'vitest'
import { SLOW } from '../support/random.ts'
import { fuzzTrial } from './fuzz-trial.ts'

it('answers whatever is asked without a fault, and stores nothing that the contract does not know', SLOW, async () => {
  const counts = await fuzzTrial(1, 600)
  // Some went all the way, and most were refused.
  for (const status of ['200', '400', '401', '403', '404', '409']) expect(counts[status]).toBeGreaterThan(3)
})
