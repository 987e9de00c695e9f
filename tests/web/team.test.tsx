import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { RosterEntry, RosterItem } from '#contract/roster'
import type { Player } from '#contract/stats'
import { type FakeServer, json, renderApp, teams } from './render-app.tsx'

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const day = (instant: number) => new Date(instant).toISOString().slice(0, 10)

const item = (id: number, name: string, player: Partial<Player>, rosterEntry: RosterEntry): RosterItem => ({
  player: { id, name, position: 'C', nhlTeam: 'TOR', ...player },
  rosterEntry: { boughtAt: ago(40), ...rosterEntry },
})

const current = [
  item(11, 'Ann Early', { points: 30, pointsDiffPrevious: 3, pointsThisWeek: 5 }, { teamPoints: 25, scratchPoints: 5 }),
  item(12, 'Bo Late', { points: 60 }, { teamPoints: 60, boughtPrice: 12.5, boughtAt: ago(1) }),
  item(
    13,
    'Cy Bench',
    { points: 8, position: 'RD' },
    { teamPoints: 8, scratched: true, scratchedAt: ago(3), boughtPrice: 0 },
  ),
]
const sold = [
  item(21, 'Di Sold', { points: 44 }, { teamPoints: 20, sold: true, soldPrice: 20, soldAt: ago(9) }),
  item(22, 'Ed Gone', { points: 9 }, { teamPoints: 31, sold: true, sellPrice: 31.4, soldAt: ago(5) }),
]
const settings = {
  rosterHoldStartDate: day(Date.now() - 60 * DAY_MS),
  tradingStartTime: ago(50),
  tradingEndTime: ago(-90),
  keeperLastBuyDate: day(Date.now() + 90 * DAY_MS),
}
const answers = (teamId: number): FakeServer['answers'] => ({
  [`/stats/teams/${teamId}`]: teams[teamId - 1] ?? {},
  [`/roster/teams/${teamId}/players?current=true`]: current,
  [`/roster/teams/${teamId}/players?current=false`]: sold,
  '/league-admin/settings': settings,
})

const table = (name: string) => screen.findByRole('table', { name })
const headings = async (name: string) =>
  within(await table(name))
    .getAllByRole('columnheader')
    .map((head) => head.textContent?.replace(/[▲▼]/, ''))
const names = async (name: string) =>
  within(await table(name))
    .getAllByRole('link')
    .map((link) => link.textContent)
const cell = async (name: string, player: string, column: string) => {
  const place = (await headings(name)).indexOf(column)
  const row = within(await table(name))
    .getByRole('link', { name: player })
    .closest('[role=row]')
  return row?.children[place]?.textContent
}
const header = async (name: string, column: string) =>
  within(await table(name)).getByRole('columnheader', { name: column })

describe('a team', () => {
  test('is called by its name, in the window, too, and shows its place in the standings', async () => {
    await renderApp('/teams/1', { answers: answers(1) })
    expect(await screen.findByRole('heading', { level: 1, name: 'Northern Lights' })).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('Northern Lights · Hockey Pool'))
    const labels = await headings('Team Summary')
    const figures = within(await table('Team Summary')).getAllByRole('cell')
    expect(labels.map((label, index) => `${label}: ${figures[index]?.textContent}`)).toEqual([
      'Rank: 1',
      'Team: Northern Lights',
      'Short Name: NOR',
      'Points: 1290',
      'Cash: 43.50',
      'Total: 1334',
      'Last: +12',
      'Week: 88',
      'Last Week: 101',
    ])
  })

  test('is called Team Details while its name is not known', async () => {
    await renderApp('/teams/1', { answers: { ...answers(1), '/stats/teams/1': 'silent' } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Team Details' })).toBeTruthy()
    expect(document.title).toBe('Team Details · Hockey Pool')
    // What stands below waits for what is above it, which would push it down.
    expect(screen.queryByRole('heading', { name: 'Current Players' })).toBeNull()
    expect(screen.getAllByText('Loading...')).toHaveLength(1)
  })

  test('shows its current players, the best for the team first, and tells the two kinds of points apart', async () => {
    await renderApp('/teams/1', { answers: answers(1) })
    expect(await names('Current Players')).toEqual(['Bo Late', 'Ann Early', 'Cy Bench'])
    expect((await header('Current Players', 'Team Points')).getAttribute('aria-sort')).toBe('descending')
    const row = async (column: string) => cell('Current Players', 'Ann Early', column)
    expect(await row('Team Points')).toBe('25')
    expect(await row('Season Points')).toBe('30')
    expect(await row('Scratch Points')).toBe('5')
    expect(await row('Last')).toBe('+3')
    expect(await row('Last Week')).toBe('-')
    expect(await row('Bought Price')).toBe('-')
    expect(await cell('Current Players', 'Bo Late', 'Bought Price')).toBe('12.50')
    expect(await cell('Current Players', 'Cy Bench', 'Bought Price')).toBe('-')
    const link = within(await table('Current Players')).getByRole('link', { name: 'Ann Early' })
    expect(link.getAttribute('href')).toBe('/players/11')
  })

  test('marks a scratched player by his row and in words', async () => {
    await renderApp('/teams/1', { answers: answers(1) })
    const rows = within(await table('Current Players')).getAllByRole('row')
    expect(rows.filter(({ className }) => className === 'row scratched')).toHaveLength(1)
    expect(await cell('Current Players', 'Cy Bench', 'Status')).toBe('Scratched')
    expect(await cell('Current Players', 'Bo Late', 'Status')).toBe('Dressed')
  })

  test('shows sold players with price and time, whichever way the server names the price', async () => {
    await renderApp('/teams/1', { answers: answers(1) })
    expect(await names('Sold Players')).toEqual(['Ed Gone', 'Di Sold'])
    expect(await cell('Sold Players', 'Di Sold', 'Sale Price')).toBe('20.00')
    expect(await cell('Sold Players', 'Ed Gone', 'Sale Price')).toBe('31.40')
    expect(await cell('Sold Players', 'Ed Gone', 'Sold at')).toMatch(/\d\d:\d\d/)
    const rows = within(await table('Sold Players')).getAllByRole('row')
    expect(rows.filter(({ className }) => className !== 'row')).toEqual([])
  })

  test('keeps the sort of each table in the address', async () => {
    const app = await renderApp('/teams/1', { answers: answers(1) })
    await app.user.click(within(await header('Current Players', 'Player')).getByRole('button'))
    await app.user.click(within(await header('Sold Players', 'Sold at')).getByRole('button'))
    expect(await names('Current Players')).toEqual(['Ann Early', 'Bo Late', 'Cy Bench'])
    expect(await names('Sold Players')).toEqual(['Ed Gone', 'Di Sold'])
    await app.user.click(within(await header('Sold Players', 'Sold at')).getByRole('button'))
    expect(await names('Sold Players')).toEqual(['Di Sold', 'Ed Gone'])
    await waitFor(() =>
      expect(app.history.location.search).toBe(
        '?teamCurrent_sort=player.name&teamCurrent_dir=asc&teamSold_sort=rosterEntry.soldAt&teamSold_dir=asc',
      ),
    )
  })

  test('reads its sort from the address', async () => {
    const search = '?teamCurrent_sort=rosterEntry.teamPoints&teamCurrent_dir=asc&teamSold_sort=nonsense'
    await renderApp(`/teams/1${search}`, { answers: answers(1) })
    expect(await names('Current Players')).toEqual(['Cy Bench', 'Ann Early', 'Bo Late'])
    expect(await names('Sold Players')).toEqual(['Ed Gone', 'Di Sold'])
  })

  test('without players says so', async () => {
    const none = { '/roster/teams/1/players?current=true': [], '/roster/teams/1/players?current=false': [] }
    await renderApp('/teams/1', { answers: { ...answers(1), ...none } })
    expect(await screen.findAllByText('No players')).toHaveLength(2)
    expect(screen.queryByRole('table', { name: /Players/ })).toBeNull()
  })

  test('says Loading... where there is nothing yet', async () => {
    await renderApp('/teams/1', { answers: { ...answers(1), '/roster/teams/1/players?current=true': 'silent' } })
    await table('Team Summary')
    expect(screen.getByRole('heading', { name: 'Current Players' })).toBeTruthy()
    expect(screen.getByText('Loading...')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Sold Players' })).toBeNull()
  })

  test('tells a failure where there is nothing to show, and shows what came', async () => {
    const failing = { '/stats/teams/1': 'fails', '/roster/teams/1/players?current=true': 'fails' } as const
    await renderApp('/teams/1', { answers: { ...answers(1), ...failing } })
    await table('Sold Players')
    const alerts = await screen.findAllByRole('alert')
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
    for (const alert of alerts) expect(alert.textContent).toBe('Error: Failed to fetch team data')
  })

  test('that does not exist is told once', async () => {
    const missing = () => json(404, { code: 'TEAM_NOT_FOUND', message: 'There is no such team.' })
    await renderApp('/teams/77', { answers: { '/stats/teams/77': missing } })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Error: Failed to fetch team data')
    expect(screen.getByText('There is no such team.')).toBeTruthy()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
  })
})

describe('the own team', () => {
  test('tells what each player may do next, and how many are dressed', async () => {
    await renderApp('/teams/2', { answers: answers(2) })
    await waitFor(async () =>
      expect(await cell('Current Players', 'Cy Bench', 'Next')).toMatch(
        /^may be dressed in (3 d 23 h|4 d|4 d 1 h)may be/,
      ),
    )
    expect(await cell('Current Players', 'Ann Early', 'Next')).toBe('may be scratchedmay be sold now')
    expect(await cell('Current Players', 'Bo Late', 'Next')).toMatch(/^may be scratchedmay be sold on \D+ \d+$/)
    expect(
      screen.getByText('2 of 19 dressed: 2 forwards, 0 defenders (at least 4), 0 goalies (at least 1)'),
    ).toBeTruthy()
  })

  test("another team's page does not", async () => {
    await renderApp('/teams/1', { answers: answers(1) })
    expect(await headings('Current Players')).not.toContain('Next')
    expect(screen.queryByText(/ of 19 dressed/)).toBeNull()
  })

  test('a league without dates has nothing to tell', async () => {
    await renderApp('/teams/2', { answers: { ...answers(2), '/league-admin/settings': {} } })
    await waitFor(async () => expect(await headings('Current Players')).not.toContain('Next'))
  })
})
