import { expect, inject, test } from 'vitest'
import { copyOfLeague, removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { demoDatabase, MORNING } from '../support/demo-members.ts'
import { seededDice } from '../support/random.ts'
import { killNight, SHORT_NIGHT } from './night-kills.ts'
import { embeddedPlace, postgresPlace } from './places.ts'

// On one engine: the steps are the same on both, and tests/trials/office-kills.test.ts kills the embedded one. On
// PostgreSQL a second process lives on.
test('each game of a night counts once after a kill between two steps', { timeout: 600_000 }, async () => {
  const database = process.env.TEST_DATABASE_URL ? await demoDatabase(MORNING) : null
  const folder = await (database ? temporaryFolder() : copyOfLeague(inject('demoLeague')))
  try {
    const place = database ? await postgresPlace(database, folder) : embeddedPlace(folder)
    const processes = database ? 2 : 1
    const now = database ? MORNING.getTime() : Date.now()
    expect(await killNight(place, { processes, dice: seededDice(1), now, ...SHORT_NIGHT })).toMatchObject({
      kills: SHORT_NIGHT.kills,
    })
  } finally {
    await database?.close()
    await removeFolder(folder)
  }
})
