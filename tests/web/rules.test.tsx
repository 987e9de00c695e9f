import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { LeagueSettings } from '#contract/league'
import { LEAGUE_DEFAULTS } from '#contract/limits'
import { texts } from '../support/screen-table.ts'
import { renderApp } from './render-app.tsx'

const { timeZone, ...constants } = LEAGUE_DEFAULTS

const settings: LeagueSettings = {
  rosterHoldStartDate: '2026-10-06',
  tradingStartTime: '2026-11-17T05:00:00.000Z',
  tradingEndTime: '2027-03-18T04:00:00.000Z',
  keeperLastBuyDate: '2027-03-18',
  timeZone,
  constants,
}

const open = async (answer: object | 'fails' | 'silent') => {
  const app = await renderApp('/rules', { answers: { '/league-admin/settings': answer } })
  await screen.findByRole('heading', { level: 1, name: 'Hockey Pool Rules' })
  return app
}
const section = (name: string) => screen.getByRole('region', { name })
const textOf = (name: string) => section(name).textContent ?? ''
const table = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))

describe('the rules', () => {
  test("tell the season's dates in the league's time zone", async () => {
    await open(settings)
    const dates = section("This season's dates")
    await within(dates).findByText('Trading opens')
    expect([...dates.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
      'Tuesday, October 6, 2026',
      'Tuesday, November 17, 2026 at 00:00 EST',
      'Thursday, March 18, 2027 at 00:00 EDT',
      'Thursday, March 18, 2027',
    ])
    expect(textOf('Trading')).toContain('open from Tuesday, November 17, 2026 at 00:00 EST until Thursday, March 18')
    expect(textOf('Scratching and dressing')).toContain('Tuesday, October 6, 2026')
    expect(textOf('Keepers')).toContain('Thursday, March 18, 2027')
  })

  test('tell points and prices as the server counts them, with contents that lead to every part', async () => {
    await open(settings)
    expect(table('Skaters').map(([, points]) => points)).toEqual(['Points', '2', '1', '1', '2', '1'])
    expect(table('Goalies').map(([, points]) => points)).toEqual(['Points', '2', '1', '5', '2', '10'])
    expect(textOf('Points')).toContain('worth 5 points, and a win without a goal against 7.')
    expect(table('What the same player costs')).toEqual([
      ['After games of the NHL team', '27', '68'],
      ['Points', '30', '70'],
      ['Projected points', '91.11', '84.41'],
      ['10% of the points', '3.00', '7.00'],
      ['5% of the projected points', '4.56', '4.22'],
      ['Commission, the smaller of the two', '3.00', '4.22'],
      ['Buy price', '33.00', '74.22'],
    ])
    const links = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link')
    expect(texts(links)).toEqual(
      screen.getAllByRole('region').map((region) => within(region).getByRole('heading', { level: 2 }).textContent),
    )
    for (const link of links) expect(document.querySelector(link.getAttribute('href') ?? '')?.tagName).toBe('H2')
  })

  test("are written with the league's own numbers", async () => {
    await open({
      ...settings,
      timeZone: 'Europe/Zurich',
      constants: {
        ...constants,
        rosterSize: 24,
        maxDressed: 20,
        minDefenders: 5,
        minGoalies: 2,
        scratchDays: 3,
        holdDays: 1,
        closedWeeksAtStart: 2,
        closedWeeksAtEnd: 1,
        commissionOfPoints: 0.07,
        boxSpare: 9,
        seasonGames: 84,
        normalizedGamesFloor: 25,
      },
    })
    await screen.findByText(/Europe\/Zurich/)
    expect(textOf('The pool')).toContain('until it has 24 players')
    expect(textOf('Roster and lineup')).toMatch(
      /At most 20 players.*At least 5 defenders, left or right, and 2 goalies/,
    )
    expect(textOf('Scratching and dressing')).toContain('stays scratched for 3 days')
    expect(textOf('Trading')).toMatch(/first 2 weeks and the last 1 week .*held for 1 day before/)
    expect(textOf('Prices and commission')).toContain('the smaller of 7% of their points and 5% of')
    expect(textOf('Draft boxes')).toMatch(/22 boxes.*× 84\u00a0÷.*at least 25.*and 9 more/)
    expect(textOf('Draft order')).toContain('There are 24 rounds')
    expect(textOf("This season's dates")).toContain('06:00')
  })

  test.each([
    ['fails', 'Error: Failed to fetch league settings'],
    ['silent', 'Loading...'],
  ] as const)('are there without the settings, only the dates are missing (%s)', async (answer, words) => {
    await open(answer)
    expect(await within(section("This season's dates")).findByText(words)).toBeTruthy()
    expect(textOf('Roster and lineup')).toContain('At most 19 players are dressed')
    expect(textOf('Trading')).not.toContain('This season')
  })

  test('say which date is not set yet', async () => {
    await open({ rosterHoldStartDate: '2026-10-06' })
    expect(await screen.findAllByText('Not set yet')).toHaveLength(3)
  })
})
