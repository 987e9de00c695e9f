import { expect, inject, test } from 'vitest'
import { copyOfLeague, removeFolder } from '../support/demo-league.ts'
import { demoDatabase } from '../support/demo-members.ts'
import { seededDice } from '../support/random.ts'
import { killOffice } from './office-kills.ts'
import { embeddedPlace, type Place, postgresPlace } from './places.ts'

/** ROUNDS=3 kills the server around everything, so many times, on either engine. */
const rounds = process.env.ROUNDS ? Number(process.env.ROUNDS) : null
const dice = seededDice(Number(process.env.SEED ?? 1))
const onPostgres = Boolean(process.env.TEST_DATABASE_URL)

const KILLED = ['execute a trade', 'start the next season']

/** Two leagues that are the same, and what removes them. */
async function twoLeagues(): Promise<{ places: [Place, Place]; remove(): Promise<void> }> {
  const folders = [await copyOfLeague(inject('demoLeague')), await copyOfLeague(inject('demoLeague'))] as const
  // Without a folder of databases each is filled by itself; the demo league of one instant is always the same.
  const now = new Date()
  const databases = onPostgres ? ([await demoDatabase(now), await demoDatabase(now)] as const) : null
  return {
    places: databases
      ? [await postgresPlace(databases[0], folders[0]), await postgresPlace(databases[1], folders[1])]
      : [embeddedPlace(folders[0]), embeddedPlace(folders[1])],
    remove: async () => {
      for (const database of databases ?? []) await database.close()
      for (const folder of folders) await removeFolder(folder)
    },
  }
}

// On PostgreSQL tests/trials/night-kills.test.ts kills a server in the middle of an official update.
test.skipIf(onPostgres && rounds === null)(
  'what an admin does is whole or absent after a kill at any moment',
  { timeout: (rounds ?? 1) * 900_000 },
  async () => {
    for (let round = 0; round < (rounds ?? 1); round += 1) {
      const { places, remove } = await twoLeagues()
      try {
        const kills = await killOffice(...places, dice, (name) => rounds !== null || KILLED.includes(name))
        if (rounds === null) expect(kills).toBe(KILLED.length)
      } finally {
        await remove()
      }
    }
  },
)
