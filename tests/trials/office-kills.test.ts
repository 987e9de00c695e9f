import { expect, inject, test } from 'vitest'
import { copyOfLeague, removeFolder } from '../support/demo-league.ts'
import { seededDice } from '../support/random.ts'
import { killOffice } from './office-kills.ts'
import { embeddedPlace } from './places.ts'

// `npm run bench -- office-kills` kills the server around everything, on either engine.

const KILLED = ['execute a trade', 'start the next season']

// On PostgreSQL tests/trials/night-kills.test.ts kills a server in the middle of an official update.
test.skipIf(process.env.TEST_DATABASE_URL)(
  'a trade and the start of a season are whole or absent after a kill at any moment',
  { timeout: 600_000 },
  async () => {
    const folders = [await copyOfLeague(inject('demoLeague')), await copyOfLeague(inject('demoLeague'))] as const
    try {
      const places = [embeddedPlace(folders[0]), embeddedPlace(folders[1])] as const
      const { kills } = await killOffice(...places, seededDice(1), (name) => KILLED.includes(name))
      expect(kills).toBe(KILLED.length)
    } finally {
      for (const folder of folders) await removeFolder(folder)
    }
  },
)
