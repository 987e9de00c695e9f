import { beforeAll, describe, it } from 'vitest'
import { demoServer } from '../support/demo-members.ts'
import { duringTests } from '../support/during-tests.ts'
import { addRacers, raceAgainstUpdates, raceExecutions, racePurchases } from '../support/races.ts'

/** ROUNDS=200 races as often. */
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SLOW = 240_000 + ROUNDS * 5_000

describe('fifty at the same moment', () => {
  const now = new Date('2026-11-21T13:00:00Z')
  const server = duringTests(() => demoServer({ clock: () => now }))
  beforeAll(async () => {
    await addRacers([server])
  })

  it('buy one player: one team gets him, the others hear why not', () => racePurchases([server], ROUNDS), SLOW)

  it('execute one cart: it is done once', () => raceExecutions([server], ROUNDS), SLOW)

  it(
    'trade during an official update: it holds each trade as a whole or not at all',
    () => raceAgainstUpdates([server], 2),
    SLOW,
  )
})
