import { expect, test } from 'vitest'
import { removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { demoDatabase } from '../support/demo-members.ts'
import { killOffice } from '../support/office-kills.ts'
import { postgresPlace } from '../support/places.ts'
import { seededDice } from '../support/random.ts'

const KILLED = ['undo a trade', 'start the next season']

test.runIf(process.env.TEST_DATABASE_URL)(
  'what an admin does is whole or absent after a kill at any moment, on PostgreSQL',
  { timeout: 180_000 },
  async () => {
    const now = new Date()
    const databases = [await demoDatabase(now), await demoDatabase(now)] as const
    const folder = await temporaryFolder()
    const places = await Promise.all(databases.map((database) => postgresPlace(database, folder)))
    try {
      const [killed, calm] = places
      if (!killed || !calm) throw new Error('Two leagues are needed.')
      const { kills } = await killOffice(killed, calm, seededDice(1), (name) => KILLED.includes(name))
      expect(kills).toBe(KILLED.length)
    } finally {
      for (const database of databases) await database.close()
      await removeFolder(folder)
    }
  },
)
