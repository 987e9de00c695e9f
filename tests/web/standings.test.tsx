import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { night } from '../support/night.ts'
import { bodyRows, tableNamed } from '../support/screen-table.ts'
import { allArrived, member, newcomer, renderApp, teams } from './render-app.tsx'

const rows = () => bodyRows(tableNamed('Standings'))
const textsOf = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent)
const names = () => rows().map((row) => within(row).getByRole('link').textContent)
const header = (name: string) => screen.getByRole('columnheader', { name })
const table = () => screen.findByRole('table', { name: 'Standings' })

describe('the night above the standings', () => {
  test('is one line that leads there', async () => {
    await renderApp('/standings', { user: { ...member, features: ['tonight'] }, answers: { '/tonight': night() } })
    const line = await screen.findByRole('link', { name: 'Tonight: +17, 1st if it ended now' })
    expect(line.getAttribute('href')).toBe('/tonight')
  })

  test('leads there even while nothing is known of it', async () => {
    await renderApp('/standings', { user: { ...member, features: ['tonight'] }, answers: { '/tonight': 'silent' } })
    const main = within(screen.getByRole('main'))
    expect((await main.findByRole('link', { name: 'Tonight' })).getAttribute('href')).toBe('/tonight')
  })

  test('is not there where the server does not offer it', async () => {
    await renderApp('/standings', { answers: { '/tonight': night() } })
    await screen.findByRole('table')
    expect(screen.queryByRole('link', { name: /Tonight/ })).toBeNull()
  })
})

describe('the news beside the standings', () => {
  test('come and go with the width of the window', async () => {
    const wide = Object.assign(new EventTarget(), { matches: false })
    vi.stubGlobal('matchMedia', (query: string) => (query === '(min-width: 1200px)' ? wide : new EventTarget()))
    await renderApp('/standings')
    await table()
    expect(screen.queryByRole('complementary', { name: 'News' })).toBeNull()
    const turn = (matches: boolean) =>
      act(() => void Object.assign(wide, { matches }).dispatchEvent(new Event('change')))
    // Listened to once what stands beside the table is there.
    await waitFor(() => {
      turn(true)
      expect(screen.getByRole('complementary', { name: 'News' })).toBeTruthy()
    })
    turn(false)
    expect(screen.queryByRole('complementary', { name: 'News' })).toBeNull()
  })
})

describe('the standings', () => {
  test('show the figures of every team, best first', async () => {
    await renderApp('/standings', { user: newcomer })
    await table()
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent?.replace(/[▲▼]/, ''))
    expect(heads).toEqual(['Rank', 'Team', 'Total', 'Last', 'Week', 'Last Week', 'Points', 'Cash', 'Short Name'])
    expect(rows().map(textsOf)).toEqual([
      ['1▲1, up 1', 'Northern Lights', '1334', '+12', '88', '101', '1290', '43.50', 'NOR'],
      ['2▼1, down 1', 'Blue Line Bandits', '1320', '-3', '60', '99', '1300', '20.00', 'BLU'],
      ['3', 'Crease Crashers', '900', '0', '-', '-', '900', '-', 'CRE'],
    ])
    expect(
      within(rows()[0] ?? document.body)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/teams/1')
  })

  test("mark the viewer's team by colour and by words, the first by gold, changes by colour and sign, ranks won by an arrow", async () => {
    await renderApp('/standings')
    await table()
    const [first, own, third] = rows()
    await waitFor(() => expect(own?.className).toBe('row own'))
    expect(within(own ?? document.body).getByText('Your team')).toBeTruthy()
    expect(screen.getAllByText('Your team')).toHaveLength(1)
    expect(first?.querySelector('.gold')?.textContent).toBe('1')
    expect(first?.querySelector('.gain:not(.sign)')?.textContent).toBe('+12')
    expect(own?.querySelector('.loss:not(.sign)')?.textContent).toBe('-3')
    expect(third?.querySelector('.gain, .loss, .gold')).toBeNull()
    const signs = rows().map((row) => {
      const sign = row.querySelector('.sign')
      return sign && [sign.className, sign.querySelector('[aria-hidden]')?.textContent]
    })
    expect(signs).toEqual([['sign gain', '▲1'], ['sign loss', '▼1'], null])
  })

  test('give no one gold and no one an arrow while every total is zero', async () => {
    const zero = teams.map((team) => ({ ...team, ranking: 1, totalScore: 0, scoreDiffPrevious: 0 }))
    await renderApp('/standings', { teams: zero })
    await table()
    expect(document.querySelectorAll('.gold, .sign')).toHaveLength(0)
    expect(rows().map((row) => row.firstElementChild?.textContent)).toEqual(['1', '1', '1'])
  })

  test.each([
    ['rises', 1321, 1],
    ['falls', 1319, 0],
    ['stays', 1320, 0],
  ])("light the lamp once when the viewer's total rises: it %s", async (_, totalScore, lamps) => {
    const app = await renderApp('/standings')
    await table()
    await allArrived(app)
    app.server.teams = teams.map((team) => (team.id === 2 ? { ...team, totalScore, cash: 21 } : team))
    await app.user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(textsOf(rows()[1] ?? document.body)[7]).toBe('21.00'))
    expect(document.querySelectorAll('.goal-lamp')).toHaveLength(lamps)
  })

  test('sort by a click: text upwards first, numbers downwards, again turns round', async () => {
    const app = await renderApp('/standings')
    await table()
    expect(header('Total').getAttribute('aria-sort')).toBe('descending')
    await app.user.click(within(header('Team')).getByRole('button'))
    expect(names()).toEqual(['Blue Line Bandits', 'Crease Crashers', 'Northern Lights'])
    expect(header('Team').getAttribute('aria-sort')).toBe('ascending')
    expect(header('Total').hasAttribute('aria-sort')).toBe(false)
    await waitFor(() => expect(app.history.location.search).toBe('?standings_sort=name&standings_dir=asc'))
    await app.user.click(within(header('Points')).getByRole('button'))
    expect(names()).toEqual(['Blue Line Bandits', 'Northern Lights', 'Crease Crashers'])
    await app.user.click(within(header('Points')).getByRole('button'))
    expect(names()).toEqual(['Crease Crashers', 'Northern Lights', 'Blue Line Bandits'])
    await waitFor(() => expect(app.history.location.search).toBe('?standings_sort=points&standings_dir=asc'))
    expect(app.history.length).toBe(1)
  })

  test.each(['cash&standings_dir=asc', 'cash&standings_dir=desc'])('missing figures come last for %s', async (sort) => {
    await renderApp(`/standings?standings_sort=${sort}`)
    await table()
    expect(names().at(-1)).toBe('Crease Crashers')
  })

  test.each([
    ['?standings_sort=salary&standings_dir=asc', 'totalScore'],
    ['?standings_sort=__proto__', 'totalScore'],
    ['?standings_sort=&standings_dir=', 'totalScore'],
    ['?standings_sort[]=name', 'totalScore'],
    ['?standings_sort=1&standings_dir=2', 'totalScore'],
    ['?standings_sort=totalScore&standings_dir=up', 'totalScore'],
  ])('fall back to the total, highest first, for %s', async (search) => {
    await renderApp(`/standings${search}`)
    await table()
    expect(header('Total').getAttribute('aria-sort')).toBe('descending')
    expect(names()[0]).toBe('Northern Lights')
  })

  test('say Loading... only while there is nothing', async () => {
    await renderApp('/standings', { teams: 'silent' })
    expect(await screen.findByText('Loading...')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test.each([
    ['unreachable', null],
    ['fails', 'Error: Failed to fetch standings'],
  ] as const)('stay on screen with their age when they cannot be renewed: %s', async (answer, told) => {
    const app = await renderApp('/standings')
    await table()
    expect(screen.queryByText(/^as of/)).toBeNull()
    await allArrived(app)
    app.server.teams = answer
    await app.user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText(/^as of \d\d:\d\d$/)).toBeTruthy()
    expect(rows()).toHaveLength(teams.length)
    // The server's message is above them; a lost network is not an error.
    expect(screen.queryByRole('alert')?.textContent ?? null).toBe(told)
  })

  test('tell when statistics were last updated, and nothing when that is not known', async () => {
    const app = await renderApp('/standings', { modifiedAt: new Date(Date.now() - 5 * 60_000).toISOString() })
    expect(await screen.findByText('Statistics last updated 5 minutes ago')).toBeTruthy()
    app.unmount()
    const unknown = await renderApp('/standings', { modifiedAt: 'fails' })
    await table()
    await allArrived(unknown)
    expect(screen.queryByText(/^Statistics/)).toBeNull()
  })

  test('pulling down from the top refreshes, sideways or from further down does not', async () => {
    const app = await renderApp('/standings')
    await table()
    let fetched = 0
    app.client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[0] === 'teams' && query.state.fetchStatus === 'fetching') fetched += 1
    })
    const drag = (x: number, y: number, from: Element = document.body) => {
      const touch = (type: string, ...at: { clientX: number; clientY: number }[]) =>
        from.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { touches: at }))
      return act(async () => {
        touch('touchstart', { clientX: 100, clientY: 100 })
        touch('touchmove', { clientX: 100 + x / 2, clientY: 100 + y / 2 })
        touch('touchmove', { clientX: 100 + x, clientY: 100 + y })
        touch('touchend')
      })
    }
    await drag(200, 20)
    await drag(0, 40)
    await drag(0, -200)
    expect(fetched).toBe(0)

    // Whatever holds the page (a question, the sheet of a phone) has the finger.
    document.documentElement.style.overflow = 'hidden'
    await drag(0, 160)
    document.documentElement.style.overflow = ''
    await drag(0, 160, screen.getByRole('navigation', { name: 'Main' }))
    // A list within the page is on its way to its own top.
    const list = await table()
    list.scrollTop = 40
    await drag(0, 160, list)
    list.scrollTop = 0
    expect(fetched).toBe(0)

    await drag(5, 160, list)
    expect(fetched).toBeGreaterThan(0)
  })
})
