import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Trade } from '#contract/trading'
import { bodyRows, columnOf, headOf, headTexts, rowTexts, tableNamed, texts } from '../support/screen-table.ts'
import { newcomer, renderApp } from './render-app.tsx'

const bandits = { id: 2, shortName: 'BANDITS' }
const lights = { id: 1, shortName: 'LIGHTS' }

// The server's order is not the screen's.
const wednesday = '2026-11-18T19:05:00.000Z'
const friday = '2026-11-20T01:30:00.000Z'
const ann = { id: 11, name: 'Ann Arbour', position: 'LD', nhlTeam: 'TOR' }
const zoe = { id: 12, name: 'Zoe Zamboni', position: 'G', nhlTeam: 'MTL' }
const trades: Trade[] = [
  { tradedAt: wednesday, team: lights, tradeAction: 'BUY', player: ann, price: 44.5 },
  { tradedAt: friday, team: bandits, tradeAction: 'SELL', player: zoe, price: 120 },
  { tradedAt: friday, team: bandits, tradeAction: 'BUY', player: { id: 13, name: 'Bea Blue' } },
]

const open = async (path = '/trades', changed = {}) => {
  const app = await renderApp(path, { answers: { '/trading/trades': trades }, ...changed })
  await screen.findByRole('table', { name: 'Trades' })
  return app
}
const players = () => columnOf(tableNamed('Trades'), 'Player')

describe('the trades', () => {
  test("show every trade, the newest first, the viewer's marked, no line between the parts of one", async () => {
    await open()
    expect(headTexts(tableNamed('Trades')).join(' | ')).toBe(
      'Traded At | Team | Action | Player | Position | NHL Team | Price',
    )
    expect(headOf(tableNamed('Trades'), 'Traded At').getAttribute('aria-sort')).toBe('descending')
    const rows = bodyRows(tableNamed('Trades'))
    expect(rows.map((row) => rowTexts(row).slice(1))).toEqual([
      ['BANDITS', 'Sell', 'Zoe Zamboni', 'G', 'MTL', '120.00'],
      ['BANDITS', 'Buy', 'Bea Blue', '-', '-', '-'],
      ['LIGHTS', 'Buy', 'Ann Arbour, reserved', 'LD', 'TOR', '44.50'],
    ])
    expect(rows[2]?.textContent).toMatch(/^\D+18.*\d\d:05/)
    expect(screen.getByRole('link', { name: 'Zoe Zamboni' }).getAttribute('href')).toBe('/players/12')
    expect(screen.getByRole('link', { name: 'LIGHTS' }).getAttribute('href')).toBe('/teams/1')
    expect(rows.map(({ className }) => className)).toEqual(['row own', 'row own', 'row reserved'])
    expect(screen.getAllByText('Your team')).toHaveLength(2)
    expect(rows.map((row) => row.hasAttribute('data-joined'))).toEqual([false, true, false])
    for (const row of rows) expect(rowTexts(row)[0]).toMatch(/^\w+ \w+ \d\d:(05|30)$/)
  })

  test('are all of other teams for a member without one', async () => {
    await open('/trades', { user: newcomer })
    expect(bodyRows(tableNamed('Trades')).map(({ className }) => className)).toEqual(Array(3).fill('row reserved'))
  })

  test('sort by a click: times and prices downwards first, a missing price last', async () => {
    const app = await open()
    await app.user.click(within(headOf(tableNamed('Trades'), 'Player')).getByRole('button'))
    expect(players()).toEqual(['Ann Arbour, reserved', 'Bea Blue', 'Zoe Zamboni'])
    await app.user.click(within(headOf(tableNamed('Trades'), 'Price')).getByRole('button'))
    expect(players()).toEqual(['Zoe Zamboni', 'Ann Arbour, reserved', 'Bea Blue'])
    await waitFor(() => expect(app.history.location.search).toBe('?trades_sort=price&trades_dir=desc'))
    await app.user.click(within(headOf(tableNamed('Trades'), 'Traded At')).getByRole('button'))
    expect(players()[2]).toBe('Ann Arbour, reserved')
    await app.user.click(within(headOf(tableNamed('Trades'), 'Traded At')).getByRole('button'))
    expect(players()[0]).toBe('Ann Arbour, reserved')
  })

  test('can be those of one team, which the address keeps', async () => {
    const app = await open()
    const filter = screen.getByRole('combobox', { name: 'Show' })
    expect(texts(within(filter).getAllByRole('option'))).toEqual(['All teams', 'BANDITS', 'LIGHTS'])
    await app.user.selectOptions(filter, 'LIGHTS')
    expect(players()).toEqual(['Ann Arbour, reserved'])
    expect(app.history.location.search).toBe('?trades_team=1')
    await app.user.selectOptions(filter, 'All teams')
    expect(players()).toHaveLength(3)
    expect(app.history.location.search).toBe('')
  })

  test.each(['?trades_team=99', '?trades_team=LIGHTS', '?trades_team[]=1'])(
    'are all of them for %s',
    async (search) => {
      await open(`/trades${search}`)
      expect(players()).toHaveLength(3)
    },
  )
})
