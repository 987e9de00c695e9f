import { expect, test } from 'vitest'
import { draftNight } from './draft-night-trial.ts'

// One killed draft night in short; `npm run bench -- draft-night` runs whole ones of twelve teams.

const processesOn = process.env.TEST_DATABASE_URL

/** Another night on each engine. */
const seed = processesOn ? 2 : 1

test('a draft night with absent members, lists, a clock, undo and a kill', { timeout: 300_000 }, async () => {
  const { picks, kills } = await draftNight({ seed, teams: 2, kills: 1, processesOn })
  // Two full rosters, and what was taken back.
  expect(Object.values(picks).reduce((sum, made) => sum + made, 0)).toBeGreaterThanOrEqual(44)
  expect(kills).toBeLessThanOrEqual(1)
})
