import { expect, test } from 'vitest'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { demoDatabase, MORNING } from '../support/demo-members.ts'
import { killNight, SHORT_NIGHT } from '../support/night-kills.ts'
import { postgresPlace } from '../support/places.ts'
import { seededDice } from '../support/random.ts'

const NOW = new Date('2026-11-21T15:05:00Z')

test.runIf(process.env.TEST_DATABASE_URL)(
  'each game of a night counts once after a kill between two steps, in two processes on PostgreSQL',
  { timeout: 180_000 },
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
