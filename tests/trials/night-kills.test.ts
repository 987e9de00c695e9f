import { expect, inject, test } from 'vitest'
import { copyOfLeague, removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { demoDatabase, MORNING } from '../support/demo-members.ts'
import { seededDice } from '../support/random.ts'
import { killNight, SHORT_NIGHT } from './night-kills.ts'
import { embeddedPlace, postgresPlace } from './places.ts'

const NOW = new Date('2026-11-21T15:05:00Z')

test.skipIf(process.env.TEST_DATABASE_URL)(
  'each game of a night counts once after a kill between two steps',
  { timeout: 600_000 },
  async () => {
    const folder = await copyOfLeague(inject('demoLeague'))
    try {
      const options = { processes: 1, dice: seededDice(1), now: Date.now(), ...SHORT_NIGHT } as const
      expect(await killNight(embeddedPlace(folder), options)).toMatchObject({ kills: SHORT_NIGHT.kills })
    } finally {
      await removeFolder(folder)
    }
  },
)

test.runIf(process.env.TEST_DATABASE_URL)(
  'each game of a night counts once after a kill between two steps, in two processes on PostgreSQL',
  { timeout: 600_000 },
  async () => {
    const database = await demoDatabase(MORNING)
    const folder = await temporaryFolder()
    try {
      const options = { processes: 2, dice: seededDice(1), now: NOW.getTime(), ...SHORT_NIGHT } as const
      expect(await killNight(await postgresPlace(database, folder), options)).toMatchObject({
        kills: SHORT_NIGHT.kills,
      })
    } finally {
      await database.close()
      await removeFolder(folder)
    }
  },
)
