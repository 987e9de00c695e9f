import { inject, test } from 'vitest'
import { copyOfLeague, removeFolder, temporaryFolder } from '../support/demo-league.ts'
import { demoDatabase } from '../support/demo-members.ts'
import { seededDice } from '../support/random.ts'
import { killNight, type NightKills } from '../trials/night-kills.ts'
import { embeddedPlace, postgresPlace } from '../trials/places.ts'
import { print } from './figures.ts'

/** In the first a kill on both sides of every commit, in the others at random moments of each step. */
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SEED = Number(process.env.SEED ?? 1)
const onPostgres = process.env.TEST_DATABASE_URL !== undefined
/** Within them there is a goal taken back after a day with a correction. */
const DAYS = 21

async function leaguePlace() {
  if (!onPostgres) {
    const folder = await copyOfLeague(inject('demoLeague'))
    return { place: embeddedPlace(folder), remove: () => removeFolder(folder) }
  }
  const folder = await temporaryFolder()
  const database = await demoDatabase(new Date())
  return {
    place: await postgresPlace(database, folder),
    remove: async () => {
      await database.close()
      await removeFolder(folder)
    },
  }
}

test('each game of a night counts once, whatever is killed', { timeout: ROUNDS * 1_200_000 }, async () => {
  const dice = seededDice(SEED)
  const sum: NightKills = { kills: 0, random: 0, looks: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const { place, remove } = await leaguePlace()
    try {
      const isKilled = round === 0 ? () => true : (_: string, kill: object | null) => kill === null
      const options = { processes: onPostgres ? 2 : 1, dice, now: Date.now(), days: DAYS, isKilled } as const
      const counts = await killNight(place, options)
      for (const key of ['kills', 'random', 'looks'] as const) sum[key] += counts[key]
    } finally {
      await remove()
    }
  }
  print(`SIGKILL in a night of games, ${onPostgres ? 'two processes on PostgreSQL' : 'embedded database'}`, [
    `${sum.kills} kills, ${sum.random} of them at a random moment and the others on both sides of each commit`,
    `${sum.looks} times somebody asked while something was written, beside a killed server or after its start`,
    'Standings, My Team and Tonight counted each game once every time, and all of it in the end',
  ])
})
