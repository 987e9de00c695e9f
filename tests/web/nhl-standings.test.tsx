import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { NhlTeam } from '#contract/stats'
import { bodyRows, columnOf, headTexts, rowTexts, tableNamed } from '../support/screen-table.ts'
import { renderApp } from './render-app.tsx'

const club = (
  shortName: string,
  [conference, division]: readonly [string, string],
  divisionRank: number | null,
  conferenceRank: number | null,
): NhlTeam => ({
  shortName,
  longName: `The ${shortName}`,
  conference,
  division,
  divisionRank,
  conferenceRank,
  gamesPlayed: 20,
  points: 40 - (conferenceRank ?? 40),
})

const atlantic = ['Eastern', 'Atlantic'] as const
const metropolitan = ['Eastern', 'Metropolitan'] as const
const central = ['Western', 'Central'] as const

/** The Metropolitan's leaders have fewer points than the fourth and the fifth of the Atlantic. */
const clubs = [
  club('MTL', atlantic, 6, 9),
  club('BOS', atlantic, 1, 1),
  club('TOR', atlantic, 2, 2),
  club('FLA', atlantic, 3, 3),
  club('OTT', atlantic, 5, 5),
  club('BUF', atlantic, 4, 4),
  club('PIT', metropolitan, 3, 8),
  club('NYR', metropolitan, 1, 6),
  club('CAR', metropolitan, 2, 7),
  club('WSH', metropolitan, 4, 10),
  club('NJD', metropolitan, null, null),
  club('COL', central, 1, 1),
]

const open = async (answer: object) => {
  const app = await renderApp('/nhl-standings', { answers: { '/stats/nhl-teams': answer } })
  await screen.findByRole('heading', { name: 'NHL Standings' })
  return app
}
const names = (table: string) => columnOf(tableNamed(table), 'NHL')

describe('the NHL standings', () => {
  test('show the first three of each division, and the others in the race for the wild cards', async () => {
    await open(clubs)
    await screen.findByRole('heading', { level: 2, name: 'Eastern' })
    expect(names('Eastern Atlantic')).toEqual(['BOS', 'TOR', 'FLA'])
    expect(names('Eastern Metropolitan')).toEqual(['NYR', 'CAR', 'PIT'])
    expect(names('Western Central')).toEqual(['COL'])
    expect(headTexts(tableNamed('Eastern Atlantic'))).toEqual(['Rank', 'Team', 'NHL', 'GP', 'Pts'])
    expect(rowTexts(bodyRows(tableNamed('Eastern Metropolitan'))[1] ?? document.body).join(' | ')).toBe(
      '2 | CARThe CAR | CAR | 20 | 33',
    )
    expect(within(tableNamed('Eastern Atlantic')).queryAllByRole('button')).toEqual([])
    const table = tableNamed('Eastern Wild Card')
    expect(names('Eastern Wild Card')).toEqual(['BUF', 'OTT', 'MTL', 'WSH', 'NJD'])
    expect(columnOf(table, 'Rank')).toEqual(['1', '2', '3', '4', '5'])
    expect(bodyRows(table).map(({ classList }) => classList.contains('cut'))).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
    expect(document.querySelectorAll('.cut')).toHaveLength(1)
  })

  test('show a logo where the server has one, and the drawn crest when it cannot be loaded', async () => {
    await open(clubs.map((each) => ({ ...each, logoUrl: each.shortName === 'BOS' ? '/bos.svg' : null })))
    await screen.findByRole('heading', { level: 2, name: 'Eastern' })
    const [boston, toronto] = bodyRows(tableNamed('Eastern Atlantic'))
    const logo = boston?.querySelector('img')
    expect(logo?.getAttribute('src')).toBe('/bos.svg')
    expect(toronto?.querySelector('svg')).toBeTruthy()
    if (logo) fireEvent.error(logo)
    expect(boston?.querySelector('img')).toBeNull()
    expect(boston?.querySelector('svg')).toBeTruthy()
  })
})
