import { inject, test } from 'vitest'
import { copyOfLeague, removeFolder } from '../support/demo-league.ts'
import { demoDatabase } from '../support/demo-members.ts'
import { seededDice } from '../support/random.ts'
import { type KillCounts, killOffice } from '../trials/office-kills.ts'
import { embeddedPlace, type Place, postgresPlace } from '../trials/places.ts'
import { print } from './figures.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SEED = Number(process.env.SEED ?? 1)
const onPostgres = process.env.TEST_DATABASE_URL !== undefined

/** Two leagues that are the same, and what removes them. */
async function twoLeagues(): Promise<{ places: [Place, Place]; remove(): Promise<void> }> {
  const folders = [await copyOfLeague(inject('demoLeague')), await copyOfLeague(inject('demoLeague'))] as const
  const removeFolders = async () => {
    for (const folder of folders) await removeFolder(folder)
  }
  if (!onPostgres) return { places: [embeddedPlace(folders[0]), embeddedPlace(folders[1])], remove: removeFolders }
  // Without a folder of databases each is filled by itself; the demo league of one instant is always the same.
  const now = new Date()
  const [killed, calm] = [await demoDatabase(now), await demoDatabase(now)]
  return {
    places: [await postgresPlace(killed, folders[0]), await postgresPlace(calm, folders[1])],
    remove: async () => {
      await killed.close()
      await calm.close()
      await removeFolders()
    },
  }
}

test('what an admin does is whole or absent after a kill at any moment', { timeout: ROUNDS * 900_000 }, async () => {
  const sum: KillCounts = { kills: 0, whole: 0, absent: 0, answered: 0 }
  const dice = seededDice(SEED)
  for (let round = 0; round < ROUNDS; round += 1) {
    const { places, remove } = await twoLeagues()
    try {
      const counts = await killOffice(...places, dice)
      for (const key of ['kills', 'whole', 'absent', 'answered'] as const) sum[key] += counts[key]
    } finally {
      await remove()
    }
  }
  print(`SIGKILL around everything in the office, ${onPostgres ? 'PostgreSQL' : 'embedded database'}`, [
    `${sum.kills} kills left it whole (${sum.whole}) or absent (${sum.absent}); its answer had come ${sum.answered} times`,
    'asked again with the same key each was done once, and every row is that of a league in which nothing was killed',
  ])
})
