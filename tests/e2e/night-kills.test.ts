import { expect, inject, test } from 'vitest'
import { copyOfLeague, removeFolder } from '../support/demo-league.ts'
import { killNight, SHORT_NIGHT } from '../support/night-kills.ts'
import { embeddedPlace } from '../support/places.ts'
import { seededDice } from '../support/random.ts'

test('each game of a night counts once after a kill between two steps', async () => {
  const folder = await copyOfLeague(inject('demoLeague'))
  try {
    const options = { processes: 1, dice: seededDice(1), now: Date.now(), ...SHORT_NIGHT } as const
    expect(await killNight(embeddedPlace(folder), options)).toMatchObject({ kills: SHORT_NIGHT.kills })
  } finally {
    await removeFolder(folder)
  }
})
