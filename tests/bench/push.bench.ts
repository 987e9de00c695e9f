import { expect, test } from 'vitest'
import { pushTrial } from '../trials/push-trial.ts'
import { percentile, print } from './figures.ts'

// A thousand turns, told by two senders of which one is killed now and then. SEED=7 plays others.

const TURNS = 1_000
const seed = Number(process.env.SEED ?? 1)
const engine = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'the embedded database'

test(`${TURNS} turns to a troubled push service, ${engine}`, { timeout: 1_800_000 }, async () => {
  const figures = await pushTrial({ turns: TURNS, seed, kills: 20 })
  const { turns, accepted, answers, kills, doubled, latestMs, delaysMs, undead, trapped, outside } = figures
  print(`${turns} turns told by push, ${engine}, two senders, ${kills} kills`, [
    `${accepted} messages taken; answers: ${JSON.stringify(answers)}`,
    `a device told twice of a turn: ${doubled.length} times`,
    `the latest arrived ${(latestMs / 1000).toFixed(1)} s after its turn (limit 5)`,
    `from the pick to the push service: p50 ${percentile(delaysMs, 50).toFixed(0)}, p95 ${percentile(delaysMs, 95).toFixed(0)} ms`,
    `dead devices that stayed or were told again: ${undead}; requests where none may go: ${trapped + outside}`,
  ])
  expect({ doubled, undead, trapped, outside }).toEqual({ doubled: [], undead: 0, trapped: 0, outside: 0 })
  expect(latestMs).toBeLessThanOrEqual(5_000)
})
