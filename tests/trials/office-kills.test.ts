import { expect, inject, test } from 'vitest'
import { copyOfLeague, removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { demoDatabase } from '../support/demo-members.ts'
import { seededDice } from '../support/random.ts'
import { killOffice, type Place } from './office-kills.ts'
import { embeddedPlace, postgresPlace } from './places.ts'

const KILLED = ['undo a trade', 'start the next season']

const isKilled = (name: string) => KILLED.includes(name)

const killEach = async (killed: Place, calm: Place, isDone: (name: string) => boolean) => {
  const { kills } = await killOffice(killed, calm, seededDice(1), { isDone, isKilled })
  expect(kills).toBe(KILLED.length)
}

test.skipIf(process.env.TEST_DATABASE_URL)(
  'what an admin does is whole or absent after a kill at any moment',
  { timeout: 600_000 },
  async () => {
    const folders = [await copyOfLeague(inject('demoLeague')), await copyOfLeague(inject('demoLeague'))] as const
    try {
      // The office's own tests run on the other engine.
      await killEach(embeddedPlace(folders[0]), embeddedPlace(folders[1]), () => true)
    } finally {
      for (const folder of folders) await removeFolder(folder)
    }
  },
)

test.runIf(process.env.TEST_DATABASE_URL)(
  'what an admin does is whole or absent after a kill at any moment, on PostgreSQL',
  { timeout: 600_000 },
  async () => {
    const now = new Date()
    const databases = [await demoDatabase(now), await demoDatabase(now)] as const
    const folder = await temporaryFolder()
    try {
      const places = [await postgresPlace(databases[0], folder), await postgresPlace(databases[1], folder)] as const
      await killEach(...places, isKilled)
    } finally {
      for (const database of databases) await database.close()
      await removeFolder(folder)
    }
  },
)
