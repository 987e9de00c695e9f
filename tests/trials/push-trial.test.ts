import { expect, test } from 'vitest'
import { pushTrial } from './push-trial.ts'

// `npm run bench -- push` plays a thousand turns.

test('a troubled push service: a turn is announced once, in time, and to no one else', async () => {
  const figures = await pushTrial({ turns: 26, seed: 1, kills: 2 })
  expect(figures).toMatchObject({ turns: 26, kills: 2, doubled: [], undead: 0, trapped: 0, outside: 0 })
  expect(figures.accepted).toBeGreaterThan(10)
  expect(figures.latestMs).toBeLessThanOrEqual(5_000)
})
