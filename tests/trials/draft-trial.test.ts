import { expect, test } from 'vitest'
import { simulateBrowsers } from '../support/simulated-device.ts'
import { draftTrial } from './draft-trial.ts'

const PICKS = 12

test('members on bad phones draft from a server that is killed, and nothing is lost', {
  timeout: 120_000,
}, async () => {
  simulateBrowsers()
  const { picks, troubles } = await draftTrial({
    seed: 1,
    teams: 3,
    speed: 10,
    pause: [200, 400],
    kills: 1,
    picks: PICKS,
    processesOn: process.env.TEST_DATABASE_URL,
  })
  expect(picks).toBeGreaterThanOrEqual(PICKS)
  expect(troubles.kill).toBe(1)
})
