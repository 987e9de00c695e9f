import { test } from 'vitest'
import { fuzzTrial } from '../trials/fuzz-trial.ts'
import { print } from './figures.ts'

const REQUESTS = 10_000
const seed = Number(process.env.SEED ?? 1)
const engine = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'the embedded database'

test(`${REQUESTS} fuzzed requests, ${engine}`, { timeout: 600_000 }, async () => {
  const counts = await fuzzTrial(seed, REQUESTS)
  print(`${REQUESTS} fuzzed requests on ${engine}, seed ${seed} (SEED=n for another)`, [
    Object.entries(counts)
      .map(([status, times]) => `${status}: ${times}`)
      .join(', '),
  ])
})
