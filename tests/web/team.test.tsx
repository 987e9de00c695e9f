import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { RosterEntry, RosterItem } from '#contract/roster'
import type { Player } from '#contract/stats'
import { headTexts, texts } from '../support/screen-table.ts'
import { feelTicks } from './feel-ticks.ts'
import { ago, DAY_MS, dayOf, midSeason } from './mid-season.ts'
import { type FakeServer, goOffline, goOnline, json, member, once, renderApp, teams } from './render-app.tsx'

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
const answers = (teamId: number): FakeServer['answers'] => ({
  [`/stats/teams/${teamId}`]: teams[teamId - 1] ?? {},
  [`/roster/teams/${teamId}/players?current=true`]: current,
  [`/roster/teams/${teamId}/players?current=false`]: sold,
  '/league-admin/settings': midSeason(),
})

const table = (name: string) => screen.findByRole('table', { name })
const headings = async (name: string) => headTexts(await table(name))
const names = async (name: string) => texts(within(await table(name)).getAllByRole('link'))
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
  test('has its name, its place, its players with the scratched marked, and those sold', async () => {
    await renderApp('/teams/1', { answers: answers(1) })
    expect(await screen.findByRole('heading', { level: 1, name: 'Northern Lights' })).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('Northern Lights · Hockey Pool'))
    const labels = await headings('Team Summary')
    const cells = within(await table('Team Summary')).getAllByRole('cell')
    expect(labels.map((label, index) => `${label}: ${cells[index]?.textContent}`)).toEqual([
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
    expect(await names('Current Players')).toEqual(['Bo Late', 'Ann Early', 'Cy Bench'])
    expect((await header('Current Players', 'Team Points')).getAttribute('aria-sort')).toBe('descending')
    const figures = ['Team Points', 'Season Points', 'Scratch Points', 'Last', 'Last Week', 'Bought Price']
    const ofAnn = figures.map((column) => cell('Current Players', 'Ann Early', column))
    expect(await Promise.all(ofAnn)).toEqual(['25', '30', '5', '+3', '-', '-'])
    expect(await cell('Current Players', 'Bo Late', 'Bought Price')).toBe('12.50')
    expect(await cell('Current Players', 'Cy Bench', 'Bought Price')).toBe('-')
    const link = within(await table('Current Players')).getByRole('link', { name: 'Ann Early' })
    expect(link.getAttribute('href')).toBe('/players/11')
    const rows = within(await table('Current Players')).getAllByRole('row')
    const scratched = rows.filter(({ className }) => className === 'row scratched')
    expect(scratched).toHaveLength(1)
    // Read right after the name, before what else the cell has.
    expect(scratched[0]?.querySelector('[role=rowheader]')?.textContent).toMatch(/^Cy Bench, scratched/)
    expect(await cell('Current Players', 'Cy Bench', 'Status')).toBe('Scratched')
    expect(await cell('Current Players', 'Bo Late', 'Status')).toBe('Dressed')
    expect(await names('Sold Players')).toEqual(['Ed Gone', 'Di Sold'])
    expect(await cell('Sold Players', 'Di Sold', 'Sale Price')).toBe('20.00')
    expect(await cell('Sold Players', 'Ed Gone', 'Sale Price')).toBe('31.40')
    expect(await cell('Sold Players', 'Ed Gone', 'Sold at')).toMatch(/\d\d:\d\d/)
    const rowsSold = within(await table('Sold Players')).getAllByRole('row')
    expect(rowsSold.filter(({ className }) => className !== 'row')).toEqual([])
    expect(await headings('Current Players')).not.toContain('Lineup')
    expect(screen.queryByRole('group', { name: 'Show' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Scratch Ann Early' })).toBeNull()
  })

  test("the member's team has an address that is the same for all members", async () => {
    const app = await renderApp('/teams/mine', { answers: answers(2) })
    await screen.findByRole('table', { name: 'Current Players' })
    expect(app.history.location.pathname).toBe('/teams/2')
  })

  test('is called Team Details while its name is not known', async () => {
    await renderApp('/teams/1', { teams: 'silent', answers: { ...answers(1), '/stats/teams/1': 'silent' } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Team Details' })).toBeTruthy()
    expect(document.title).toBe('Team Details · Hockey Pool')
    // What stands below waits for what is above it, which would push it down.
    expect(screen.queryByRole('heading', { name: 'Current Players' })).toBeNull()
    expect(screen.getAllByText('Loading...')).toHaveLength(1)
  })

  test('has its name and figures from the standings until its own come', async () => {
    const silent = { '/stats/teams/1': 'silent', '/roster/teams/1/players?current=true': 'silent' } as const
    await renderApp('/teams/1', { answers: { ...answers(1), ...silent } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Northern Lights' })).toBeTruthy()
    expect(within(await table('Team Summary')).getByText('1334')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Current Players' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Sold Players' })).toBeNull()
    expect(screen.getAllByText('Loading...')).toHaveLength(1)
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
    await waitFor(() => expect(screen.getAllByText('No players')).toHaveLength(2))
    expect(screen.queryByRole('table', { name: /Players/ })).toBeNull()
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

/** A full lineup of 19, ordered by points: forwards 101 to 113, defenders 201 to 204, goalies 301 and 302. */
const lineup = (scratchedAt = ago(3)): RosterItem[] => {
  const row = (id: number, position: string, entry: RosterEntry = {}) =>
    item(id, `Player ${id}`, { position }, { teamPoints: id, ...entry })
  return [
    ...Array.from({ length: 13 }, (_, index) => row(101 + index, 'C')),
    ...Array.from({ length: 4 }, (_, index) => row(201 + index, 'LD')),
    row(301, 'G'),
    row(302, 'G'),
    row(91, 'LW', { teamPoints: 1, scratched: true, scratchedAt: ago(20) }),
    row(92, 'RD', { scratched: true, scratchedAt: ago(20) }),
    row(93, 'RW', { scratched: true, scratchedAt }),
  ]
}
const LINEUP = 'PUT /roster/teams/2/lineup'
const ENTRY = 'PUT /roster/teams/2/roster-entries'
const scratchedNow: RosterEntry = { boughtAt: ago(40), teamPoints: 1, scratched: true, scratchedAt: ago(0) }
const dressedNow: RosterEntry = { boughtAt: ago(40), teamPoints: 2, scratched: false, scratchedAt: null }

/** The member's team on a server that changes two players in one call; `features` names what it offers. */
const openOwn = (changed: FakeServer['answers'] = {}, features = ['lineup']) =>
  renderApp('/teams/2', {
    user: { ...member, features },
    answers: { ...answers(2), '/roster/teams/2/players?current=true': once(lineup()), ...changed },
  })
const button = (name: string) => screen.findByRole('button', { name })
const question = (name: string) => screen.findByRole('alertdialog', { name })
const inQuestion = async (title: string, role: string, name: string) =>
  within(await question(title)).getByRole(role, { name })

describe("when the team's players play next", () => {
  const schedule = [
    {
      club: 'TOR',
      gamesThisWeek: 3,
      games: [{ start: ago(-2), date: dayOf(ago(-2)), opponent: 'BOS', home: false }],
    },
  ]

  test('stands below the name, with the number of games of the week', async () => {
    const app = await openOwn({ '/stats/schedule': schedule }, ['lineup', 'tonight'])
    const weekday = new Date(Date.now() + 2 * DAY_MS).toLocaleDateString(undefined, {
      weekday: 'short',
      timeZone: 'UTC',
    })
    const name = within(await table('Current Players')).getByRole('rowheader', { name: /^Player 113/ })
    expect(name.textContent).toBe(`Player 113${weekday} @\u00a0BOS · 3\u00a0this\u00a0week`)
    await app.user.click(within(name).getByRole('link', { name: 'Player 113' }))
    expect(app.router.state.location.pathname).toBe('/players/113')
  })

  test("is tonight by the server's clock, be that ahead of the device's", async () => {
    const start = new Date(Date.now() + 2 * DAY_MS)
    const games = [
      { start: start.toISOString(), date: dayOf(start.toISOString()), tonight: true, opponent: 'BOS', home: true },
    ]
    await openOwn({ '/stats/schedule': [{ club: 'TOR', gamesThisWeek: 0, games }] }, ['lineup', 'tonight'])
    const name = within(await table('Current Players')).getByRole('rowheader', { name: /^Player 113/ })
    expect(name.textContent).toBe(`Player 113${start.toTimeString().slice(0, 5)} BOS`)
  })

  test.each<[string, 'fails' | []]>([
    ['where it cannot be had', 'fails'],
    ['in summer, when nothing is scheduled', []],
  ])('is left out %s', async (_, schedule) => {
    await openOwn({ '/stats/schedule': schedule }, ['lineup', 'tonight'])
    const name = await within(await table('Current Players')).findByRole('rowheader', { name: 'Player 113' })
    expect(name.textContent).toBe('Player 113')
  })

  test('is not asked of a server that does not offer it', async () => {
    const { server } = await openOwn()
    await within(await table('Current Players')).findByRole('button', { name: 'Scratch Player 113' })
    expect(server.asked).not.toContain('/stats/schedule')
  })
})

describe("the member's team", () => {
  test('counts its lineup, and shows a part of it', async () => {
    const app = await openOwn()
    await button('All 22, 19 of 19 dressed')
    const chips = within(await screen.findByRole('group', { name: 'Show' })).getAllByRole('button')
    expect(chips.map((chip) => [chip.getAttribute('aria-label'), chip.classList.contains('warning')])).toEqual([
      ['All 22, 19 of 19 dressed', false],
      ['Forwards 13', false],
      ['Defense 4, the minimum', true],
      ['Goalies 2, at least 1', false],
      ['Scratched 3', false],
    ])
    expect(await names('Current Players')).toHaveLength(22)
    await app.user.click(await button('Scratched 3'))
    expect(await names('Current Players')).toEqual(['Player 93', 'Player 92', 'Player 91'])
    expect((await button('Scratched 3')).getAttribute('aria-pressed')).toBe('true')
    await app.user.click(await button('Goalies 2, at least 1'))
    expect(await names('Current Players')).toEqual(['Player 302', 'Player 301'])
  })

  test('has name, last, points and one button first, and says what cannot be done yet', async () => {
    const app = await renderApp('/teams/2', { answers: answers(2) })
    const off = await button('Dress Cy Bench')
    expect((await headings('Current Players')).slice(0, 3)).toEqual(['Player', 'Last', 'Team Points'])
    expect(off.getAttribute('aria-disabled')).toBe('true')
    await app.user.click(off)
    expect((await screen.findByRole('alert')).textContent).toMatch(/Cy Bench cannot be dressed yet: from \D+ \d+, /)
    expect(app.server.changes).toEqual([])
    expect(await cell('Current Players', 'Cy Bench', 'Lineup')).toMatch(/^Dressfrom \D+ \d+, \d\d:\d\d$/)
    expect(await cell('Current Players', 'Ann Early', 'Lineup')).toBe('Scratch')
    expect(await cell('Current Players', 'Bo Late', 'Lineup')).toMatch(/^Scratchcan be sold on \D+ \d+$/)
  })

  test('scratches one and dresses another with three taps and one request', async () => {
    const app = await openOwn({ [LINEUP]: { scratched: scratchedNow, dressed: dressedNow } })
    await app.user.click(await button('Scratch Player 101'))
    const title = 'Scratch Player 101?'
    expect((await question(title)).textContent).toMatch(
      /Player 101 can't be dressed again until \p{L}+\u00a0\d+, \d\d:\d\d\./u,
    )
    const choices = within(await question(title)).getAllByRole('radio')
    expect(choices.map((choice) => choice.closest('label')?.textContent)).toEqual([
      'No one ',
      'Player 92 RD, 92 points',
      'Player 91 LW, 1 point',
    ])
    await app.user.click(await inQuestion(title, 'radio', 'Player 91 LW, 1 point'))
    await app.user.click(await inQuestion(title, 'button', 'Scratch and dress'))
    const pressed = await button('Dress Player 101')
    expect(await button('Scratch Player 91')).toBeTruthy()
    expect(screen.getByText('Player 101 is scratched, Player 91 is dressed.').getAttribute('aria-live')).toBe('polite')
    await waitFor(() => expect(document.activeElement).toBe(pressed))
    expect(app.server.sent).toEqual([[LINEUP, { scratch: 101, dress: 91 }]])
  })

  test('scratches one alone, and no one after all with Escape', async () => {
    const path = `${ENTRY}/101?scratch-status=scratched`
    const felt = feelTicks()
    const app = await openOwn({ [path]: scratchedNow })
    const scratch = await button('Scratch Player 101')
    await app.user.click(scratch)
    await question('Scratch Player 101?')
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(scratch))
    expect(app.server.changes).toEqual([])
    await app.user.click(scratch)
    const confirm = await inQuestion('Scratch Player 101?', 'button', 'Scratch')
    expect(felt).toEqual([])
    await app.user.click(confirm)
    expect(felt, 'a tick in the hand').toEqual([10])
    expect(await button('Dress Player 101')).toBeTruthy()
    expect(app.server.changes).toEqual([path])
  })

  test('dresses into a full lineup only for somebody', async () => {
    const app = await openOwn({ [LINEUP]: { scratched: scratchedNow, dressed: dressedNow } })
    await app.user.click(await button('Scratched 3'))
    await app.user.click(await button('Dress Player 91'))
    const choices = within(await question('Dress Player 91?')).getAllByRole('radio')
    // Thirteen forwards and two goalies: four defenders have to stay.
    expect(choices).toHaveLength(15)
    await app.user.click(await inQuestion('Dress Player 91?', 'button', 'Dress and scratch'))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Player 91' })).toBeNull())
    expect(await names('Current Players')).toContain('Player 101')
    // The row is gone from what is shown.
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Scratched 3'))
  })

  test('dresses at once where there is room', async () => {
    const path = `${ENTRY}/91?scratch-status=dressed`
    const app = await openOwn({
      [path]: dressedNow,
      '/roster/teams/2/players?current=true': once(lineup().filter(({ player }) => player.id !== 101)),
    })
    await app.user.click(await button('Dress Player 91'))
    const scratch = await button('Scratch Player 91')
    expect(document.activeElement).toBe(scratch)
    expect(app.server.changes).toEqual([path])
  })

  test('on a server of the specification alone no one is offered in exchange', async () => {
    const app = await openOwn({}, [])
    await app.user.click(await button('Scratch Player 101'))
    await inQuestion('Scratch Player 101?', 'button', 'Scratch')
    expect(screen.queryByRole('radio')).toBeNull()
  })

  test.each([
    ['is sent again with its key where the server keeps answers', ['lineup', 'idempotency'], 2],
    ['is not sent again elsewhere', ['lineup'], 1],
  ])('a change whose answer was lost %s', async (_, features, times) => {
    const path = `${ENTRY}/101?scratch-status=scratched`
    const answer = () =>
      app.server.keys.length === 1 ? Promise.reject(new TypeError('Failed to fetch')) : json(200, scratchedNow)
    const app = await openOwn({ [path]: answer }, features)
    await app.user.click(await button('Scratch Player 101'))
    await app.user.click(await inQuestion('Scratch Player 101?', 'button', 'Scratch'))
    const sentence = times === 1 ? 'No answer came. Check My Team.' : 'Player 101 is scratched.'
    expect(await screen.findByText(sentence, {}, { timeout: 3_000 })).toBeTruthy()
    expect(app.server.keys).toHaveLength(times)
    expect(new Set(app.server.keys).size).toBe(1)
  })

  test('asks and sends nothing without a connection', async () => {
    const app = await openOwn()
    const scratch = await button('Scratch Player 101')
    await goOffline(app)
    await app.user.click(scratch)
    expect((await screen.findByRole('alert')).textContent).toContain("You're offline. Nothing was changed")
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(app.server.changes).toEqual([])
    goOnline(app)
    await waitFor(() => expect(screen.queryByText(/^You're offline\. Nothing was changed/)).toBeNull())
  })

  test('shows what a sale would bring, where the server says so', async () => {
    await openOwn()
    expect(await headings('Current Players')).not.toContain('Sell Price')
    cleanup()
    const priced = lineup().map(({ player, rosterEntry }) => ({
      player,
      rosterEntry: { ...rosterEntry, sellPrice: player.id === 113 ? 57.5 : 0 },
    }))
    const app = await openOwn({ '/roster/teams/2/players?current=true': once(priced) })
    expect((await headings('Current Players')).slice(-2)).toEqual(['Sell Price', 'Lineup'])
    expect(await cell('Current Players', 'Player 113', 'Sell Price')).toBe('57.50')
    await app.user.click(within(await header('Current Players', 'Sell Price')).getByRole('button'))
    expect((await names('Current Players'))[0]).toBe('Player 113')
  })

  test('a league without dates has nothing to tell', async () => {
    await renderApp('/teams/2', { answers: { ...answers(2), '/league-admin/settings': {} } })
    await waitFor(async () => expect(await headings('Current Players')).not.toContain('Lineup'))
  })
})
