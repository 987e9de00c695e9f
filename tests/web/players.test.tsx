import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Player } from '#contract/stats'
import { noFilters, readFilters } from '#web/features/players/filters'
import { skaters as skaterList } from '#web/features/players/lists'
import { holdFrames } from '../support/held-frames.ts'
import { texts } from '../support/screen-table.ts'
import { allArrived, type FakeServer, newcomer, premium, renderApp } from './render-app.tsx'

const player = (id: number, name: string, position: string, points: number | null, more: Partial<Player> = {}) => ({
  ...{ id, name, position, points },
  ...more,
})

const own = { id: 2, shortName: 'BLU' }
const others = { id: 1, shortName: 'NOR' }

const whole = player(11, 'Émile Lachigny', 'C', 101, {
  team: others,
  nhlTeam: 'CGY',
  pointsDiffPrevious: 6,
  pointsThisWeek: 7,
  pointsLastWeek: 3,
  projectedPoints: 197.19,
  gamesPlayed: 41,
  teamGamesPlayed: 42,
  toiPerGp: 1232.4,
  buyPrice: 110.5,
})
const skaters: readonly Player[] = [
  player(12, "Sean O'Nugent-Hopkins", 'LW', 55, {
    nhlTeam: 'EDM',
    pointsDiffPrevious: -2,
    buyPrice: 0,
    toiPerGp: 1197,
  }),
  player(13, 'Måns Sørenßen', 'LD', 31, { team: own, nhlTeam: 'NJD' }),
  whole,
  player(14, 'Rookie Nobody', 'RW', null, { team: null }),
]
const skatersByPoints = ['Émile Lachigny', "Sean O'Nugent-Hopkins", 'Måns Sørenßen', 'Rookie Nobody']
const goalies: readonly Player[] = [player(21, 'Gion Ebersegger', 'G', 59, { nhlTeam: 'BUF' })]

const SKATERS = '/stats/players?type=skater'
const served = (changed: Partial<FakeServer> = {}): Partial<FakeServer> => ({
  ...changed,
  answers: { [SKATERS]: skaters, '/stats/players?type=goalie': goalies, ...changed.answers },
})

const table = (name = 'Skaters') => screen.findByRole('table', { name })
const rows = () => screen.getAllByRole('rowheader').map(({ parentElement }) => parentElement ?? document.body)
const names = () => rows().map((row) => within(row).getByRole('link').textContent)
const textsOf = (row: HTMLElement | undefined) => [...(row?.children ?? [])].map((cell) => cell.textContent)
const header = (name: string) => screen.getByRole('columnheader', { name })
const sortBy = (name: string) => within(header(name)).getByRole('button')
const search = () => screen.getByRole('searchbox', { name: 'Search by name' })
const position = () => screen.getByRole('combobox', { name: 'Position' })
const team = () => screen.getByRole('combobox', { name: 'Team' })
const choices = (of: HTMLElement) => texts(within(of).getAllByRole('option'))
const choose = (from: HTMLElement, label: string) =>
  fireEvent.change(from, { target: { value: within(from).getByText<HTMLOptionElement>(label).value } })
const count = () => screen.getByText(/^\d+ of \d+ players$/).textContent

const addressed = (app: Awaited<ReturnType<typeof renderApp>>, expected: string) =>
  waitFor(() => expect(decodeURIComponent(app.history.location.search)).toBe(expected))

describe('skaters', () => {
  test('show what is known of every player, most points first, missing values last and as -', async () => {
    await renderApp('/skaters', served({ user: newcomer }))
    await table()
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent?.replace(/[▲▼]/, ''))
    expect(heads).toEqual(
      ['Name', 'Points', 'Team', 'Pos', 'NHL', 'Last', 'This Week', 'Last Week', 'Proj Pts', 'GP', 'Team GP'].concat(
        'TOI/GP',
        'Buy Price',
      ),
    )
    expect(header('Points').getAttribute('aria-sort')).toBe('descending')
    const [first, second, third, last] = rows()
    expect(textsOf(first).join(' | ')).toBe(
      'Émile Lachigny, reserved | 101 | NOR | C | CGY | +6 | 7 | 3 | 197 | 41 | 42 | 20:32 | 110.50',
    )
    expect(textsOf(second).join(' | ')).toBe(
      "Sean O'Nugent-Hopkins | 55 | Free | LW | EDM | -2 | - | - | - | - | - | 19:57 | -",
    )
    expect(textsOf(third)[1]).toBe('31')
    expect(textsOf(last)).toEqual(['Rookie Nobody', '-', 'Free', 'RW', ...Array(9).fill('-')])
    expect(
      within(first ?? document.body)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/players/11')
    expect(rows().map(({ className }) => className)).toEqual(['row reserved', 'row', 'row reserved', 'row'])
    const all = ['All teams', 'Free agents', 'Blue Line Bandits', 'Crease Crashers', 'Northern Lights']
    await waitFor(() => expect(choices(team())).toEqual(all))
  })

  test('tell own, reserved and free players by colour and by words; the address keeps a sort by a click', async () => {
    const app = await renderApp('/skaters', served())
    await table()
    await waitFor(() =>
      expect(rows().map(({ className }) => className)).toEqual(['row reserved', 'row', 'row own', 'row']),
    )
    expect(rows().map((row) => textsOf(row)[2])).toEqual(['NOR', 'Free', 'BLU', 'Free'])
    expect(screen.getAllByText('Your team')).toHaveLength(1)
    expect(within(rows()[2] ?? document.body).getByText('Your team')).toBeTruthy()
    await app.user.click(sortBy('Name'))
    expect(names()[0]).toBe('Émile Lachigny')
    await addressed(app, '?skaters_sort=name&skaters_dir=asc')
    await app.user.click(sortBy('Buy Price'))
    expect(names()).toEqual(['Émile Lachigny', "Sean O'Nugent-Hopkins", 'Måns Sørenßen', 'Rookie Nobody'])
    await addressed(app, '?skaters_sort=buyPrice&skaters_dir=desc')
    expect(app.history.length).toBe(1)
  })

  test('on a phone the cells in sight are sorted first, those beside it in the next frame', async () => {
    vi.stubGlobal('innerWidth', 390)
    await renderApp('/skaters', served({ user: newcomer }))
    await table()
    await waitFor(() => expect(textsOf(rows()[0])).toHaveLength(13))
    const [, sean, mans] = rows().map(textsOf)
    const inSight = ['Name', 'Points', 'Team', 'Pos', 'NHL'].length
    fireEvent.click(sortBy('Name'))
    expect(textsOf(rows()[1])).toEqual([...(mans ?? []).slice(0, inSight), ...(sean ?? []).slice(inSight)])
    await waitFor(() => expect(textsOf(rows()[1])).toEqual(mans))
    expect(textsOf(rows()[3])).toEqual(sean)
  })

  test('in a table that is scrolled sideways all cells are sorted at once', async () => {
    vi.stubGlobal('innerWidth', 390)
    await renderApp('/skaters', served({ user: newcomer }))
    const body = (await table()).querySelector('.table-body') ?? document.body
    await waitFor(() => expect(textsOf(rows()[0])).toHaveLength(13))
    const [, , mans] = rows().map(textsOf)
    body.scrollLeft = 200
    fireEvent.scroll(body)
    fireEvent.click(sortBy('Name'))
    expect(textsOf(rows()[1])).toEqual(mans)
  })

  test('fall back to the points and to all of them for what the address does not know', async () => {
    const unknown = 'skaters_sort=wage&skaters_dir=up&skaters_position=G&skaters_team=77&skaters_name[]=x'
    await renderApp(`/skaters?${unknown}`, served())
    await table()
    expect(header('Points').getAttribute('aria-sort')).toBe('descending')
    await waitFor(() => expect(names()).toEqual(skatersByPoints))
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
  })

  test.each([
    [{ skaters_position: 'G' }, noFilters],
    [{ skaters_position: 'toString' }, noFilters],
    [{ skaters_team: 'mine' }, noFilters],
    [{ skaters_team: ['1'] }, noFilters],
    [{ skaters_name: { a: 1 } }, noFilters],
    [{ goalies_name: 'x' }, noFilters],
    // The router reads digits as numbers.
    [
      { skaters_name: 99, skaters_team: 3 },
      { name: '99', position: '', team: '3' },
    ],
    [
      { skaters_name: 'x', skaters_position: 'forward', skaters_team: 'free' },
      { name: 'x', position: 'forward', team: 'free' },
    ],
  ])('are filtered for %j by what can be chosen', (address, filters) => {
    const { table, positions } = skaterList
    expect(readFilters(address, table, positions)).toEqual(filters)
  })

  test('are found by any part of the name, as it is typed on a phone', async () => {
    await renderApp('/skaters', served())
    await table()
    for (const [words, found] of [
      ['lachigny', ['Émile Lachigny']],
      ['EMILE', ['Émile Lachigny']],
      ['hop sean', ["Sean O'Nugent-Hopkins"]],
      ['onugent hop', ["Sean O'Nugent-Hopkins"]],
      ["o'nugent-h", ["Sean O'Nugent-Hopkins"]],
      ['sorenssen', ['Måns Sørenßen']],
      ['mans', ['Måns Sørenßen']],
      ['o', ["Sean O'Nugent-Hopkins", 'Måns Sørenßen', 'Rookie Nobody']],
      ['  ', skatersByPoints],
    ] as const) {
      fireEvent.change(search(), { target: { value: words } })
      expect(names(), words).toEqual(found)
      expect(count()).toBe(`${found.length} of 4 players`)
    }
  })

  test('the search goes into the address when the typing rests, and cleared by a button', async () => {
    const app = await renderApp('/skaters?from=mail', served())
    await table()
    await app.user.type(search(), 'no')
    expect(names()).toEqual(['Rookie Nobody'])
    await addressed(app, '?from=mail&skaters_name=no')
    await app.user.click(screen.getByRole('button', { name: 'Clear the search' }))
    expect(names()).toHaveLength(4)
    expect(document.activeElement).toBe(search())
    await addressed(app, '?from=mail')
    expect(app.history.length).toBe(1)
  })

  test.each<[string, () => HTMLElement, string, [string, string[]][], string]>([
    [
      'position, alone or in groups',
      position,
      'All positions | Forwards | Defenders | LW | C | RW | LD | RD',
      [
        ['Forwards', ['Émile Lachigny', "Sean O'Nugent-Hopkins", 'Rookie Nobody']],
        ['LD', ['Måns Sørenßen']],
      ],
      '?skaters_position=LD',
    ],
    [
      "owner: free, the member's team, another",
      team,
      'All teams | Free agents | I can afford | My team | Crease Crashers | Northern Lights',
      [
        ['Free agents', ["Sean O'Nugent-Hopkins", 'Rookie Nobody']],
        ['My team', ['Måns Sørenßen']],
        ['Northern Lights', ['Émile Lachigny']],
      ],
      '?skaters_team=1',
    ],
  ])('are filtered by %s', async (_, field, offered, filters, address) => {
    const app = await renderApp('/skaters', served())
    await table()
    await waitFor(() => expect(choices(field()).join(' | ')).toBe(offered))
    for (const [label, found] of filters) {
      choose(field(), label)
      expect(names(), label).toEqual(found)
    }
    await addressed(app, address)
  })

  test('open with the sort and the filters of the address', async () => {
    await renderApp('/skaters?skaters_sort=name&skaters_dir=desc&skaters_team=free&skaters_position=forward', served())
    await table()
    expect(names()).toEqual(["Sean O'Nugent-Hopkins", 'Rookie Nobody'])
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Position' }).value).toBe('forward')
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Team' }).value).toBe('free')
  })

  test('follow the address when it changes by itself', async () => {
    const app = await renderApp('/skaters', served())
    await table()
    await act(async () => app.history.push('/skaters?skaters_name=rookie'))
    await waitFor(() => expect(search()).toHaveProperty('value', 'rookie'))
    expect(names()).toEqual(['Rookie Nobody'])
    await act(async () => app.history.back())
    await waitFor(() => expect(names()).toHaveLength(4))
  })

  test('say so when nothing matches, and offer all players again', async () => {
    const app = await renderApp('/skaters?skaters_name=zz&skaters_position=C', served())
    expect(await screen.findByText('No players match the search.')).toBeTruthy()
    expect(count()).toBe('0 of 4 players')
    expect(screen.getByText('0 of 4 players').getAttribute('aria-live')).toBe('polite')
    await app.user.click(screen.getByRole('button', { name: 'Show all players' }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(names()).toHaveLength(4)
    await addressed(app, '')
  })

  test('have their search in place while they load', async () => {
    await renderApp('/skaters', served({ answers: { [SKATERS]: 'silent' } }))
    await waitFor(() => expect(search()).toBeTruthy())
    expect(position()).toBeTruthy()
    expect(screen.getByText('Loading...')).toBeTruthy()
    expect(screen.queryByText(/ of \d+ players/)).toBeNull()
  })

  test('tell that there are none', async () => {
    await renderApp('/skaters', served({ answers: { [SKATERS]: [] } }))
    expect(await screen.findByText('No players found.')).toBeTruthy()
    expect(screen.getByText(/^The NHL's players are listed here once /)).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('from one list to the other', () => {
  const lists = () => within(screen.getByRole('navigation', { name: 'Lists of players' }))
  const ways = () =>
    lists()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])

  test('leads a switch, with what is searched at that moment', async () => {
    const app = await renderApp('/skaters?skaters_team=free', served())
    await table()
    expect(ways()).toEqual([
      ['Skaters', '/skaters', 'page'],
      ['Goalies', '/goalies', null],
    ])
    await app.user.type(search(), 'gion e')
    await app.user.click(lists().getByRole('link', { name: 'Goalies' }))
    await table('Goalies')
    expect(search()).toHaveProperty('value', 'gion e')
    expect(names()).toEqual(['Gion Ebersegger'])
    expect(ways()[0]).toEqual(['Skaters', '/skaters?skaters_name=gion%20e', null])
  })

  test('and to the preview, for premium members alone', async () => {
    await renderApp('/goalies', served({ user: premium }))
    await table('Goalies')
    expect(ways()[2]).toEqual(['Preview', '/players-preview', null])
  })

  test('and from the preview, which is marked there as the other lists are on theirs', async () => {
    await renderApp('/players-preview', { user: premium, answers: { '/stats/players-preview': skaters } })
    await table('Players Preview')
    expect(ways()).toEqual([
      ['Skaters', '/skaters', null],
      ['Goalies', '/goalies', null],
      ['Preview', '/players-preview', 'page'],
    ])
  })

  test.each([
    ['/skaters?skaters_name=ebersegger', 'No skater by that name.', '1 goalie: Gion Ebersegger', 'Goalies'],
    ['/goalies?goalies_name=o', 'No goalie by that name.', "3 skaters: Sean O'Nugent-Hopkins, ", 'Skaters'],
  ])('%s says who has the name there, one tap away', async (path, sentence, found, title) => {
    const noO = goalies.map((each) => ({ ...each, name: 'Gin Ebersegger' }))
    const app = await renderApp(
      path,
      served(title === 'Skaters' ? { answers: { '/stats/players?type=goalie': noO } } : {}),
    )
    expect(await screen.findByText(sentence)).toBeTruthy()
    await app.user.click(screen.getByRole('link', { name: new RegExp(`^${found}`) }))
    await table(title)
    expect(names().join()).toContain(found.replace(/.*: |, $/g, ''))
  })

  test.each([
    ['no one has the name at all', 'skaters_name=zz'],
    ['a filter hides who has it', 'skaters_name=lachigny&skaters_position=LD'],
  ])('nothing is said where %s', async (_, address) => {
    const app = await renderApp(`/skaters?${address}`, served())
    expect(await screen.findByText('No players match the search.')).toBeTruthy()
    await allArrived(app)
    expect(screen.getByText('No players match the search.')).toBeTruthy()
    expect(screen.queryByText(/by that name/)).toBeNull()
  })
})

describe('goalies', () => {
  test('have no position to choose, and a sort of their own in the address', async () => {
    const app = await renderApp('/goalies?skaters_name=nobody', served())
    await table('Goalies')
    expect(names()).toEqual(['Gion Ebersegger'])
    expect(screen.queryByRole('combobox', { name: 'Position' })).toBeNull()
    await app.user.click(sortBy('Points'))
    await addressed(app, '?skaters_name=nobody&goalies_sort=points&goalies_dir=asc')
  })
})

describe('players preview', () => {
  const PREVIEW = '/stats/players-preview'

  test('shows who has newer statistics, the largest change first and beside the name', async () => {
    await renderApp('/players-preview', { user: premium, answers: { [PREVIEW]: [...skaters, ...goalies] } })
    await table('Players Preview')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Players Preview')
    expect(header('Last').getAttribute('aria-sort')).toBe('descending')
    expect(textsOf(rows()[0]).slice(0, 2)).toEqual(['Émile Lachigny, reserved', '+6'])
    expect(textsOf(rows()[1]).slice(0, 2)).toEqual(["Sean O'Nugent-Hopkins", '-2'])
    await waitFor(() => expect(choices(position())).toContain('G'))
  })

  test('tells that there is nothing new', async () => {
    await renderApp('/players-preview', { user: premium, answers: { [PREVIEW]: [] } })
    const nothing = 'No new statistics available since the last official update. Check back later.'
    expect(await screen.findByText(nothing)).toBeTruthy()
    expect(screen.getByText(/^Players are listed here as their games are played/)).toBeTruthy()
  })
})

describe('a long table', () => {
  const ROW = 45
  const many = Array.from({ length: 950 }, (_, index) => player(index + 1, `Player ${index + 1}`, 'C', 950 - index))

  /** What a browser would lay out: rows of 45 px, the table 300 px below the top of the page. */
  let scrolled = 0
  beforeEach(() => {
    scrolled = 0
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => many.length * ROW)
    const box = { x: 0, y: 0, left: 0, right: 0, width: 0, height: 0, bottom: 0, toJSON: () => '' }
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => ({ ...box, top: 300 - scrolled }))
  })
  afterEach(() => vi.restoreAllMocks())

  const scrollTo = (row: number) => {
    scrolled = row * ROW
    fireEvent.scroll(window)
  }
  const drawn = () => [...document.querySelectorAll<HTMLElement>('.table-body > .row')]
  const linkOf = (name: string) => screen.queryByText(name, { selector: 'a' })

  const places = () => drawn().map((row) => Number(row.getAttribute('aria-rowindex')) - 2)

  test('draws only the rows near what is in sight, and tells the number and the place of all', async () => {
    await renderApp('/skaters', served({ answers: { [SKATERS]: many } }))
    await waitFor(() => expect(places().length).toBeGreaterThan(18))
    expect(document.querySelector('[role=table]')?.getAttribute('aria-rowcount')).toBe('951')
    expect(places()[0]).toBe(0)
    expect(places().length).toBeLessThan(25)
    scrollTo(400)
    expect(places()).toContain(400)
    expect(places()).not.toContain(0)
    expect(places().length).toBeLessThan(45)
    expect(drawn()[0]?.style.getPropertyValue('--above')).toBe(String(places()[0]))
    expect(drawn().at(-1)?.style.getPropertyValue('--below')).toBe(String(949 - (places().at(-1) ?? 0)))
  })

  test('comes with what is in sight: its rows, their columns, few choices of a filter; the rest follows', async () => {
    vi.stubGlobal('innerWidth', 390)
    vi.stubGlobal('screen', { height: 844 })
    const app = await renderApp('/standings', served({ user: newcomer, answers: { [SKATERS]: many } }))
    app.client.setQueryData(['players', 'skater'], many)
    // The screen's code is there.
    await act(() => app.router.navigate({ to: '/goalies' }))
    await table('Goalies')
    const { drawFrame } = holdFrames()
    await act(() => app.router.navigate({ to: '/skaters' }))
    await table()
    // Of 844 px the rows have 534, and a row 45.
    expect(places()).toHaveLength(12)
    expect(drawn().map(textsOf)[0]).toEqual(['Player 1', '950', 'Free', 'C', '-'])
    expect(choices(position())).toEqual(['All positions'])
    expect(choices(team())).toEqual(['All teams', 'Free agents'])
    await waitFor(() => {
      act(drawFrame)
      expect(choices(position()).length).toBeGreaterThan(1)
      expect(choices(team()).length).toBeGreaterThan(2)
      expect(places().length).toBeGreaterThan(18)
      expect(textsOf(drawn()[0])).toHaveLength(13)
    })
  })

  test('keeps the row that has the focus', async () => {
    await renderApp('/skaters', served({ answers: { [SKATERS]: many } }))
    await waitFor(() => expect(linkOf('Player 3')).toBeTruthy())
    const link = linkOf('Player 3')
    link?.focus()
    scrollTo(500)
    expect(document.activeElement).toBe(link)
    expect(places()[0]).toBe(2)
    expect(places()).toContain(500)
    link?.blur()
    scrollTo(600)
    expect(linkOf('Player 3')).toBeNull()
  })

  test('shows the rows that are left when it becomes shorter than where one was', async () => {
    await renderApp('/skaters', served({ answers: { [SKATERS]: many } }))
    await waitFor(() => expect(linkOf('Player 3')).toBeTruthy())
    scrollTo(900)
    fireEvent.change(screen.getByLabelText('Search by name'), { target: { value: '44' } })
    expect(drawn().length).toBeGreaterThan(0)
  })
})
