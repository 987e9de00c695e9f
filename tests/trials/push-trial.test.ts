import { expect, test } from 'vitest'
import { pushTrial } from './push-trial.ts'

/** TURNS=1000 plays as many, with a kill for every fifty; SEED=7 plays others. */
const turns = Number(process.env.TURNS ?? 26)
const kills = Math.max(2, Math.floor(turns / 50))

test('a troubled push service: a turn is announced once, in time, and to no one else', {
  timeout: 240_000 + turns * 2_000,
}, async () => {
  const figures = await pushTrial({ turns, seed: Number(process.env.SEED ?? 1), kills })
  expect(figures).toMatchObject({ turns, kills, doubled: [], undead: 0, trapped: 0, outside: 0 })
  expect(figures.accepted).toBeGreaterThan(10)
  expect(figures.latestMs).toBeLessThanOrEqual(5_000)
})
