import { expect, inject, test } from 'vitest'
import { copyOfLeague, removeFolder } from '../support/demo-league.ts'
import { killOffice } from '../support/office-kills.ts'
import { embeddedPlace } from '../support/places.ts'
import { seededDice } from '../support/random.ts'

const KILLED = ['undo a trade', 'start the next season']

test('what an admin does is whole or absent after a kill at any moment', async () => {
  const folders = [await copyOfLeague(inject('demoLeague')), await copyOfLeague(inject('demoLeague'))] as const
  try {
    const [killed, calm] = [embeddedPlace(folders[0]), embeddedPlace(folders[1])]
    const { kills } = await killOffice(killed, calm, seededDice(1), (name) => KILLED.includes(name))
    expect(kills).toBe(KILLED.length)
  } finally {
    for (const folder of folders) await removeFolder(folder)
  }
})
