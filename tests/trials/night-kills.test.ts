import { expect, inject, test } from 'vitest'
import { copyOfLeague, removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { demoDatabase, MORNING } from '../support/demo-members.ts'
import { seededDice } from '../support/random.ts'
import { killNight, type NightOptions, SHORT_NIGHT } from './night-kills.ts'
import { embeddedPlace, postgresPlace } from './places.ts'

/** ROUNDS=3 plays whole nights: in the first a kill on both sides of every commit, in the others at random moments. */
const rounds = process.env.ROUNDS ? Number(process.env.ROUNDS) : null
const dice = seededDice(Number(process.env.SEED ?? 1))

type Night = Pick<NightOptions, 'days' | 'last' | 'isKilled'>
/** Within its days there is a goal taken back after a day with a correction. */
const longNight = (round: number): Night => ({
  days: 21,
  isKilled: round === 0 ? () => true : (_, kill) => kill === null,
})

// On one engine: the steps are the same on both, and tests/trials/office-kills.test.ts kills the embedded one. On
// PostgreSQL a second process lives on.
test('each game of a night counts once after a kill between two steps', {
  timeout: (rounds ?? 1) * 1_200_000,
}, async () => {
  for (let round = 0; round < (rounds ?? 1); round += 1) {
    const instant = rounds === null ? MORNING : new Date()
    const database = process.env.TEST_DATABASE_URL ? await demoDatabase(instant) : null
    const folder = await (database ? temporaryFolder() : copyOfLeague(inject('demoLeague')))
    try {
      const place = database ? await postgresPlace(database, folder) : embeddedPlace(folder)
      const processes = database ? 2 : 1
      const now = database ? instant.getTime() : Date.now()
      const night = rounds === null ? SHORT_NIGHT : longNight(round)
      const kills = await killNight(place, { processes, dice, now, ...night })
      if (rounds === null) expect(kills).toBe(SHORT_NIGHT.kills)
    } finally {
      await database?.close()
      await removeFolder(folder)
    }
  }
})
